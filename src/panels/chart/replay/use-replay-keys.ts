/** Keys of a replay. They mean something while nobody types, no button waits for the space bar, and nothing is open over it. */

import { useEffect, useRef } from "react"
import { chordOf } from "../../../ui/page-keys.ts"

const TYPING = "input, textarea, select, [contenteditable], [role=radio]"
const PRESSED_BY_SPACE = "button, summary, a, [role=button]"
/** The replay is one of them. */
const OPEN = ":is([role=dialog],[role=alertdialog]):not([data-closed],[data-ending-style])"

export function useReplayKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const chord = chordOf(event)
      const press = chord === undefined ? undefined : latest.current[chord]
      const { target } = event
      if (!press || event.defaultPrevented || document.querySelectorAll(OPEN).length > 1) return
      if (target instanceof HTMLElement && target.matches(TYPING)) return
      if (chord === " " && target instanceof HTMLElement && target.matches(PRESSED_BY_SPACE)) return
      event.preventDefault()
      press()
    }
    window.addEventListener("keydown", hear)
    return () => window.removeEventListener("keydown", hear)
  }, [])
}
