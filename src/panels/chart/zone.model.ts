/** Where do days begin in a time zone, and how much does each bar's moment weigh on the time axis? */

/** Zones to choose from beside the device's own and UTC: one for each part of the world that trades. */
export const ZONES = [
  "Pacific/Honolulu",
  "America/Los_Angeles",
  "America/Denver",
  "America/Chicago",
  "America/New_York",
  "America/Sao_Paulo",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Warsaw",
  "Europe/Istanbul",
  "Asia/Dubai",
  "Asia/Kolkata",
  "Asia/Bangkok",
  "Asia/Shanghai",
  "Asia/Singapore",
  "Asia/Tokyo",
  "Australia/Sydney",
  "Pacific/Auckland",
] as const

const QUARTER_MS = 900_000
/** Quarters of an hour whose offset is remembered. */
const OFFSETS_MAX = 20_000

/** How far a zone's clocks are ahead of UTC at a moment, ms. Zones change theirs at quarters of an hour only. */
export function zoneOffset(zone: string | undefined): (timeMs: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    ...(zone === undefined ? {} : { timeZone: zone }),
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    hourCycle: "h23",
  })
  const known = new Map<number, number>()
  return (timeMs) => {
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

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Weights as lightweight-charts orders them, with the spans that a mark of each begins. */
const SPANS: readonly (readonly [ms: number, weight: number])[] = [
  [12 * HOUR, 33],
  [6 * HOUR, 32],
  [3 * HOUR, 31],
  [HOUR, 30],
  [30 * MINUTE, 22],
  [5 * MINUTE, 21],
  [MINUTE, 20],
  [1000, 10],
]
const YEAR_WEIGHT = 70
const MONTH_WEIGHT = 60
const DAY_WEIGHT = 50

/** How much a mark at `local` matters after one at `before` (both ms of the zone's own clock): a new year most. */
export function tickWeight(local: number, before: number): number {
  const [now, then] = [new Date(local), new Date(before)]
  if (now.getUTCFullYear() !== then.getUTCFullYear()) return YEAR_WEIGHT
  if (now.getUTCMonth() !== then.getUTCMonth()) return MONTH_WEIGHT
  if (now.getUTCDate() !== then.getUTCDate()) return DAY_WEIGHT
  return SPANS.find(([span]) => Math.floor(local / span) !== Math.floor(before / span))?.[1] ?? 0
}
