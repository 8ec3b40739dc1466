/** Press and hold. Acts once on release, or again and again after a moment of holding. */

import { useEffect, useRef } from "react"

const HOLD_DELAY_MS = 400
const REPEAT_MS = 80

interface HoldHandlers {
  onPointerDown: () => void
  onPointerUp: () => void
  onPointerLeave: () => void
  onPointerCancel: () => void
  onContextMenu: (event: { preventDefault: () => void }) => void
  onClick: () => void
}

/** Handlers for a button that repeats. A finger that starts to scroll cancels, and nothing happens. */
export function useHoldRepeat(act: () => void): HoldHandlers {
  const latest = useRef(act)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasRepeated = useRef(false)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  const stop = () => clearTimeout(timer.current)
  const repeat = () => {
    hasRepeated.current = true
    latest.current()
    timer.current = setTimeout(repeat, REPEAT_MS)
  }
  return {
    onPointerDown: () => {
      stop()
      hasRepeated.current = false
      timer.current = setTimeout(repeat, HOLD_DELAY_MS)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onContextMenu: (event) => event.preventDefault(),
    onClick: () => {
      if (!hasRepeated.current) latest.current()
      hasRepeated.current = false
    },
  }
}
