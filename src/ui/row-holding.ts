/**
 * Holds the order of rows while a finger, the mouse or the keyboard focus is on them, so that nobody misses the row
 * they aim at.
 */

import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from "react"

/** The click of a tap comes a little after the finger has gone; one that takes longer never comes. */
const CLICK_WITHIN_MS = 300

/** Handlers of the box around the rows. */
export interface Holding {
  onTouchStart: () => void
  onTouchEnd: () => void
  onTouchCancel: () => void
  onClick: () => void
  onMouseDown: () => void
  onPointerEnter: (event: PointerEvent) => void
  onPointerLeave: () => void
  onFocus: (event: FocusEvent) => void
  onBlur: () => void
}

type Reason = "touch" | "press" | "hover" | "focus"

/** @returns `isPressed`: a finger or a button is down, or its click is still to come */
export function useHolding(): { isHeld: boolean; isPressed: boolean; holding: Holding } {
  const [reasons, setReasons] = useState<readonly Reason[]>([])
  const hold = (reason: Reason) => setReasons((old) => (old.includes(reason) ? old : [...old, reason]))
  const release = (reason: Reason) =>
    setReasons((old) => (old.includes(reason) ? old.filter((one) => one !== reason) : old))
  const lifting = useRef(0)
  useEffect(() => () => window.clearTimeout(lifting.current), [])
  const lift = (afterMs: number) => {
    window.clearTimeout(lifting.current)
    lifting.current = window.setTimeout(() => release("touch"), afterMs)
  }
  const box = useRef<Element>(null)
  const isAt = reasons.includes("hover") || reasons.includes("focus")
  // Where what the mouse or the focus is on goes away (the button of an order that has ended), no event says that they left the box: where
  // they come next does.
  useEffect(() => {
    if (!isAt) return undefined
    const away = (reason: Reason) => (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target)))
        setReasons((old) => old.filter((one) => one !== reason))
    }
    const [over, focused] = [away("hover"), away("focus")]
    window.addEventListener("pointerover", over)
    window.addEventListener("focusin", focused)
    return () => {
      window.removeEventListener("pointerover", over)
      window.removeEventListener("focusin", focused)
    }
  }, [isAt])
  // The mouse may come up anywhere.
  useEffect(() => {
    const up = () => setReasons((old) => (old.includes("press") ? old.filter((one) => one !== "press") : old))
    window.addEventListener("mouseup", up)
    return () => window.removeEventListener("mouseup", up)
  }, [])
  return {
    isHeld: reasons.length > 0,
    isPressed: reasons.includes("touch") || reasons.includes("press"),
    holding: {
      onTouchStart: () => {
        window.clearTimeout(lifting.current)
        hold("touch")
      },
      onTouchEnd: () => lift(CLICK_WITHIN_MS),
      onTouchCancel: () => lift(0),
      onClick: () => lift(0),
      onMouseDown: () => hold("press"),
      onPointerEnter: (event) => {
        box.current = event.currentTarget
        if (event.pointerType === "mouse") hold("hover")
      },
      onPointerLeave: () => release("hover"),
      // A press leaves the focus behind where it was: only keys walk through rows.
      onFocus: (event) => {
        box.current = event.currentTarget
        if (event.target.matches(":focus-visible")) hold("focus")
      },
      onBlur: () => release("focus"),
    },
  }
}
