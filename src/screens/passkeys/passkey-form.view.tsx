/**
 * Adds a passkey: a name, what proves the person, and what the device asks. A refused proof keeps what the device has made: it
 * isn't asked twice.
 */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { addPasskey, beginPasskey, PASSKEY_NAME_LENGTH_MAX } from "#core/wire/passkey-calls.ts"
import { AccountFrame } from "../../panels/account-form/account-frame.view.tsx"
import { UsernameField } from "../../panels/account-form/new-password.view.tsx"
import {
  CodeProofFields,
  LoginPasswordField,
  PROOF_FIELDS,
  PROOF_PLACES,
  useProof,
  useProofCheck,
} from "../../panels/account-form/proof-fields.view.tsx"
import { useCodeSender } from "../../panels/account-form/use-code-sender.ts"
import { useSubmit } from "../../panels/account-form/use-submit.ts"
import { makePasskey } from "../../panels/entrance/passkey-ceremony.ts"
import { deviceText } from "../../text/device-text.ts"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { showToast } from "../../ui/toaster.ts"

interface PasskeyFormProps {
  user: UserInfo
  onDone: () => void
  onBack: () => void
}

export function PasskeyForm({ user, onDone, onBack }: PasskeyFormProps) {
  const { t } = useTranslation("security")
  const proof = useProof(user)
  const [name, setName] = useState(() => deviceText(t, navigator.userAgent).slice(0, PASSKEY_NAME_LENGTH_MAX))
  const made = useRef<AskOf<typeof addPasskey>["credential"]>(undefined)
  const form = useSubmit({
    fields: [...PROOF_FIELDS, "name"],
    places: PROOF_PLACES,
    onRefused: ({ name }) => {
      if (name === "TOTP_NEEDED") proof.noteTotp()
      // What the device has made is of no use any more: too old, or kept already.
      if (name === "PASSKEY") made.current = undefined
    },
  })
  const sender = useCodeSender("passkey", "", form.take)
  const isProven = useProofCheck()

  const submit = async () => {
    if (name.trim() === "") form.refuse("name", t("passkeys.nameNeeded"))
    else if (isProven(proof, form)) await send()
  }
  const send = async () => {
    if (!made.current) {
      const asked = await form.send(beginPasskey, {})
      if (!asked) return
      const ceremony = await makePasskey(asked)
      if (!ceremony.ok) return form.refuse(undefined, t(`account:passkey.${ceremony.why}`))
      made.current = ceremony.credential
    }
    const kept = await form.send(addPasskey, { name, credential: made.current, ...proof.value })
    if (!kept) return
    sender.forget()
    showToast("success", t("passkeys.added"))
    onDone()
  }

  return (
    <AccountFrame
      text={t("passkeys.text")}
      form={form}
      action={t("passkeys.add")}
      onSubmit={() => void submit()}
      below={
        <Button tone="quiet" isBlock onClick={onBack}>
          {t("passkeys.back")}
        </Button>
      }
    >
      <TextField
        label={t("passkeys.name")}
        name="name"
        autoComplete="off"
        value={name}
        maxLength={PASSKEY_NAME_LENGTH_MAX}
        hint={t("passkeys.nameHint")}
        problem={form.problemAt("name")}
        onChange={(text) => {
          form.forgive()
          setName(text)
        }}
      />
      <UsernameField account={user.account} />
      <LoginPasswordField
        value={proof.value.login}
        form={form}
        onChange={(login) => {
          form.forgive()
          proof.set({ login })
        }}
      />
      <CodeProofFields proof={proof} form={form} sender={sender} target={user.account} />
    </AccountFrame>
  )
}
