/** Keeps what stands on screen while a press is under way. */

import { useEffect, useRef } from "react"

/**
 * `order`, or while `isHeld` the one from before: the worker hears of a hold too late for what it has sent already, and a row
 * that moves between press and release never gets its click. An order that wasn't known (null) is taken at any time.
 */
export function useHeldOrder<Order>(order: Order | null, isHeld: boolean): Order | null {
  const kept = useRef(order)
  const shown = isHeld ? (kept.current ?? order) : order
  useEffect(() => {
    kept.current = shown
  })
  return shown
}
