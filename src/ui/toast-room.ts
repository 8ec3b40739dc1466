/** Says how wide toasts may be on a desk, so that they cover nothing but the column at the right end. */

const WIDTH = "--toast-width"
/** Between a toast and the edges of its column, px. */
const EDGES_PX = 16

/** A ref for that column: toasts follow its width while it is on screen. */
export function keepToastsWithin(column: HTMLElement | null): (() => void) | undefined {
  if (!column) return undefined
  const root = document.documentElement.style
  const sizes = new ResizeObserver(() => root.setProperty(WIDTH, `${column.clientWidth - EDGES_PX}px`))
  sizes.observe(column)
  return () => {
    sizes.disconnect()
    root.removeProperty(WIDTH)
  }
}
