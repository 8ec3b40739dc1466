/** Esc while something can be taken back. */

import { useEffect, useRef } from "react"

/** Esc takes back what is proposed wherever the focus is, and means nothing else meanwhile. */
export function useEscape(isOn: boolean, act: () => void): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    if (!isOn) return
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener("keydown", press, true)
    return () => window.removeEventListener("keydown", press, true)
  }, [isOn])
}
