/** How does a person log in? Account and password, then the authenticator where one is on; then on to where they wanted. */

import { useState } from "react"
import { login } from "#core/wire/login-calls.ts"
import { useAccountText } from "../../panels/account-form/account-field.view.tsx"
import { useSubmit } from "../../panels/account-form/use-submit.ts"
import { useEntrance } from "../../panels/entrance/use-way-on.ts"
import { beginSession } from "../../stores/session-store.ts"
import { LoginView } from "./login.view.tsx"

export function LoginScreen() {
  const entrance = useEntrance()
  const account = useAccountText()
  const [password, setPassword] = useState("")
  const [totp, setTotp] = useState("")
  const [needsTotp, setNeedsTotp] = useState(false)
  const form = useSubmit({
    // Being asked for the authenticator is no refusal: its field appears and says what it wants.
    fields: ["account", "password", "totp", "asked"],
    places: { TOTP_NEEDED: "asked" },
    onRefused: ({ name }) => {
      if (name === "TOTP_NEEDED") setNeedsTotp(true)
      if (name === "CREDENTIALS") setNeedsTotp(false)
    },
  })
  const send = async () => {
    const request = { account: account.text.trim(), password, totp: needsTotp ? totp : "" }
    const begun = await form.send(login, request)
    if (begun) beginSession(begun.token, begun.user)
  }
  if (entrance.isOver) return null
  return (
    <LoginView
      entrance={entrance}
      account={account}
      password={password}
      totp={needsTotp ? totp : undefined}
      form={form}
      onPassword={setPassword}
      onTotp={setTotp}
      onSubmit={() => void send()}
    />
  )
}
