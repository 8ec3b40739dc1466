/**
 * A finger on the faces. While it is down nothing snaps: a browser would snap back whenever what it moves is laid out anew, as
 * when the next face is drawn. Lifted, the face that was meant glides into place; then the browser's own snapping holds it there.
 */

import { type TouchEvent as ReactTouchEvent, type RefObject, useEffect, useRef } from "react"
import { faceAfter } from "./phone-faces.model.ts"

/** Where a browser doesn't tell that the gliding has ended. */
const GLIDE_MS = 700
/** Browsers stop on fractions of a pixel. */
const NEAR_PX = 2
const ENDS = ["touchend", "touchcancel"] as const

type Handlers = Record<"onTouchStart", (event: ReactTouchEvent<HTMLElement>) => void>

/** Spread on the track; `count`: of its faces. */
export function useSwipe(track: RefObject<HTMLElement | null>, count: number): Handlers {
  const held = useRef<{ from: number; since: number } | undefined>(undefined)
  const stopWaiting = useRef<() => void>(undefined)
  useEffect(() => () => stopWaiting.current?.(), [])

  const snap = () => {
    stopWaiting.current?.()
    if (track.current && !held.current) track.current.style.scrollSnapType = ""
  }
  /** The finger's own scrolling ends as well: only an end at this place is the one. */
  const snapAt = (box: HTMLElement, left: number) => {
    const onEnd = () => {
      if (Math.abs(box.scrollLeft - left) < NEAR_PX) snap()
    }
    const timer = setTimeout(snap, GLIDE_MS)
    box.addEventListener("scrollend", onEnd)
    stopWaiting.current = () => {
      clearTimeout(timer)
      box.removeEventListener("scrollend", onEnd)
    }
  }
  const lift = (since: number, now: number) => {
    const box = track.current
    const from = held.current?.from
    held.current = undefined
    if (!box || from === undefined) return
    const at = box.scrollLeft / box.clientWidth
    const to = faceAfter({ from, at, ms: now - since }, count)
    if (at === to) return snap()
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
    const left = to * box.clientWidth
    snapAt(box, left)
    box.scrollTo({ left, behavior: isStill ? "instant" : "smooth" })
  }
  return {
    onTouchStart({ target, timeStamp: since }) {
      const box = track.current
      if (!box || held.current || box.clientWidth === 0) return
      stopWaiting.current?.()
      held.current = { from: Math.round(box.scrollLeft / box.clientWidth), since }
      box.style.scrollSnapType = "none"
      // A row that empties under the finger leaves the page: then what happens is told to the row alone.
      const end = (event: Event) => {
        if ((event as TouchEvent).touches.length > 0) return
        for (const kind of ENDS) target.removeEventListener(kind, end)
        lift(since, event.timeStamp)
      }
      for (const kind of ENDS) target.addEventListener(kind, end)
    },
  }
}
