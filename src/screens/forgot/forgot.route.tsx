/** Resets a forgotten password. A code, a new password, and then the login. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { forget } from "#core/wire/login-calls.ts"
import { useAccountText } from "../../panels/account-form/account-field.view.tsx"
import type { NewPassword } from "../../panels/account-form/new-password.view.tsx"
import { useCodeSender } from "../../panels/account-form/use-code-sender.ts"
import { useSubmit } from "../../panels/account-form/use-submit.ts"
import { useGo, useScreenSearch } from "../../places/screen-link.tsx"
import { forgetSession, knownDevice } from "../../stores/session-store.ts"
import { showToast } from "../../ui/toaster.ts"
import { ForgotView } from "./forgot.view.tsx"

export function ForgotScreen() {
  const { t } = useTranslation("account")
  const { to } = useScreenSearch()
  const go = useGo()
  const account = useAccountText()
  const [code, setCode] = useState("")
  const [passwords, setPasswords] = useState<NewPassword>({ password: "", confirm: "" })
  const [totp, setTotp] = useState("")
  const [needsTotp, setNeedsTotp] = useState(false)
  const form = useSubmit({
    fields: ["account", "code", "password", "confirm", "totp", "asked"],
    places: { TOTP_NEEDED: "asked" },
    onRefused: ({ name }) => {
      if (name === "TOTP_NEEDED") setNeedsTotp(true)
    },
  })
  const sender = useCodeSender("forget", account.text, form.take)
  const send = async () => {
    const device = knownDevice()
    const request = { account: account.text.trim(), code, ...passwords, totp: needsTotp ? totp : "", device }
    if (!(await form.send(forget, request))) return
    sender.forget()
    // Every session has ended, one of this device too.
    forgetSession()
    showToast("success", t("forgot.done"))
    go("/login", to ? { to } : {}, { isReplacing: true })
  }
  return (
    <ForgotView
      account={account}
      code={code}
      passwords={passwords}
      totp={needsTotp ? totp : undefined}
      sender={sender}
      form={form}
      onCode={setCode}
      onPasswords={setPasswords}
      onTotp={setTotp}
      onSubmit={() => void send()}
    />
  )
}
