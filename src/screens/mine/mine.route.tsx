/** Who am I here? The door of the user centre: asks anew, since identity and credit change without the page. */

import { useEffect } from "react"
import { useSnapshot } from "valtio"
import { me } from "#core/wire/security-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { openOverlay } from "../../stores/overlay-store.ts"
import { session, setUser } from "../../stores/session-store.ts"
import { MineView } from "./mine.view.tsx"

export function MineScreen() {
  const asked = useAnswer(me, {})
  const { user } = useSnapshot(session)
  const { data } = asked
  useEffect(() => {
    if (data) setUser(data)
  }, [data])
  // What the page knows already is shown at once, and wins over an older answer.
  return <MineView asked={user ? { ...asked, data: user } : asked} onLogOut={() => openOverlay("logout")} />
}
