/** How does one panel take the whole screen? Laid over the page, so that sheets stand above it; the browser's bars go where they can. */

import { type RefObject, useEffect, useState } from "react"

export interface FullScreen {
  isFull: boolean
  toggle: () => void
}

/** Not the element but the page is made full screen: what opens above it (sheets, toasts) lives outside of it. */
export function useFullScreen(panel: RefObject<HTMLElement | null>): FullScreen {
  const [isFull, setIsFull] = useState(false)

  useEffect(() => {
    const element = panel.current
    if (!isFull || !element) return
    const hidden = othersOf(element)
    for (const other of hidden) other.inert = true
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) setIsFull(false)
    }
    const onChange = () => {
      if (!document.fullscreenElement) setIsFull(false)
    }
    // Refused (a frame without the right) or unknown (iPhone): the panel fills the window all the same.
    const entered = document.documentElement.requestFullscreen?.().catch(() => undefined)
    void entered?.then(() => document.addEventListener("fullscreenchange", onChange))
    window.addEventListener("keydown", onKey)
    return () => {
      for (const other of hidden) other.inert = false
      document.removeEventListener("fullscreenchange", onChange)
      window.removeEventListener("keydown", onKey)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [isFull, panel])

  return { isFull, toggle: () => setIsFull((was) => !was) }
}

/** Everything of the page that lies under the panel: out of reach of Tab and screen readers meanwhile. */
function othersOf(panel: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = []
  let inside: HTMLElement = panel
  while (inside.parentElement && inside.parentElement !== document.body) {
    for (const sibling of inside.parentElement.children)
      if (sibling !== inside && sibling instanceof HTMLElement && !sibling.inert) others.push(sibling)
    inside = inside.parentElement
  }
  return others
}
