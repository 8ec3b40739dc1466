/** Stops flashes while so many figures change that they would only flicker. */

/** More flashes a second than this in one panel can't be read. */
const FLASHES_PER_SECOND_MAX = 40
const WINDOW_MS = 1000

/** Counts flashes as frames bring them; true while there are too many, until a calm second has passed. */
export function createFlashLimit(): (flashes: number, now: number) => boolean {
  let windowStart = Number.NEGATIVE_INFINITY
  let count = 0
  let isOver = false
  return (flashes, now) => {
    if (now - windowStart >= WINDOW_MS) {
      isOver = count > FLASHES_PER_SECOND_MAX
      windowStart = now
      count = 0
    }
    count += flashes
    return isOver || count > FLASHES_PER_SECOND_MAX
  }
}
