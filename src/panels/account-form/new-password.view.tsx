/** How is a new password set? Twice, with how strong it is, and with the account's name beside it for password managers. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "#core/wire/account.ts"
import { problemText } from "../../text/problem-text.ts"
import { classNames } from "../../ui/class-names.ts"
import { TextField } from "../../ui/text-field.tsx"
import styles from "./account-form.module.css"
import { type Strength, strengthOf } from "./password-strength.ts"
import type { Submission } from "./use-submit.ts"

export interface NewPassword {
  password: string
  confirm: string
}

interface NewPasswordProps {
  value: NewPassword
  onChange: (value: NewPassword) => void
  form: Submission
  /** Whose password it is: kept with it by password managers, and a bad password. */
  account: string
  /** Words of the first field; left out: "New password". */
  label?: string
}

export function NewPasswordFields({ value, onChange, form, account, label }: NewPasswordProps) {
  const { t } = useTranslation("account")
  const reveal = { show: t("password.show"), hide: t("password.hide") }
  return (
    <>
      <UsernameField account={account} />
      <TextField
        label={label ?? t("password.new")}
        name="password"
        type="password"
        autoComplete="new-password"
        value={value.password}
        maxLength={PASSWORD_LENGTH_MAX}
        reveal={reveal}
        problem={form.problemAt("password")}
        hint={<StrengthMeter password={value.password} account={account} />}
        onChange={(password) => onChange({ ...value, password })}
      />
      <TextField
        label={t("password.confirm")}
        name="confirm"
        type="password"
        autoComplete="new-password"
        value={value.confirm}
        maxLength={PASSWORD_LENGTH_MAX}
        reveal={reveal}
        problem={form.problemAt("confirm")}
        onChange={(confirm) => onChange({ ...value, confirm })}
      />
    </>
  )
}

/** Says at once what the server would say: too short, or the two differ. True: it can be sent. */
export function checkNewPassword({ password, confirm }: NewPassword, form: Submission): boolean {
  if ([...password].length < PASSWORD_LENGTH_MIN) {
    form.refuse("password", problemText({ name: "PASSWORD_WEAK", values: { least: PASSWORD_LENGTH_MIN } }))
    return false
  }
  if (password !== confirm) {
    form.refuse("confirm", problemText({ name: "PASSWORDS_DIFFER" }))
    return false
  }
  return true
}

/** Tells a password manager whose password a form is about, where the account isn't typed in. */
export function UsernameField({ account }: { account: string }) {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      className={styles.username}
      value={account}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  )
}

const FILLED: Record<Strength, number> = { short: 0, weak: 1, fair: 2, good: 3, strong: 4 }
const TONES: Record<Strength, string | undefined> = {
  short: undefined,
  weak: styles.weak,
  fair: styles.fair,
  good: styles.good,
  strong: styles.good,
}

function StrengthMeter({ password, account }: { password: string; account: string }) {
  const { t } = useTranslation("account")
  const strength = useStrength(password, account)
  if (password === "" || strength === undefined || strength === "short")
    return t("password.least", { least: PASSWORD_LENGTH_MIN })
  return (
    <span className={styles.strength}>
      <span className={styles.steps} aria-hidden="true">
        {[0, 1, 2, 3].map((step) => (
          <span key={step} className={classNames(styles.step, step < FILLED[strength] && TONES[strength])} />
        ))}
      </span>
      {t(`password.${strength}`)}
    </span>
  )
}

const TYPING_MS = 150

/** The estimate a moment after the last key; undefined until there is one, and when its code can't be had. */
function useStrength(password: string, account: string): Strength | undefined {
  const [strength, setStrength] = useState<Strength>()
  useEffect(() => {
    let isCurrent = true
    const tell = (found: Strength | undefined) => {
      if (isCurrent) setStrength(found)
    }
    const timer = setTimeout(
      () => strengthOf(password, [account]).then(tell, () => tell(undefined)),
      TYPING_MS,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [password, account])
  return strength
}
