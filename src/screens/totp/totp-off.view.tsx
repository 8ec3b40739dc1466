/** Switches the authenticator off. With all three proofs, so that a stolen session can't. */

import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import { dropTotp } from "#core/wire/security-calls.ts"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
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

export function TotpOffView({ user }: { user: UserInfo }) {
  const { t } = useTranslation("security")
  const proof = useProof(user)
  const form = useSubmit({ fields: PROOF_FIELDS, places: PROOF_PLACES })
  const sender = useCodeSender("totp", "", form.take)
  const isProven = useProofCheck()
  const done = useChangeDone()
  const submit = async () => {
    if (!isProven(proof, form)) return
    if (!(await form.send(dropTotp, proof.value))) return
    sender.forget()
    await done(t("totp.offDone"))
  }
  return (
    <AccountFrame
      text={`${t("totp.isOn")} ${t("totp.offText")}`}
      form={form}
      action={t("totp.switchOff")}
      tone="warn"
      onSubmit={() => void submit()}
    >
      <UsernameField account={user.account} />
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
