/**
 * Keys of the page itself, named as chords: "b", "Shift+b", "?", "Mod+k" (Ctrl or ⌘). Plain ones are heard wherever nobody
 * types and nothing is open over the page, those with Ctrl or ⌘ while one types, too.
 */

import { useEffect, useRef } from "react"

const TYPING =
  "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]"

/**
 * What is on its way out is closed already: who pressed Esc goes on with the next key at once. So is a form that has been sent and
 * waits for the answer; a question has the keys until it is gone.
 */
const OPEN = "[role$=dialog]:not([data-closed],[data-ending-style],[role=dialog]:has([aria-busy=true]))"

/**
 * The name of what was pressed; undefined of a key that only shifts, with Alt, or with Ctrl and ⌘ at once. Letters are
 * small whatever the caps lock says; a sign that needs the shift key is named by itself.
 */
export function chordOf(
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (
    altKey ||
    (ctrlKey && metaKey) ||
    /^(?:Shift|Control|Meta|Alt|AltGraph|CapsLock|Dead|Process)$/.test(key)
  )
    return undefined
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase()
  const name = key.length === 1 ? key.toLowerCase() : key
  return `${ctrlKey || metaKey ? "Mod+" : ""}${shiftKey && !isSign ? "Shift+" : ""}${name}`
}

/**
 * Hears them until the answer is called.
 * @param takes whether the chord is one of these keys; it then means nothing else, and `press` is told of it once a press
 */
export function hearPageKeys(takes: (chord: string) => boolean, press: (chord: string) => void): () => void {
  const hear = (event: KeyboardEvent) => {
    const chord = chordOf(event)
    if (chord === undefined || event.defaultPrevented) return
    const isCommand = chord.startsWith("Mod+")
    const isTyping = event.target instanceof HTMLElement && event.target.matches(TYPING)
    const isFree = !event.repeat && !document.querySelector(OPEN)
    if (!isCommand && (isTyping || !isFree)) return
    if (!takes(chord)) return
    // Some browsers have something of their own under it.
    event.preventDefault()
    if (isFree) press(chord)
  }
  window.addEventListener("keydown", hear)
  return () => window.removeEventListener("keydown", hear)
}

/** The same while the component stands, with what it was given last. */
export function usePageKeys(takes: (chord: string) => boolean, press: (chord: string) => void): void {
  const latest = useRef({ takes, press })
  useEffect(() => {
    latest.current = { takes, press }
  })
  useEffect(
    () =>
      hearPageKeys(
        (chord) => latest.current.takes(chord),
        (chord) => latest.current.press(chord),
      ),
    [],
  )
}
