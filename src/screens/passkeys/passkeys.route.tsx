/** The user's passkeys: `/pages/user/passkeys`. */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { endPasskey, passkeys } from "#core/wire/passkey-calls.ts"
import { call } from "../../api/call.ts"
import { useAnswer } from "../../api/query.ts"
import { OwnData } from "../../panels/own-data/own-data.view.tsx"
import { showToast } from "../../ui/toaster.ts"
import { PasskeyForm } from "./passkey-form.view.tsx"
import { PasskeysView } from "./passkeys.view.tsx"

/** Old enough to be asked anew, so that one that was used just now tells it. */
const REFRESH_MS = 60_000

export function PasskeysScreen() {
  const { t } = useTranslation("security")
  const asked = useAnswer(passkeys, {}, true, REFRESH_MS)
  const [isAdding, setIsAdding] = useState(false)
  const [isEnding, setIsEnding] = useState(false)
  // State comes a rendering late; two presses of one moment both would see nothing ending.
  const isAsking = useRef(false)

  const remove = async (id: string): Promise<void> => {
    if (isAsking.current) return
    isAsking.current = true
    setIsEnding(true)
    const answer = await call(endPasskey, { id })
    if (answer.ok) showToast("success", t("passkeys.removed"))
    else showToast("failure", answer.failure.text)
    // Also after a refusal: what one wanted to remove may be gone already.
    asked.retry()
    isAsking.current = false
    setIsEnding(false)
  }

  if (!isAdding)
    return (
      <PasskeysView asked={asked} isEnding={isEnding} onAdd={() => setIsAdding(true)} onRemove={remove} />
    )
  return (
    <OwnData>
      {(user) => (
        <PasskeyForm
          user={user}
          onDone={() => {
            asked.retry()
            setIsAdding(false)
          }}
          onBack={() => setIsAdding(false)}
        />
      )}
    </OwnData>
  )
}
