/** The form that changes the login password. The old one, the new one twice, a code; what it brings is said before. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import { changePassword } from "#core/wire/security-calls.ts"
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
import { Checkbox } from "../../ui/checkbox.tsx"

export function PasswordView({ user }: { user: UserInfo }) {
  const { t } = useTranslation("security")
  const proof = useProof(user)
  const [endKeys, setEndKeys] = useState(true)
  const [fresh, setFresh] = useState({ password: "", confirm: "" })
  const form = useSubmit({
    fields: [...PROOF_FIELDS, "password", "confirm"],
    places: PROOF_PLACES,
    onRefused: ({ name }) => name === "TOTP_NEEDED" && proof.noteTotp(),
  })
  const sender = useCodeSender("password", "", form.take)
  const isProven = useProofCheck()
  const done = useChangeDone()

  const submit = async () => {
    if (!checkNewPassword(fresh, form) || !isProven(proof, form)) return
    const { login, code, totp } = proof.value
    if (!(await form.send(changePassword, { old: login, ...fresh, code, totp, endKeys }))) return
    sender.forget()
    await done(t("password.done"))
  }

  return (
    <AccountFrame
      text={t("password.text")}
      form={form}
      action={t("password.submit")}
      onSubmit={() => void submit()}
    >
      <LoginPasswordField
        label={t("password.old")}
        value={proof.value.login}
        form={form}
        onChange={(login) => {
          form.forgive()
          proof.set({ login })
        }}
      />
      <NewPasswordFields
        label={t("password.new")}
        value={fresh}
        form={form}
        account={user.account}
        onChange={(value) => {
          form.forgive()
          setFresh(value)
        }}
      />
      <CodeProofFields proof={proof} form={form} sender={sender} target={user.account} />
      <Checkbox isOn={endKeys} onChange={setEndKeys}>
        {t("password.endKeys")}
      </Checkbox>
    </AccountFrame>
  )
}
