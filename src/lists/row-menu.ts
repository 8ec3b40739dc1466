/**
 * A press that asks for more: a finger that rests, the right button, the menu key. The click that follows a finger's is
 * swallowed, so that it doesn't open what lies under it.
 */

import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react"

/** Held for so long, and still, a finger asks. */
const LONG_PRESS_MS = 500
/** A finger that moves more scrolls. */
const STILL_PX = 10
/** A long press comes from the clock and, in some browsers, once more as the menu's own event. */
const SAME_PRESS_MS = 1000
/** Length of the tick under the finger. */
const FELT_MS = 10

interface Asked {
  target: Element
  /** Px of the window. */
  at: { x: number; y: number }
}

type Handlers = Record<
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel",
  (event: PointerEvent) => void
> &
  Record<"onContextMenu" | "onClickCapture", (event: MouseEvent) => void>

/** Spread on what lies around the rows. `ask` answers whether there was anything to ask of what was pressed. */
export function useRowMenu(ask: (asked: Asked) => boolean): Handlers {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const finger = useRef<{ id: number; x: number; y: number } | undefined>(undefined)
  const askedAt = useRef(Number.NEGATIVE_INFINITY)
  const swallows = useRef(false)
  const stop = () => {
    clearTimeout(timer.current)
    finger.current = undefined
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const open = (target: Element, at: Asked["at"]): boolean => {
    if (!ask({ target, at })) return false
    askedAt.current = performance.now()
    return true
  }
  return {
    onPointerDown(event) {
      stop()
      swallows.current = false
      const { target, pointerId: id, clientX: x, clientY: y } = event
      if (event.pointerType === "mouse" || !event.isPrimary || !(target instanceof Element)) return
      finger.current = { id, x, y }
      timer.current = setTimeout(() => {
        if (!open(target, { x, y })) return
        swallows.current = true
        navigator.vibrate?.(FELT_MS)
      }, LONG_PRESS_MS)
    },
    onPointerMove(event) {
      const from = finger.current
      if (from?.id !== event.pointerId) return
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event) {
      // A control of the row has a menu of its own.
      if (event.defaultPrevented || !(event.target instanceof Element)) return
      const isSame = performance.now() - askedAt.current < SAME_PRESS_MS
      const wasFinger = finger.current !== undefined
      if (!isSame && !open(event.target, pointOf(event))) return
      event.preventDefault()
      if (wasFinger) swallows.current = true
      stop()
    },
    onClickCapture(event) {
      if (!swallows.current) return
      swallows.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** The menu key has no pointer: beside what has the focus. */
function pointOf(event: MouseEvent): Asked["at"] {
  if (event.clientX !== 0 || event.clientY !== 0) return { x: event.clientX, y: event.clientY }
  const { left, bottom } = (event.target as Element).getBoundingClientRect()
  return { x: left, y: bottom }
}
