/** Waits until the first text has been painted. */

/** Where it isn't told (an old browser), or nothing is painted (a page that was opened in the background). */
const PATIENCE_MS = 1000

/** Resolves when the first text is on the screen, or after {@link PATIENCE_MS}; at once on a hidden page. */
export function firstPaint(): Promise<void> {
  if (document.visibilityState === "hidden") return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS)
    if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint")) return
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName("first-contentful-paint").length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: "paint", buffered: true })
  })
}
