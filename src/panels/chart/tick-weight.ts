/** The weight of each bar's time on the axis. */

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
