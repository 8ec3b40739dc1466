/** The login form. */

import { useTranslation } from "react-i18next"
import { PASSWORD_LENGTH_MAX } from "#core/wire/account.ts"
import { AccountField, type AccountText } from "../../panels/account-form/account-field.view.tsx"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
import { isCode } from "../../panels/account-form/code-digits.ts"
import { CodeField, TotpField } from "../../panels/account-form/code-field.view.tsx"
import type { CodeSender } from "../../panels/account-form/use-code-sender.ts"
import type { Submission } from "../../panels/account-form/use-submit.ts"
import { EntranceFoot, EntranceHead } from "../../panels/entrance/entrance.view.tsx"
import { MailboxHint } from "../../panels/entrance/mailbox-hint.view.tsx"
import type { Entrance } from "../../panels/entrance/use-way-on.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { Note } from "../../ui/note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import styles from "./login.module.css"
import { PasskeyButton } from "./passkey-button.view.tsx"

interface LoginViewProps {
  entrance: Entrance
  account: AccountText
  password: string
  /** Undefined: not asked for. */
  totp: string | undefined
  /** Undefined: not offered. */
  byCode: { code: string; sender: CodeSender; onCode: (code: string) => void } | undefined
  form: Submission
  onPassword: (password: string) => void
  onTotp: (code: string) => void
  onSubmit: () => void
}

export function LoginView(props: LoginViewProps) {
  const { entrance, account, password, totp, byCode, form } = props
  const { t } = useTranslation("account")
  const onward = entrance.to ? { to: entrance.to } : {}
  const submit = () => {
    if (account.text.trim() === "") form.refuse("account", t("form.required"))
    else if (password === "") form.refuse("password", t("form.missingPassword"))
    else if (totp !== undefined && !isCode(totp)) form.refuse("totp", t("form.missingCode"))
    else props.onSubmit()
  }
  return (
    <AccountFrame
      head={<EntranceHead />}
      title={t("login.title")}
      text={entrance.place ? t("login.after", { place: entrance.place }) : undefined}
      form={form}
      action={t("login.send")}
      onSubmit={submit}
      below={
        <>
          <PasskeyButton form={form} />
          <ScreenLink
            to="/register"
            search={onward}
            className={buttonClass({ tone: "outline", size: "primary", isBlock: true })}
          >
            {t("login.register")}
          </ScreenLink>
          <EntranceFoot />
        </>
      }
    >
      <AccountField
        account={account}
        autoComplete="username"
        problem={form.problemAt("account")}
        onChange={form.forgive}
      />
      <TextField
        label={t("password.label")}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        maxLength={PASSWORD_LENGTH_MAX}
        reveal={{ show: t("password.show"), hide: t("password.hide") }}
        problem={form.problemAt("password")}
        onChange={(text) => {
          props.onPassword(text)
          form.forgive()
        }}
      />
      {byCode === undefined ? null : (
        <>
          <Note tone="info">{t("login.byCode")}</Note>
          {byCode.sender.wasSent ? <MailboxHint /> : null}
          <CodeField
            sender={byCode.sender}
            value={byCode.code}
            problem={form.problemAt("code")}
            onChange={(code) => {
              byCode.onCode(code)
              form.forgive()
            }}
          />
        </>
      )}
      {totp === undefined ? null : (
        <TotpField
          isAsked
          value={totp}
          problem={form.problemAt("totp")}
          onChange={(code) => {
            props.onTotp(code)
            form.forgive()
          }}
        />
      )}
      <div className={styles.forgot}>
        <ScreenLink to="/forgot" search={onward} className={buttonClass({ tone: "quiet" })}>
          {t("login.forgot")}
        </ScreenLink>
      </div>
    </AccountFrame>
  )
}
