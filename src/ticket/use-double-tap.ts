/** Tells a second tap that was meant for the first from a press that is wanted. */

import { useRef } from "react"

/** A second tap on the same button so soon after an answer was meant for the first. */
const DOUBLE_TAP_MS = 600

interface DoubleTap {
  /** What this button sent has been answered. */
  answered: (button: string) => void
  /** Another button may be pressed at once: who buys may want to sell. */
  isSecondTap: (button: string) => boolean
}

export function useDoubleTap(): DoubleTap {
  const last = useRef<{ button: string; at: number }>(undefined)
  return {
    answered: (button) => {
      last.current = { button, at: performance.now() }
    },
    isSecondTap: (button) =>
      last.current?.button === button && performance.now() - last.current.at < DOUBLE_TAP_MS,
  }
}
