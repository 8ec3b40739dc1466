/**
 * A finger on the faces. While it is down nothing snaps: a browser would snap back whenever what it moves is laid out anew, as
 * when the next face is drawn. Lifted, the face that was meant glides into place; then the browser's own snapping holds it there.
 */

import { type RefObject, type TouchEvent, useEffect, useRef } from "react"
import { faceAfter } from "./phone-faces.model.ts"

/** Where a browser doesn't tell that the gliding has ended. */
const GLIDE_MS = 700
/** Browsers stop on fractions of a pixel. */
const NEAR_PX = 2

type Handlers = Record<
  "onTouchStart" | "onTouchEnd" | "onTouchCancel",
  (event: TouchEvent<HTMLElement>) => void
>

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
  const lift = (event: TouchEvent<HTMLElement>) => {
    const box = track.current
    const { current } = held
    if (!box || !current || event.touches.length > 0) return
    held.current = undefined
    const at = box.scrollLeft / box.clientWidth
    const to = faceAfter({ from: current.from, at, ms: event.timeStamp - current.since }, count)
    if (at === to) return snap()
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches
    const left = to * box.clientWidth
    snapAt(box, left)
    box.scrollTo({ left, behavior: isStill ? "instant" : "smooth" })
  }
  return {
    onTouchStart(event) {
      const box = track.current
      if (!box || held.current || box.clientWidth === 0) return
      stopWaiting.current?.()
      held.current = { from: Math.round(box.scrollLeft / box.clientWidth), since: event.timeStamp }
      box.style.scrollSnapType = "none"
    },
    onTouchEnd: lift,
    onTouchCancel: lift,
  }
}
