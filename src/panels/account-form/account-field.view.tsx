/** How does a person name their account? By e-mail address or by phone number; each keeps what was typed. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import { TextField } from "../../ui/text-field.tsx"
import styles from "./account-form.module.css"

type AccountKind = "email" | "phone"

export interface AccountText {
  kind: AccountKind
  /** As typed in the field that is shown. */
  text: string
  setKind: (kind: AccountKind) => void
  setText: (text: string) => void
}

/** @param start what is known already: a phone number if it begins with a plus sign */
export function useAccountText(start = ""): AccountText {
  const [kind, setKind] = useState<AccountKind>(start.startsWith("+") ? "phone" : "email")
  const [texts, setTexts] = useState({ email: "", phone: "", [kind]: start })
  return {
    kind,
    text: texts[kind],
    setKind,
    setText: (text) => setTexts({ ...texts, [kind]: text }),
  }
}

interface AccountFieldProps {
  account: AccountText
  problem: string | undefined
  /** `username` where one logs in; left out: `email` or `tel`, of an account to come: what text messages risk is told then. */
  autoComplete?: "username"
  onChange?: () => void
}

export function AccountField({ account, problem, autoComplete, onChange }: AccountFieldProps) {
  const { t } = useTranslation("account")
  const { kind, text, setKind, setText } = account
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value)
      onChange?.()
    }
  }
  return (
    <div className={styles.account}>
      <Tabs
        id="account"
        label={t("account.label")}
        className={styles.tabs}
        tabs={[
          { value: "email", label: t("account.email") },
          { value: "phone", label: t("account.phone") },
        ]}
        value={kind}
        onChange={change(setKind)}
      />
      <TabPanel id="account" value={kind}>
        <TextField
          key={kind}
          label={t(`account.${kind}`)}
          name={kind === "email" ? "email" : "phone"}
          inputMode={kind === "email" ? "email" : "tel"}
          autoComplete={autoComplete ?? (kind === "email" ? "email" : "tel")}
          value={text}
          maxLength={254}
          problem={problem}
          hint={kind === "phone" ? t(autoComplete ? "account.phoneHint" : "account.phoneRisk") : undefined}
          onChange={change(setText)}
        />
      </TabPanel>
    </div>
  )
}
