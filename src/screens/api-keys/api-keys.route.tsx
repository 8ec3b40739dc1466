/** Keys with which programs of the user's sign their calls: `/pages/user/keys`. */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { apiKeys, endAllApiKeys, endApiKey } from "#core/wire/api-key-calls.ts"
import { call } from "../../api/call.ts"
import { useAnswer } from "../../api/query.ts"
import { OwnData } from "../../panels/own-data/own-data.view.tsx"
import { showToast } from "../../ui/toaster.ts"
import { ApiKeysView } from "./api-keys.view.tsx"
import { FreshKey, type Made } from "./fresh-key.view.tsx"
import { KeyForm } from "./key-form.view.tsx"

/** Old enough to be asked anew, so that a key that was used just now tells it. */
const REFRESH_MS = 60_000

export function ApiKeysScreen() {
  const { t } = useTranslation("apiKeys")
  const asked = useAnswer(apiKeys, {}, true, REFRESH_MS)
  const [shown, setShown] = useState<"list" | "form" | Made>("list")
  const [isEnding, setIsEnding] = useState(false)
  // State comes a rendering late; two presses of one moment both would see nothing ending.
  const isAsking = useRef(false)

  const revoke = async (id: string | undefined): Promise<void> => {
    if (isAsking.current) return
    isAsking.current = true
    setIsEnding(true)
    const answer = id === undefined ? await call(endAllApiKeys, {}) : await call(endApiKey, { id })
    if (!answer.ok) showToast("failure", answer.failure.text)
    else if ("ended" in answer.data) showToast("success", t("revokedAll", { ended: answer.data.ended }))
    else showToast("success", t("revoked"))
    // Also after a refusal: what one wanted to end may be gone already.
    asked.retry()
    isAsking.current = false
    setIsEnding(false)
  }

  if (shown === "form")
    return (
      <OwnData>
        {(user) => (
          <KeyForm
            user={user}
            onMade={(made) => {
              asked.retry()
              setShown(made)
            }}
            onBack={() => setShown("list")}
          />
        )}
      </OwnData>
    )
  if (shown !== "list") return <FreshKey made={shown} onDone={() => setShown("list")} />
  return <ApiKeysView asked={asked} isEnding={isEnding} onCreate={() => setShown("form")} onRevoke={revoke} />
}
