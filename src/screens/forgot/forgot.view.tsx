/** The page "forgot password". Account, code and new password on one page. */

import { useTranslation } from "react-i18next"
import { AccountField, type AccountText } from "../../panels/account-form/account-field.view.tsx"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
import { isCode } from "../../panels/account-form/code-digits.ts"
import { CodeField, TotpField } from "../../panels/account-form/code-field.view.tsx"
import {
  checkNewPassword,
  type NewPassword,
  NewPasswordFields,
} from "../../panels/account-form/new-password.view.tsx"
import type { CodeSender } from "../../panels/account-form/use-code-sender.ts"
import type { Submission } from "../../panels/account-form/use-submit.ts"
import { EntranceFoot, EntranceHead } from "../../panels/entrance/entrance.view.tsx"
import { MailboxHint } from "../../panels/entrance/mailbox-hint.view.tsx"

interface ForgotViewProps {
  account: AccountText
  code: string
  passwords: NewPassword
  /** Undefined: not asked for. */
  totp: string | undefined
  sender: CodeSender
  form: Submission
  onCode: (code: string) => void
  onPasswords: (value: NewPassword) => void
  onTotp: (code: string) => void
  onSubmit: () => void
}

export function ForgotView(props: ForgotViewProps) {
  const { account, code, passwords, totp, sender, form } = props
  const { t } = useTranslation("account")
  const submit = () => {
    if (account.text.trim() === "") form.refuse("account", t("form.required"))
    else if (!isCode(code)) form.refuse("code", t("form.missingCode"))
    else if (!checkNewPassword(passwords, form)) return
    else if (totp !== undefined && !isCode(totp)) form.refuse("totp", t("form.missingCode"))
    else props.onSubmit()
  }
  const changed = <Value,>(change: (value: Value) => void) => {
    return (value: Value) => {
      change(value)
      form.forgive()
    }
  }
  return (
    <AccountFrame
      head={<EntranceHead />}
      title={t("forgot.title")}
      text={t("forgot.text")}
      form={form}
      action={t("forgot.send")}
      onSubmit={submit}
      below={<EntranceFoot />}
    >
      <AccountField
        account={account}
        autoComplete="username"
        problem={form.problemAt("account")}
        onChange={form.forgive}
      />
      {sender.wasSent ? <MailboxHint /> : null}
      <CodeField
        sender={sender}
        value={code}
        problem={form.problemAt("code")}
        onChange={changed(props.onCode)}
      />
      <NewPasswordFields
        value={passwords}
        form={form}
        account={account.text.trim()}
        onChange={changed(props.onPasswords)}
      />
      {totp === undefined ? null : (
        <TotpField isAsked value={totp} problem={form.problemAt("totp")} onChange={changed(props.onTotp)} />
      )}
    </AccountFrame>
  )
}
