/** Goes on by itself once there is a session. By itself, whoever began it: this form, or another tab. */

import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { useGo, useScreenSearch, useSearchWhileHere } from "../../places/screen-link.tsx"
import { session } from "../../stores/session-store.ts"
import { wayOn, wayOnWords } from "./way-on.ts"

export interface Entrance {
  /** Logged in: the screen is about to be left. */
  isOver: boolean
  /** The address that waits, to be handed on to login, register and forgot. */
  to: string | undefined
  /** Where one goes, as words; undefined for home. */
  place: string | undefined
}

export function useEntrance(): Entrance {
  const { t } = useTranslation("app")
  const { to } = useScreenSearch()
  const isOver = useSnapshot(session).token !== null
  const asked = useSearchWhileHere()
  const [isHere, here] = [asked !== undefined, asked?.to]
  const go = useGo()
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  // Again when the address comes back while the way out is still being gone.
  useEffect(() => {
    if (!isOver || !isHere) return
    const { path, search } = wayOn(here)
    latest.current(path, search, { isReplacing: true })
  }, [isOver, isHere, here])
  const words = wayOnWords(wayOn(to))
  const place = words && [t(`screen.${words.screen}`), words.pair].filter(Boolean).join(", ")
  return { isOver, to, place }
}
