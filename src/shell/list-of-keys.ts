/** `?` opens the list of keys, wherever one isn't typing and nothing else is open. */

import { useEffect } from "react"
import { openOverlay } from "../stores/overlay-store.ts"

const TYPING =
  "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]"

export function useListOfKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const isTyping = event.target instanceof HTMLElement && event.target.matches(TYPING)
      if (isTyping || document.querySelector("[role=dialog],[role=alertdialog]")) return
      event.preventDefault()
      openOverlay("keys")
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [])
}
