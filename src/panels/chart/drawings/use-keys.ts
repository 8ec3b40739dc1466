/** Keys of drawings: Escape ends, Delete removes, Ctrl+Z takes back, Ctrl+Shift+Z or Ctrl+Y does again, Enter places. */

import { useEffect, useRef } from "react"
import { useChartPlace } from "../chart-place.ts"

const TYPING = "input, textarea, select, [contenteditable]"
/** What is open over the page has the keys. */
const OPEN = ":is([role=dialog],[role=alertdialog]):not([data-closed],[data-ending-style])"

interface DrawingKeys {
  /** Each says whether the key meant something. */
  escape: () => boolean
  remove: () => boolean
  place: () => boolean
  undo: () => void
  redo: () => void
}

export function useDrawingKeys(keys: DrawingKeys): void {
  const { isChosen } = useChartPlace()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isChosen) return
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches(TYPING)
      if (event.defaultPrevented || isTyping || document.querySelector(OPEN)) return
      if (!act(event, latest.current)) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener("keydown", press, true)
    return () => window.removeEventListener("keydown", press, true)
  }, [isChosen])
}

function act(event: KeyboardEvent, keys: DrawingKeys): boolean {
  const { key } = event
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const isZ = key.toLowerCase() === "z"
    if (isZ && !event.shiftKey) keys.undo()
    else if (isZ || key.toLowerCase() === "y") keys.redo()
    else return false
    return true
  }
  if (event.altKey) return false
  if (key === "Escape") return keys.escape()
  if (key === "Delete" || key === "Backspace") return keys.remove()
  return key === "Enter" ? keys.place() : false
}
