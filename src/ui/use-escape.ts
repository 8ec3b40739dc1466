/** Esc while something can be taken back. */

import { useEffect, useRef } from "react"

const ABOVE = "[role=dialog], [role=alertdialog]"

/** Esc takes back what is proposed wherever the focus is, and means nothing else meanwhile; in a dialog above it closes that. */
export function useEscape(isOn: boolean, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!isOn) return
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return
      if (event.target instanceof Element && event.target.closest(ABOVE)) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener("keydown", press, true)
    return () => window.removeEventListener("keydown", press, true)
  }, [isOn])
}
