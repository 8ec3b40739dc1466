/** The time zone that every moment on the page is told in: the one that was chosen, else the device's. */

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
/** Quarters of an hour whose offset is remembered. */
const OFFSETS_MAX = 20_000

/** How far a zone's clocks are ahead of UTC at a moment, ms. `zone`: an IANA name; undefined: the device's. */
export function zoneOffset(zone: string | undefined): (timeMs: number) => number {
  if (zone === undefined) return (timeMs) => -new Date(timeMs).getTimezoneOffset() * MINUTE_MS
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  })
  const known = new Map<number, number>()
  return (timeMs) => {
    // Zones change their clocks at quarters of an hour only.
    const quarter = Math.floor(timeMs / QUARTER_MS)
    const before = known.get(quarter)
    if (before !== undefined) return before
    const parts = Object.fromEntries(
      format.formatToParts(quarter * QUARTER_MS).map(({ type, value }) => [type, Number(value)]),
    )
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
    const offset = Date.UTC(year, month - 1, day, hour, minute) - quarter * QUARTER_MS
    if (known.size >= OFFSETS_MAX) known.clear()
    known.set(quarter, offset)
    return offset
  }
}

let chosenZone: string | undefined
let offsetOf = zoneOffset(undefined)

/** Moments are told in this zone from now on; undefined: in the device's. */
export function setZone(zone: string | undefined): void {
  if (zone === chosenZone) return
  chosenZone = zone
  offsetOf = zoneOffset(zone)
}

/** A moment as the zone's own clocks have it: to be read with the UTC fields of a date. */
export const localMs = (timeMs: number): number => timeMs + offsetOf(timeMs)

/**
 * When the zone's clocks show a moment, which is written as {@link localMs} gives it: of two such moments the later; of one
 * that the clocks leave out the moment that would have had it. NaN stays NaN.
 */
export function epochOf(wallMs: number): number {
  const guess = wallMs - offsetOf(wallMs)
  return wallMs - offsetOf(guess)
}
