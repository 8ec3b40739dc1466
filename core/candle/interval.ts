/** Which candle intervals are there, and in which bucket does a moment lie? (exchange.md W3) */

import type { TimeMs } from "../money/units.ts"

export const INTERVALS = ["1s", "5s", "15s", "1m", "5m", "15m", "30m", "1h", "4h", "1D", "1W", "1M"] as const
export type Interval = (typeof INTERVALS)[number]

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Length in ms; a month is given as 31 days and must not be used to find buckets. */
export const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  "1s": SECOND,
  "5s": 5 * SECOND,
  "15s": 15 * SECOND,
  "1m": MINUTE,
  "5m": 5 * MINUTE,
  "15m": 15 * MINUTE,
  "30m": 30 * MINUTE,
  "1h": HOUR,
  "4h": 4 * HOUR,
  "1D": DAY,
  "1W": 7 * DAY,
  "1M": 31 * DAY,
}

/** 1 January 1970 was a Thursday; the first Monday came four days later. */
const FIRST_MONDAY = 4 * DAY

/** Opening time of the bucket that holds `time`: UTC, weeks from Monday, months by calendar. */
export function bucketStart(time: TimeMs, interval: Interval): TimeMs {
  if (interval === "1M") {
    const date = new Date(time)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  }
  const length = INTERVAL_MS[interval]
  const offset = interval === "1W" ? FIRST_MONDAY : 0
  return Math.floor((time - offset) / length) * length + offset
}

/** Opening time of the bucket `count` places after the one that opens at `openTime` (negative: before). */
export function shiftBucket(openTime: TimeMs, interval: Interval, count: number): TimeMs {
  if (interval !== "1M") return openTime + count * INTERVAL_MS[interval]
  const date = new Date(openTime)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)
}

/** First millisecond after the bucket that opens at `openTime`. */
export const bucketEnd = (openTime: TimeMs, interval: Interval): TimeMs => shiftBucket(openTime, interval, 1)
