/** The form of an e-mail address. The new address, the code that went there, and the proofs. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import { bindEmail } from "#core/wire/security-calls.ts"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
import { isCode } from "../../panels/account-form/code-digits.ts"
import { CodeField } from "../../panels/account-form/code-field.view.tsx"
import { UsernameField } from "../../panels/account-form/new-password.view.tsx"
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
import { TextField } from "../../ui/text-field.tsx"

export function EmailView({ user }: { user: UserInfo }) {
  const { t } = useTranslation("security")
  // What was bound when the page was opened: the words must not turn under the toast.
  const [bound] = useState(user.email)
  const [email, setEmail] = useState("")
  const [ownCode, setOwnCode] = useState("")
  const proof = useProof(user)
  const form = useSubmit({
    fields: [...PROOF_FIELDS, "email", "ownCode"],
    places: { ...PROOF_PLACES, ACCOUNT_FORM: "email", OWN_CODE: "ownCode" },
    onRefused: ({ name }) => name === "TOTP_NEEDED" && proof.noteTotp(),
  })
  const sender = useCodeSender("email", email, form.take)
  const ownSender = useCodeSender("changeEmail", "", form.take)
  const isProven = useProofCheck()
  const done = useChangeDone()

  const submit = async () => {
    if (email.trim() === "") return form.refuse("email", t("proof.missingEmail"))
    if (!isCode(ownCode)) return form.refuse("ownCode", t("account:form.missingCode"))
    if (!isProven(proof, form)) return
    if (!(await form.send(bindEmail, { ...proof.value, ownCode, email: email.trim() }))) return
    sender.forget()
    ownSender.forget()
    await done(t("email.done", { email: email.trim() }))
  }

  return (
    <AccountFrame
      text={bound ? t("email.changeText", { email: bound }) : t("email.bindText")}
      form={form}
      action={t(bound ? "email.change" : "email.bind")}
      onSubmit={() => void submit()}
    >
      <UsernameField account={user.account} />
      <TextField
        label={t(bound ? "email.new" : "email.address")}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={email}
        maxLength={254}
        problem={form.problemAt("email")}
        onChange={(text) => {
          form.forgive()
          setEmail(text)
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
      <CodeField
        label={t("email.ownCode")}
        name="ownCode"
        sender={ownSender}
        value={ownCode}
        problem={form.problemAt("ownCode")}
        target={user.account}
        onChange={(code) => {
          form.forgive()
          setOwnCode(code)
        }}
      />
      <CodeProofFields
        proof={proof}
        form={form}
        sender={sender}
        label={t("email.newCode")}
        target={email.trim()}
      />
    </AccountFrame>
  )
}
