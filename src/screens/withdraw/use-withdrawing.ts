/** Sends a withdrawal once. Without an answer its key says what became of it: nothing is sent anew before that is known. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { UserInfo } from "#core/wire/account.ts"
import type { Withdrawal } from "#core/wire/custody.ts"
import { withdraw, withdrawals, withdrawCode } from "#core/wire/custody-calls.ts"
import { call } from "../../api/call.ts"
import { newRequestKey } from "../../api/request-key.ts"
import { useProof } from "../../panels/account-form/proof-fields.view.tsx"
import { useBoundCodeSender } from "../../panels/account-form/use-code-sender.ts"
import { useSubmit } from "../../panels/account-form/use-submit.ts"
import { account } from "../../stores/account-store.ts"
import { serverNow } from "./server-now.ts"
import type { WithdrawOrder } from "./withdraw-terms.ts"

/** S12: an older request is refused, so what isn't there by then never comes; with a margin for clocks. */
const LAPSED_MS = 6 * 60_000
const LATEST_ROWS = 50

export function useWithdrawing(user: UserInfo, order: WithdrawOrder, onMade: (made: Withdrawal) => void) {
  const { t } = useTranslation("withdrawals")
  const [password, setPassword] = useState("")
  const [lost, setLost] = useState<{ key: string; sentAt: number }>()
  const attempt = useRef<{ key: string; sentAt: number }>(undefined)
  const proof = useProof(user)
  const form = useSubmit({
    fields: ["tradePassword", "code", "totp"],
    places: { TRADE_PASSWORD: "tradePassword" },
    onRefused: ({ name }) => {
      if (name === "TOTP_NEEDED") proof.noteTotp()
      if (name === "NETWORK") setLost(attempt.current)
    },
  })
  const { facts, to, amount } = order
  const details = { currency: facts.currency, chain: facts.chain, address: to.id, amount }
  const sender = useBoundCodeSender(
    "withdraw",
    JSON.stringify(details),
    () => call(withdrawCode, details),
    form.take,
  )
  const finish = (made: Withdrawal) => {
    sender.forget()
    onMade(made)
  }
  useMadeByKey(lost?.key, finish)

  const send = async () => {
    attempt.current = { key: newRequestKey(), sentAt: serverNow() }
    const { code, totp } = proof.value
    const request = { ...details, ...attempt.current, code, totp, tradePassword: password }
    const made = await form.send(withdraw, request)
    attempt.current = undefined
    if (made) finish(made)
  }
  const check = async () => {
    if (!lost) return
    const answer = await form.send(withdrawals, { currency: facts.currency, limit: LATEST_ROWS })
    const made = answer?.rows.find(({ key }) => key === lost.key)
    if (made) return finish(made)
    if (!answer || serverNow() < lost.sentAt + LAPSED_MS) return
    setLost(undefined)
    form.refuse(undefined, t("review.notDone"))
  }
  return {
    form,
    sender,
    proof,
    tradePassword: {
      text: password,
      set: (text: string) => {
        form.forgive()
        setPassword(text)
      },
    },
    isLost: lost !== undefined,
    send,
    check,
  }
}

/** The socket may tell of it before anybody asks. */
function useMadeByKey(key: string | undefined, onMade: (made: Withdrawal) => void): void {
  const { withdrawals: running, endedWithdrawals } = useSnapshot(account)
  const made = key && [...running, ...endedWithdrawals].find((row) => row.key === key)
  const latest = useRef(onMade)
  useEffect(() => {
    latest.current = onMade
  })
  useEffect(() => {
    if (made) latest.current(made as Withdrawal)
  }, [made])
}
