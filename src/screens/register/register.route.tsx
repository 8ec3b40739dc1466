/** The registration. A code to e-mail or phone, then the code and a password, and they are in. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { register } from "#core/wire/login-calls.ts"
import { useAccountText } from "../../panels/account-form/account-field.view.tsx"
import type { NewPassword } from "../../panels/account-form/new-password.view.tsx"
import { useCodeSender } from "../../panels/account-form/use-code-sender.ts"
import { useSubmit } from "../../panels/account-form/use-submit.ts"
import { useEntrance } from "../../panels/entrance/use-way-on.ts"
import { useScreenSearch } from "../../places/screen-link.tsx"
import { dropInvite, keepInvite, keptInvite } from "../../stores/invite-store.ts"
import { beginSession } from "../../stores/session-store.ts"
import { showToast } from "../../ui/toaster.ts"
import { RegisterView } from "./register.view.tsx"
import { dropSentTo, keepSentTo, sentTo } from "./register-draft.ts"

export function RegisterScreen() {
  const { t } = useTranslation("account")
  const entrance = useEntrance()
  const { invite: linked } = useScreenSearch()
  const [target, setTarget] = useState(sentTo)
  const account = useAccountText(target)
  const [code, setCode] = useState("")
  const [passwords, setPasswords] = useState<NewPassword>({ password: "", confirm: "" })
  const [invite, setInvite] = useState(() => linked ?? keptInvite())
  const form = useSubmit({
    fields: target === "" ? ["account"] : ["code", "password", "confirm", "invite"],
  })
  const sender = useCodeSender("register", target || account.text, form.take)
  useEffect(() => {
    if (linked) keepInvite(linked)
  }, [linked])

  const askForCode = async () => {
    const wanted = account.text.trim()
    form.forgive()
    if (!(await sender.send())) return
    keepSentTo(wanted)
    setTarget(wanted)
  }
  const startAnew = () => {
    dropSentTo()
    setTarget("")
    setCode("")
    form.forgive()
  }
  const create = async () => {
    const request = { account: target, code, ...passwords, invite: invite.trim() }
    const begun = await form.send(register, request)
    if (!begun) return
    dropSentTo()
    dropInvite()
    sender.forget()
    showToast("success", t("register.done"))
    beginSession(begun)
  }
  if (entrance.isOver) return null
  return (
    <RegisterView
      entrance={entrance}
      account={account}
      target={target}
      sender={sender}
      form={form}
      code={code}
      passwords={passwords}
      invite={invite}
      onCode={setCode}
      onPasswords={setPasswords}
      onInvite={(text) => {
        setInvite(text)
        keepInvite(text.trim())
      }}
      onAskForCode={() => void askForCode()}
      onStartAnew={startAnew}
      onCreate={() => void create()}
    />
  )
}
