/** The form of the trade password. What it is for, the new one twice, and the proofs. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import { setTradePassword } from "#core/wire/security-calls.ts"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
import { checkNewPassword, NewPasswordFields } from "../../panels/account-form/new-password.view.tsx"
import {
  CodeProofFields,
  LoginPasswordField,
  PROOF_FIELDS,
  PROOF_PLACES,
  useProof,
  useProofCheck,
} from "../../panels/account-form/proof-fields.view.tsx"
import { useChangeDone } from "../../panels/account-form/use-change-done.ts"
import { useCodeSender } from "../../panels/account-form/use-code-sender.ts"
import { useSubmit } from "../../panels/account-form/use-submit.ts"

export function TradePasswordView({ user }: { user: UserInfo }) {
  const { t } = useTranslation("security")
  // What it was when the page was opened: the words must not turn under the toast.
  const [isChange] = useState(user.tradePassword)
  const proof = useProof(user)
  const [fresh, setFresh] = useState({ password: "", confirm: "" })
  const form = useSubmit({
    fields: [...PROOF_FIELDS, "password", "confirm"],
    places: PROOF_PLACES,
    onRefused: ({ name }) => name === "TOTP_NEEDED" && proof.noteTotp(),
  })
  const sender = useCodeSender("payPwd", "", form.take)
  const isProven = useProofCheck()
  const done = useChangeDone()

  const submit = async () => {
    if (!checkNewPassword(fresh, form) || !isProven(proof, form)) return
    if (!(await form.send(setTradePassword, { ...proof.value, ...fresh }))) return
    sender.forget()
    await done(t(isChange ? "tradePassword.changed" : "tradePassword.done"))
  }

  return (
    <AccountFrame
      text={`${t("tradePassword.text")} ${t("tradePassword.rest")}`}
      form={form}
      action={t(isChange ? "tradePassword.change" : "tradePassword.set")}
      onSubmit={() => void submit()}
    >
      <NewPasswordFields
        label={t("tradePassword.new")}
        value={fresh}
        form={form}
        // Kept under the account's own name it would take the login password's place in a password manager.
        account={`${user.account} (${t("tradePassword.new")})`}
        onChange={(value) => {
          form.forgive()
          setFresh(value)
        }}
      />
      <LoginPasswordField
        value={proof.value.login}
        form={form}
        onChange={(login) => {
          form.forgive()
          proof.set({ login })
        }}
      />
      <CodeProofFields proof={proof} form={form} sender={sender} target={user.account} />
    </AccountFrame>
  )
}
