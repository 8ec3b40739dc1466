/** What proves a person before something of their safety is changed? The login password, a message's code, the authenticator. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { PASSWORD_LENGTH_MAX, type UserInfo } from "#core/wire/account.ts"
import { TextField } from "../../ui/text-field.tsx"
import { isCode } from "./code-digits.ts"
import { CodeField, TotpField } from "./code-field.view.tsx"
import type { CodeSender } from "./use-code-sender.ts"
import type { Submission } from "./use-submit.ts"

/** Names of the fields, as a form tells `useSubmit`. */
export const PROOF_FIELDS = ["login", "code", "totp"] as const

/** Where a form with these fields puts the refusal of a wrong password. */
export const PROOF_PLACES = { CREDENTIALS: "login" } as const

interface Proof {
  login: string
  code: string
  totp: string
}

export interface ProofState {
  value: Proof
  set: (change: Partial<Proof>) => void
  /** The authenticator is on, as far as is known. */
  hasTotp: boolean
  /** The server asked for the authenticator all the same: it was switched on elsewhere. */
  noteTotp: () => void
}

export function useProof(user: UserInfo): ProofState {
  const [value, setValue] = useState<Proof>({ login: "", code: "", totp: "" })
  const [isAsked, setIsAsked] = useState(false)
  return {
    value,
    set: (change) => setValue((before) => ({ ...before, ...change })),
    hasTotp: user.totp || isAsked,
    noteTotp: () => setIsAsked(true),
  }
}

/** Says at once what is missing. True: it can be sent. `hasCode` false: no message's code is asked for. */
export function useProofCheck(): (proof: ProofState, form: Submission, hasCode?: boolean) => boolean {
  const { t } = useTranslation("account")
  return ({ value, hasTotp }, form, hasCode = true) => {
    const missing =
      value.login === ""
        ? ["login", t("form.missingPassword")]
        : hasCode && !isCode(value.code)
          ? ["code", t("form.missingCode")]
          : hasTotp && !isCode(value.totp)
            ? ["totp", t("form.missingCode")]
            : undefined
    if (missing) form.refuse(missing[0], missing[1] ?? "")
    return missing === undefined
  }
}

interface LoginPasswordProps {
  value: string
  onChange: (password: string) => void
  form: Submission
  /** Left out: "Login password". */
  label?: string
}

/** The password one logs in with, once more. */
export function LoginPasswordField({ value, onChange, form, label }: LoginPasswordProps) {
  const { t } = useTranslation("account")
  return (
    <TextField
      label={label ?? t("security:proof.password")}
      name="login"
      type="password"
      autoComplete="current-password"
      value={value}
      maxLength={PASSWORD_LENGTH_MAX}
      reveal={{ show: t("password.show"), hide: t("password.hide") }}
      problem={form.problemAt("login")}
      onChange={onChange}
    />
  )
}

interface CodeProofProps {
  proof: ProofState
  form: Submission
  sender: CodeSender
  /** Where the code goes. */
  target?: string | undefined
  /** Of the code; left out: "Verification code". */
  label?: string
}

/** The code of a message, and the authenticator's where one is on. */
export function CodeProofFields({ proof, form, sender, target, label }: CodeProofProps) {
  return (
    <>
      <CodeField
        sender={sender}
        value={proof.value.code}
        problem={form.problemAt("code")}
        target={target}
        {...(label !== undefined && { label })}
        onChange={(code) => {
          form.forgive()
          proof.set({ code })
        }}
      />
      {proof.hasTotp ? (
        <TotpField
          value={proof.value.totp}
          problem={form.problemAt("totp")}
          onChange={(totp) => {
            form.forgive()
            proof.set({ totp })
          }}
        />
      ) : null}
    </>
  )
}
