/** Logs in with a passkey: one press, and what the device asks. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { askPasskey, logInWithPasskey } from "#core/wire/passkey-calls.ts"
import type { Submission } from "../../panels/account-form/use-submit.ts"
import { provePasskey, usePasskeyPlace } from "../../panels/entrance/passkey-ceremony.ts"
import { beginSession } from "../../stores/session-store.ts"
import { Button } from "../../ui/button.tsx"
import { Fingerprint, Icon } from "../../ui/icon.tsx"

export function PasskeyButton({ form }: { form: Submission }) {
  const { t } = useTranslation("account")
  const { isHere } = usePasskeyPlace()
  const [isAsking, setIsAsking] = useState(false)
  const logIn = async () => {
    form.forgive()
    const asked = await form.send(askPasskey, {})
    if (!asked) return
    const proven = await provePasskey(asked)
    if (!proven.ok) return form.refuse(undefined, t(`passkey.${proven.why}`))
    const begun = await form.send(logInWithPasskey, { credential: proven.credential })
    if (begun) beginSession(begun)
  }
  if (!isHere) return null
  return (
    <Button
      tone="outline"
      size="primary"
      isBlock
      icon={<Icon glyph={Fingerprint} size={16} />}
      isBusy={isAsking}
      onClick={() => {
        setIsAsking(true)
        void logIn().finally(() => setIsAsking(false))
      }}
    >
      {t("passkey.login")}
    </Button>
  )
}
