/** Is somebody at the rows? While a finger, the mouse or the keys are on them the order is held: nothing is missed. */

import { type FocusEvent, type PointerEvent, useEffect, useState } from "react"

/** Handlers of the box around the rows. */
export interface Holding {
  onTouchStart: () => void
  onTouchEnd: () => void
  onTouchCancel: () => void
  onMouseDown: () => void
  onPointerEnter: (event: PointerEvent) => void
  onPointerLeave: () => void
  onFocus: (event: FocusEvent) => void
  onBlur: () => void
}

type Reason = "touch" | "press" | "hover" | "focus"

export function useHolding(): { isHeld: boolean; holding: Holding } {
  const [reasons, setReasons] = useState<readonly Reason[]>([])
  const hold = (reason: Reason) => setReasons((old) => (old.includes(reason) ? old : [...old, reason]))
  const release = (reason: Reason) =>
    setReasons((old) => (old.includes(reason) ? old.filter((one) => one !== reason) : old))
  // The mouse may come up anywhere.
  useEffect(() => {
    const up = () => setReasons((old) => (old.includes("press") ? old.filter((one) => one !== "press") : old))
    window.addEventListener("mouseup", up)
    return () => window.removeEventListener("mouseup", up)
  }, [])
  return {
    isHeld: reasons.length > 0,
    holding: {
      onTouchStart: () => hold("touch"),
      onTouchEnd: () => release("touch"),
      onTouchCancel: () => release("touch"),
      onMouseDown: () => hold("press"),
      onPointerEnter: (event) => {
        if (event.pointerType === "mouse") hold("hover")
      },
      onPointerLeave: () => release("hover"),
      // A press leaves the focus behind where it was: only keys walk through rows.
      onFocus: (event) => {
        if (event.target.matches(":focus-visible")) hold("focus")
      },
      onBlur: () => release("focus"),
    },
  }
}
