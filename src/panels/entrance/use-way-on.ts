/** Goes on by itself once there is a session, whoever began it: this form, or another tab. Back to where one came from. */

import { useRouter } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { useGo, useScreenPath, useScreenSearch, useSearchWhileHere } from "../../places/screen-link.tsx"
import { session } from "../../stores/session-store.ts"
import { wayBack, wayOn, wayOnWords } from "./way-on.ts"

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
  const search = useScreenSearch()
  const { to } = search
  const before = usePlaceBefore()
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
  // Into the address, where all else finds it: the words above the form, the way to register, a reload.
  const path = useScreenPath()
  const isLost = isHere && !isOver && to === undefined && before !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as it is seen to be missing
  useEffect(() => {
    if (isLost && path) latest.current(path, { ...search, to: before }, { isReplacing: true })
  }, [isLost])
  const words = wayOnWords(wayOn(to))
  const place = words && [t(`screen.${words.screen}`), words.pair].filter(Boolean).join(", ")
  return { isOver, to, place }
}

/**
 * The place that led here by a link that didn't say it: as the screen is first drawn, the router still has it as the one
 * that was shown last. Undefined after a step back, and where there is none worth going back to. What is open over a place
 * holds an entry of its own, which a link in it replaces: then both have one number.
 */
function usePlaceBefore(): string | undefined {
  const router = useRouter()
  const [before] = useState(() => {
    const { location, resolvedLocation: shown } = router.state
    return shown && shown.state.__TSR_index <= location.state.__TSR_index ? wayBack(shown.href) : undefined
  })
  return before
}
