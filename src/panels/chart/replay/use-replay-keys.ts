/** Keys of a replay. They mean something while nobody types, no button waits for the space bar, and nothing is open over it. */

import { useEffect, useRef } from "react"
import { HOTKEY_NAMES, type Hotkey, isHotkey } from "../../../stores/hotkeys.ts"
import { chordOf } from "../../../ui/page-keys.ts"

const TYPING = "input, textarea, select, [contenteditable], [role=radio]"
const PRESSED_BY_SPACE = "button, summary, a, [role=button]"
/** The replay is one of them. */
const OPEN = ":is([role=dialog],[role=alertdialog]):not([data-closed],[data-ending-style])"

type ReplayKey = Extract<Hotkey, `replay${string}`>

const isReplayKey = (name: Hotkey): name is ReplayKey => name.startsWith("replay")

/** `play` has the space bar, whatever the others are. */
export type ReplayPresses = Readonly<Record<ReplayKey | "play", () => void>>

export function useReplayKeys(presses: ReplayPresses): void {
  const latest = useRef(presses)
  useEffect(() => {
    latest.current = presses
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const chord = chordOf(event)
      if (chord === undefined) return
      const name =
        chord === " " ? "play" : HOTKEY_NAMES.filter(isReplayKey).find((key) => isHotkey(key, chord))
      const { target } = event
      if (!name || event.defaultPrevented || document.querySelectorAll(OPEN).length > 1) return
      if (target instanceof HTMLElement && target.matches(TYPING)) return
      if (name === "play" && target instanceof HTMLElement && target.matches(PRESSED_BY_SPACE)) return
      event.preventDefault()
      latest.current[name]()
    }
    window.addEventListener("keydown", hear)
    return () => window.removeEventListener("keydown", hear)
  }, [])
}
