/**
 * The login. Account and password, then the authenticator where one is on; then on to where they wanted. Who has to wait
 * for wrong passwords, of whomever, may send a code along instead.
 */

import { useState } from "react"
import { login } from "#core/wire/login-calls.ts"
import type { CallFailure } from "../../api/call.ts"
import { useAccountText } from "../../panels/account-form/account-field.view.tsx"
import { isCode } from "../../panels/account-form/code-digits.ts"
import { useCodeSender } from "../../panels/account-form/use-code-sender.ts"
import { useSubmit } from "../../panels/account-form/use-submit.ts"
import { useEntrance } from "../../panels/entrance/use-way-on.ts"
import { beginSession, knownDevice } from "../../stores/session-store.ts"
import { LoginView } from "./login.view.tsx"

export function LoginScreen() {
  const entrance = useEntrance()
  const account = useAccountText()
  const [password, setPassword] = useState("")
  const [totp, setTotp] = useState("")
  const [needsTotp, setNeedsTotp] = useState(false)
  const [code, setCode] = useState("")
  const [needsCode, setNeedsCode] = useState(false)
  const choices = {
    // Being asked for the authenticator is no refusal: its field appears and says what it wants.
    fields: ["account", "password", "code", "totp", "asked"],
    places: { TOTP_NEEDED: "asked" },
    onRefused: ({ name }: CallFailure) => {
      if (name === "TOTP_NEEDED") setNeedsTotp(true)
      if (name === "CREDENTIALS") setNeedsTotp(false)
      if (name === "WAIT") setNeedsCode(true)
    },
  }
  const byTries = useSubmit(choices)
  // What has to wait is the other way: a code is heard at once.
  const byCode = useSubmit(choices)
  const hasCode = needsCode && isCode(code)
  const form = hasCode ? byCode : byTries
  const sender = useCodeSender("login", account.text, form.take)
  const send = async () => {
    const begun = await form.send(login, {
      account: account.text.trim(),
      password,
      totp: needsTotp ? totp : "",
      code: hasCode ? code : "",
      device: knownDevice(),
    })
    if (!begun) return
    if (hasCode) sender.forget()
    beginSession(begun)
  }
  if (entrance.isOver) return null
  return (
    <LoginView
      entrance={entrance}
      account={account}
      password={password}
      totp={needsTotp ? totp : undefined}
      byCode={needsCode ? { code, sender, onCode: setCode } : undefined}
      form={form}
      onPassword={setPassword}
      onTotp={setTotp}
      onSubmit={() => void send()}
    />
  )
}
