/** Closes all positions by market, after one question; which of them were refused is told there, each with its reason. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Position } from "#core/wire/contract.ts"
import { closeAllPositions } from "#core/wire/contract-close-calls.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { call } from "../../api/call.ts"
import { account } from "../../stores/account-store.ts"
import { contractAccount } from "../../stores/contracts-store.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Note } from "../../ui/note.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import { failureText, refusalsOf } from "./closing-refusals.ts"

/** Sent once for each press, never again by itself: without an answer the list shows what was closed. */
export function CloseAll() {
  const { t } = useTranslation("positions")
  const positions = useSnapshot(account).positions as readonly Position[]
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const count = positions.length
  const isOpen = isAsking && (count > 0 || isBusy || refusals.length > 0)
  if (count === 0 && !isOpen) return null
  const ask = () => {
    setRefusals([])
    setIsAsking(true)
  }
  const close = async () => {
    setIsBusy(true)
    setRefusals([])
    const answer = await call(closeAllPositions, {})
    setIsBusy(false)
    const said = answer.ok ? refusalsOf(answer.data.closed, positions, t) : [failureText(answer.failure, t)]
    setRefusals(said)
    setIsAsking(said.length > 0)
  }
  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={ask}>
        {t("closeAll.short")}
      </TextButton>
      <Dialog
        isOpen={isOpen}
        title={t("closeAll.ask", { count })}
        safeAnswer={t("reverse.keep")}
        onSafe={() => setIsAsking(false)}
        answer={t("closeAll.answer")}
        onAnswer={() => void close()}
        tone="warn"
        isBusy={isBusy}
      >
        <p>{t("closeAll.means")}</p>
        <OpenProfit />
        {refusals.map((text) => (
          <Note key={text} tone="danger" isAlert>
            {text}
          </Note>
        ))}
      </Dialog>
    </>
  )
}

/** What all of them would come to now, fees apart. */
function OpenProfit() {
  const { t } = useTranslation("positions")
  const { cells } = useSnapshot(contractAccount)
  if (!cells) return null
  return (
    <p>
      {t("meter.unrealised")} <OwnAmount text={cells.unrealised} unit={cells.currency} isSigned />
    </p>
  )
}
