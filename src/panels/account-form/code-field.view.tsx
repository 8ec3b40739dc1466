/** How is the code of a message typed in? Six digits, pasted or filled in by the phone, with the button that sends one. */

import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { timeLeft } from "../../text/time-left.ts"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/text-field.tsx"
import styles from "./account-form.module.css"
import { digitsOf } from "./code-digits.ts"
import type { CodeSender } from "./use-code-sender.ts"

interface CodeFieldProps {
  sender: CodeSender
  value: string
  onChange: (code: string) => void
  problem: string | undefined
  /** Where it goes, as words; left out: nothing is said. */
  target?: string | undefined
  /** Where a form asks for several. Left out: "Verification code", `code`. */
  label?: string
  name?: string
}

export function CodeField({
  sender,
  value,
  onChange,
  problem,
  target,
  label,
  name = "code",
}: CodeFieldProps) {
  const { t } = useTranslation("account")
  const isWaiting = sender.secondsLeft > 0
  return (
    <TextField
      label={label ?? t("code.label")}
      name={name}
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      problem={problem}
      hint={sender.wasSent ? (target ? t("code.sentTo", { target }) : t("code.sent")) : t("code.hint")}
      onChange={(text) => onChange(digitsOf(text))}
      end={
        <Button
          tone="quiet"
          className={styles.send}
          isBusy={sender.isSending}
          disabled={isWaiting}
          onClick={() => void sender.send()}
        >
          {isWaiting
            ? t("code.again", { time: timeLeft(sender.secondsLeft * 1000) })
            : sender.wasSent
              ? t("code.resend")
              : t("code.send")}
        </Button>
      }
    />
  )
}

interface TotpFieldProps {
  /** It appears because the server asks for it: typing goes on in it. */
  isAsked?: boolean
  value: string
  onChange: (code: string) => void
  problem: string | undefined
}

/** The six digits of an authenticator. */
export function TotpField({ isAsked = false, value, onChange, problem }: TotpFieldProps) {
  const { t } = useTranslation("account")
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isAsked) input.current?.focus()
  }, [isAsked])
  return (
    <TextField
      inputRef={input}
      label={t("code.totp")}
      name="totp"
      value={value}
      inputMode="numeric"
      autoComplete="one-time-code"
      problem={problem}
      hint={t("code.totpHint")}
      onChange={(text) => onChange(digitsOf(text))}
    />
  )
}
