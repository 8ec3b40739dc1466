/** The form of the registration. First whom the code goes to, then code, password and who invited. */

import { useTranslation } from "react-i18next"
import { AccountField, type AccountText } from "../../panels/account-form/account-field.view.tsx"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
import { isCode } from "../../panels/account-form/code-digits.ts"
import { CodeField } from "../../panels/account-form/code-field.view.tsx"
import {
  checkNewPassword,
  type NewPassword,
  NewPasswordFields,
} from "../../panels/account-form/new-password.view.tsx"
import type { CodeSender } from "../../panels/account-form/use-code-sender.ts"
import type { Submission } from "../../panels/account-form/use-submit.ts"
import { EntranceFoot, EntranceHead } from "../../panels/entrance/entrance.view.tsx"
import { MailboxHint } from "../../panels/entrance/mailbox-hint.view.tsx"
import type { Entrance } from "../../panels/entrance/use-way-on.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { Button, buttonClass } from "../../ui/button.tsx"
import { TextField } from "../../ui/text-field.tsx"

const INVITE_LENGTH_MAX = 16

interface RegisterViewProps {
  entrance: Entrance
  account: AccountText
  /** Whom the code was sent to; empty: not yet. */
  target: string
  sender: CodeSender
  form: Submission
  code: string
  passwords: NewPassword
  invite: string
  onCode: (code: string) => void
  onPasswords: (value: NewPassword) => void
  onInvite: (code: string) => void
  onAskForCode: () => void
  onStartAnew: () => void
  onCreate: () => void
}

export function RegisterView(props: RegisterViewProps) {
  return props.target === "" ? <AskForCode {...props} /> : <Create {...props} />
}

function AskForCode({ entrance, account, sender, form, onAskForCode }: RegisterViewProps) {
  const { t } = useTranslation("account")
  return (
    <AccountFrame
      key="account"
      head={<EntranceHead />}
      title={t("register.title")}
      text={t("register.text")}
      form={{ ...form, isBusy: sender.isSending }}
      action={t("register.next")}
      onSubmit={() => {
        if (account.text.trim().length < 3) form.refuse("account", t("form.required"))
        else onAskForCode()
      }}
      below={
        <>
          <ScreenLink
            to="/login"
            search={entrance.to ? { to: entrance.to } : {}}
            className={buttonClass({ tone: "outline", size: "primary", isBlock: true })}
          >
            {t("register.login")}
          </ScreenLink>
          <EntranceFoot />
        </>
      }
    >
      <AccountField account={account} problem={form.problemAt("account")} onChange={form.forgive} />
    </AccountFrame>
  )
}

function Create(props: RegisterViewProps) {
  const { target, sender, form, code, passwords, invite } = props
  const { t } = useTranslation("account")
  const submit = () => {
    if (!isCode(code)) form.refuse("code", t("form.missingCode"))
    else if (checkNewPassword(passwords, form)) props.onCreate()
  }
  return (
    <AccountFrame
      key="create"
      head={<EntranceHead />}
      title={t("register.title")}
      text={t("register.sentTo", { target })}
      form={form}
      action={t("register.create")}
      onSubmit={submit}
      below={
        <Button tone="quiet" onClick={props.onStartAnew}>
          {t("register.other")}
        </Button>
      }
    >
      <MailboxHint />
      <CodeField
        sender={sender}
        value={code}
        problem={form.problemAt("code")}
        onChange={(text) => {
          props.onCode(text)
          form.forgive()
        }}
      />
      <NewPasswordFields
        value={passwords}
        form={form}
        account={target}
        label={t("password.label")}
        onChange={(value) => {
          props.onPasswords(value)
          form.forgive()
        }}
      />
      <TextField
        label={t("register.invite")}
        name="invite"
        autoComplete="off"
        autoCapitalize="characters"
        value={invite}
        maxLength={INVITE_LENGTH_MAX}
        problem={form.problemAt("invite")}
        onChange={(text) => {
          props.onInvite(text)
          form.forgive()
        }}
      />
    </AccountFrame>
  )
}
