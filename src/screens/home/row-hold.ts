/**
 * Holds rows that somebody is about to press. Then none may change its place under the finger, the mouse or the
 * focus.
 */

import { useEffect, useRef, useState } from "react"

/** A mouse that lies still for so long isn't aiming any more. */
const STILL_MS = 1500

interface RowHold {
  isHeld: boolean
  /** Spread on the box around the rows. */
  holding: {
    onPointerDown: () => void
    onPointerMove: () => void
    onPointerLeave: () => void
    onFocus: () => void
    onBlur: () => void
  }
}

export function useRowHold(): RowHold {
  const [isHeld, setIsHeld] = useState(false)
  const grip = useRef({ isDown: false, isFocused: false, timer: 0 })

  const settle = (after: number) => {
    window.clearTimeout(grip.current.timer)
    grip.current.timer = window.setTimeout(() => {
      if (!grip.current.isDown && !grip.current.isFocused) setIsHeld(false)
    }, after)
  }
  const stir = (change: Partial<{ isDown: boolean; isFocused: boolean }> = {}) => {
    Object.assign(grip.current, change)
    setIsHeld(true)
    settle(STILL_MS)
  }

  // The finger or the mouse may come up anywhere.
  useEffect(() => {
    const { current } = grip
    const up = () => {
      if (!current.isDown) return
      current.isDown = false
      window.clearTimeout(current.timer)
      current.timer = window.setTimeout(() => setIsHeld(current.isFocused), STILL_MS)
    }
    window.addEventListener("pointerup", up)
    window.addEventListener("pointercancel", up)
    return () => {
      window.clearTimeout(current.timer)
      window.removeEventListener("pointerup", up)
      window.removeEventListener("pointercancel", up)
    }
  }, [])

  return {
    isHeld,
    holding: {
      onPointerDown: () => stir({ isDown: true }),
      onPointerMove: () => stir(),
      onPointerLeave: () => settle(0),
      onFocus: () => stir({ isFocused: true }),
      onBlur: () => {
        grip.current.isFocused = false
        settle(STILL_MS)
      },
    },
  }
}
