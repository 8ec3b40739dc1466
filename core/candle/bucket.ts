/** The length of an interval, and the bucket of a moment (W3). */

import type { TimeMs } from "../money/units.ts"
import { INTERVALS, type Interval } from "./interval.ts"

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

/** How buckets follow each other: so many ms counted from an origin, or so many calendar months counted from 1970. */
export type Span = { ms: number; origin: TimeMs } | { months: number }

const UNITS: Readonly<Record<string, Span>> = {
  s: { ms: SECOND, origin: 0 },
  m: { ms: MINUTE, origin: 0 },
  h: { ms: HOUR, origin: 0 },
  D: { ms: DAY, origin: 0 },
  W: { ms: 7 * DAY, origin: FIRST_MONDAY },
  M: { months: 1 },
  Q: { months: 3 },
  Y: { months: 12 },
}

/**
 * Reads any interval, ours and others: a count and a unit (s m h D W M Q Y, the last two for quarter and year).
 * Undefined when the text is none.
 * @example spanOf("15m") // { ms: 900000, origin: 0 }
 */
export function spanOf(text: string): Span | undefined {
  const match = /^([1-9]\d{0,4})([smhDWMQY])$/.exec(text)
  const unit = UNITS[match?.[2] ?? ""]
  const count = Number(match?.[1])
  if (!unit) return undefined
  return "ms" in unit ? { ms: unit.ms * count, origin: unit.origin } : { months: unit.months * count }
}

const SPANS = Object.fromEntries(INTERVALS.map((interval) => [interval, spanOf(interval)])) as Record<
  Interval,
  Span
>

const monthOf = (time: TimeMs) => {
  const date = new Date(time)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}
const monthStart = (month: number): TimeMs => Date.UTC(1970, month, 1)

/** Opening time of the bucket that holds `time`: UTC, weeks from Monday, months by calendar. */
export function bucketStart(time: TimeMs, interval: Interval | Span): TimeMs {
  const span = typeof interval === "string" ? SPANS[interval] : interval
  if ("months" in span) return monthStart(Math.floor(monthOf(time) / span.months) * span.months)
  return Math.floor((time - span.origin) / span.ms) * span.ms + span.origin
}

/** Opening time of the bucket `count` places after the one that opens at `openTime` (negative: before). */
export function shiftBucket(openTime: TimeMs, interval: Interval | Span, count: number): TimeMs {
  const span = typeof interval === "string" ? SPANS[interval] : interval
  return "months" in span ? monthStart(monthOf(openTime) + count * span.months) : openTime + count * span.ms
}

/** First millisecond after the bucket that opens at `openTime`. */
export const bucketEnd = (openTime: TimeMs, interval: Interval | Span): TimeMs =>
  shiftBucket(openTime, interval, 1)
