/** Where is the user logged in? The door of the sessions' list: asks for it, ends what is to end. */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { endOtherSessions, endSession, sessions } from "#core/wire/session-calls.ts"
import { call } from "../../api/call.ts"
import { useAnswer } from "../../api/query.ts"
import { showToast } from "../../ui/toaster.ts"
import { SessionsView } from "./sessions.view.tsx"

/** What is being ended: a session's id, or all others. */
export type Ending = string | "all" | null

/** Old enough to be asked anew, so that a session that was used just now moves. */
const REFRESH_MS = 60_000

export function SessionsScreen() {
  const { t } = useTranslation("security")
  const asked = useAnswer(sessions, {}, true, REFRESH_MS)
  const [ending, setEnding] = useState<Ending>(null)
  // State comes a rendering late; two presses of one moment both would see nothing ending.
  const isEnding = useRef(false)

  const end = async (which: string): Promise<void> => {
    if (isEnding.current) return
    isEnding.current = true
    setEnding(which)
    if (which === "all") {
      const answer = await call(endOtherSessions, {})
      if (answer.ok) showToast("success", t("sessions.endedAll", answer.data))
      else showToast("failure", answer.failure.text)
    } else {
      const answer = await call(endSession, { id: which })
      if (answer.ok) showToast("success", t("sessions.ended"))
      else showToast("failure", answer.failure.text)
    }
    // Also after a refusal: what one wanted to end may be gone already.
    asked.retry()
    isEnding.current = false
    setEnding(null)
  }
  return <SessionsView asked={asked} ending={ending} onEnd={(which) => end(which)} />
}
