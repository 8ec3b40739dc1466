/** Work that may wait until the page has nothing better to do. */

/** A page that is never idle does it after this long. */
const IDLE_WITHIN_MS = 4000
/** Where the browser can't tell (Safari): so long after the asking. */
const IDLE_GUESS_MS = 1000

/** Runs once the page is idle. @returns takes the wish back */
export function whenIdle(run: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(run, IDLE_GUESS_MS)
    return () => clearTimeout(timer)
  }
  const wish = requestIdleCallback(run, { timeout: IDLE_WITHIN_MS })
  return () => cancelIdleCallback(wish)
}
