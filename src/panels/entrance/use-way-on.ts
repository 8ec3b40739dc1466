/** Goes on by itself once there is a session. By itself, whoever began it: this form, or another tab. */

import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { useGo, useScreenSearch } from "../../places/screen-link.tsx"
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
  const go = useGo()
  const way = wayOn(to)
  const latest = useRef({ go, way })
  useEffect(() => {
    // On the way out the address is the next screen's already: what it says is no way on.
    if (!isOver) latest.current = { go, way }
  })
  useEffect(() => {
    if (isOver) latest.current.go(latest.current.way.path, latest.current.way.search, { isReplacing: true })
  }, [isOver])
  const words = wayOnWords(way)
  const place = words && [t(`screen.${words.screen}`), words.pair].filter(Boolean).join(", ")
  return { isOver, to, place }
}
