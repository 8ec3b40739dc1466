/**
 * Keys of the page itself. Such as `?` and `/` are heard wherever nobody types and nothing is open over the page, with Ctrl
 * or ⌘ while one types, too.
 */

import { useEffect, useRef } from "react"

const TYPING =
  "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]"

/** What is on its way out is closed already: who pressed Esc goes on with the next key at once. */
const OPEN = ":is([role=dialog],[role=alertdialog]):not([data-closed],[data-ending-style])"

/** @param press true where it took the key, which then means nothing else; `key` as in KeyboardEvent, without Ctrl, Meta and Alt */
export function usePageKeys(press: (key: string) => boolean): void {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      const isTyping = event.target instanceof HTMLElement && event.target.matches(TYPING)
      if (isTyping || document.querySelector(OPEN)) return
      if (latest.current(event.key)) event.preventDefault()
    }
    window.addEventListener("keydown", hear)
    return () => window.removeEventListener("keydown", hear)
  }, [])
}

/**
 * Ctrl and `key`, or ⌘ and `key`, with the shift key or without. With something open over the page it means nothing.
 * @param key a small letter
 */
export function useCommandKey(key: string, { withShift }: { withShift: boolean }, press: () => void): void {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.shiftKey !== withShift) return
      if (event.ctrlKey === event.metaKey || event.altKey || event.defaultPrevented) return
      // Some browsers have something of their own under it.
      event.preventDefault()
      if (!event.repeat && !document.querySelector(OPEN)) latest.current()
    }
    window.addEventListener("keydown", hear)
    return () => window.removeEventListener("keydown", hear)
  }, [key, withShift])
}
