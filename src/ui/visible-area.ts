/** The part of the window that a keyboard leaves visible. On iOS only `visualViewport` knows. */

interface Area {
  /** Distance from the window's top, in px. */
  top: number
  height: number
}

interface Viewport {
  height: number
  offsetTop: number
  /** Above 1 the person has zoomed in with two fingers: then nothing covers the window. */
  scale: number
}

export function visibleArea(windowHeight: number, viewport: Viewport | null | undefined): Area {
  if (!viewport || Math.abs(viewport.scale - 1) > 0.01) return { top: 0, height: windowHeight }
  const top = Math.min(Math.max(0, viewport.offsetTop), windowHeight)
  return { top, height: Math.min(viewport.height, windowHeight - top) }
}

/**
 * A ref: lays its element over the visible area by `--visible-top` and `--visible-height`, for as long as it is there, and
 * keeps the focused field inside of it in view with what belongs to it (`data-field`).
 */
export function overVisibleArea(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const viewport = window.visualViewport
  const follow = () => {
    const { top, height } = visibleArea(window.innerHeight, viewport)
    element.style.setProperty("--visible-top", `${top}px`)
    element.style.setProperty("--visible-height", `${height}px`)
    showField(element)
  }
  follow()
  const show = () => showField(element)
  viewport?.addEventListener("resize", follow)
  viewport?.addEventListener("scroll", follow)
  window.addEventListener("resize", follow)
  element.addEventListener("focusin", show)
  return () => {
    viewport?.removeEventListener("resize", follow)
    viewport?.removeEventListener("scroll", follow)
    window.removeEventListener("resize", follow)
    element.removeEventListener("focusin", show)
  }
}

function showField(within: HTMLElement): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement) || !within.contains(focused)) return
  const field = focused.closest("[data-field]") ?? focused
  field.scrollIntoView({ block: "nearest" })
}
