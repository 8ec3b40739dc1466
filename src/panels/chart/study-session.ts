/** Sessions of indicators: where VWAP begins anew, and from which period's bars pivots are reckoned. All by UTC. */

import { bucketStart, INTERVAL_MS, type Span, spanOf } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"

const YEAR = spanOf("1Y") as Span
const LONG: Partial<Record<Interval, Interval | Span>> = { "1D": "1M", "1W": YEAR, "1M": YEAR }
/** What may be chosen, in the order of the choices of `LENGTH_RULES`; 0 is automatic. */
const CHOSEN: readonly (Interval | undefined)[] = [undefined, "1D", "1W", "1M"]

/** What is chosen, where it is longer than one bar: of shorter ones each bar would be a period of its own. */
function chosenSpan(choice: number | undefined, interval: Interval): Interval | undefined {
  const span = CHOSEN[choice ?? 0]
  return span && INTERVAL_MS[span] > INTERVAL_MS[interval] ? span : undefined
}

/** Of VWAP, unless chosen otherwise: a day; where one bar is a day, the month; where it is longer, the year. */
export const sessionStart = (time: number, interval: Interval, choice?: number): number =>
  bucketStart(time, chosenSpan(choice, interval) ?? LONG[interval] ?? "1D")

const WEEKLY: readonly Interval[] = ["30m", "1h", "4h"]

/**
 * Of pivots, unless chosen otherwise: the day up to 15 minutes a bar, above that the week; of a day's bars the month, of
 * longer ones the year.
 */
export const pivotStart = (time: number, interval: Interval, choice?: number): number =>
  bucketStart(
    time,
    chosenSpan(choice, interval) ?? LONG[interval] ?? (WEEKLY.includes(interval) ? "1W" : "1D"),
  )

/** The bars whose highs, lows and closes make up a period of pivots; a year's are months. */
export const pivotInterval = (interval: Interval, choice?: number): Interval =>
  chosenSpan(choice, interval) ?? (LONG[interval] ? "1M" : WEEKLY.includes(interval) ? "1W" : "1D")
