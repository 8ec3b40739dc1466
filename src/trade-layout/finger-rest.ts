/** A finger on the head of a panel: one that moves scrolls, one that rests takes the panel up. */

/** Shorter than browsers wait before they select the word under it. */
const LONG_PRESS_MS = 400
/** A finger that moves more scrolls. */
const STILL_PX = 10

/**
 * Tells whether the finger has rested, once `code` is there, which is fetched meanwhile and never fails. False: it scrolls,
 * or was lifted or taken away before.
 */
export function hasRested(
  { pointerId, clientX, clientY }: PointerEvent,
  code: Promise<unknown>,
): Promise<boolean> {
  return new Promise((resolve) => {
    const hearing = new AbortController()
    const end = (rested: boolean) => {
      hearing.abort()
      clearTimeout(timer)
      resolve(rested)
    }
    const timer = setTimeout(() => code.then(() => end(true)), LONG_PRESS_MS)
    const isOurs = (event: PointerEvent) => event.pointerId === pointerId
    const move = (event: PointerEvent) => {
      if (isOurs(event) && Math.hypot(event.clientX - clientX, event.clientY - clientY) > STILL_PX) end(false)
    }
    const lift = (event: PointerEvent) => {
      if (isOurs(event)) end(false)
    }
    // A second finger zooms.
    const another = (event: PointerEvent) => {
      if (!isOurs(event)) end(false)
    }
    const keep = (event: Event) => event.preventDefault()
    const { signal } = hearing
    window.addEventListener("pointermove", move, { signal })
    window.addEventListener("pointerup", lift, { signal })
    window.addEventListener("pointercancel", lift, { signal })
    window.addEventListener("pointerdown", another, { capture: true, signal })
    document.addEventListener("selectstart", keep, { signal })
    window.addEventListener("contextmenu", keep, { signal })
  })
}
