/** Where a bar replay takes its bars from: pages of closed bars of the past, in order, and nothing else. */

import { bucketStart, INTERVAL_MS } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import { type Bar, readBars } from "../bars.model.ts"

/** As `fetchBars` of the market worker, for one market. */
export type FetchBars = (interval: Interval, limit: number, before?: number) => Promise<Float64Array>

/** The smallest bars that markets with a book have. */
const SMALLEST: Interval = "1m"
export const SMALLEST_MS = INTERVAL_MS[SMALLEST]
/** Bars in one answer. */
export const PAGE_BARS = 1000
/** Pages without a bar that are gone past in one go: a market stood still. */
const EMPTY_PAGES_MAX = 20
/** What the part of a running bar is put together from, so that a week isn't ten thousand minutes. */
const PARTS: readonly Interval[] = ["1D", "1h", "1m"]

/** Nothing came: the connection, or the market's beginning. */
export class NothingKnown extends Error {}

/** Bars of an interval that are over by the moment `before`, the oldest first. */
export async function barsBefore(fetch: FetchBars, interval: Interval, before: number): Promise<Bar[]> {
  const bars = readBars(await fetch(interval, PAGE_BARS, before))
  return bars.filter(({ time, closed }) => closed && time < before)
}

/** What is known of the running bar of `interval` at `moment`, in parts as large as may be, the oldest first. */
export async function runningParts(fetch: FetchBars, interval: Interval, moment: number): Promise<Bar[]> {
  const parts: Bar[] = []
  let from = bucketStart(moment, interval)
  for (const part of PARTS) {
    const to = bucketStart(moment, part)
    if (INTERVAL_MS[part] >= INTERVAL_MS[interval] || to <= from) continue
    const limit = Math.min(PAGE_BARS, Math.ceil((to - from) / INTERVAL_MS[part]))
    const bars = readBars(await fetch(part, limit, to))
    parts.push(...bars.filter(({ time }) => time >= from && time < to))
    from = to
  }
  return parts
}

/** The next smallest bars from a moment on; `isPresent`: there are none after them yet. */
export async function barsFrom(
  fetch: FetchBars,
  from: number,
  now: () => number,
): Promise<{ bars: Bar[]; isPresent: boolean }> {
  let start = from
  for (let page = 0; page < EMPTY_PAGES_MAX; page += 1) {
    const before = start + PAGE_BARS * SMALLEST_MS
    const all = readBars(await fetch(SMALLEST, PAGE_BARS, before))
    // Bars from before are known: an answer without any is none.
    if (all.length === 0) throw new NothingKnown()
    const bars = all.filter(({ time, closed }) => closed && time >= from)
    const isPresent = before > now()
    if (bars.length > 0 || isPresent) return { bars, isPresent }
    start = before
  }
  throw new NothingKnown()
}

/** Puts a smaller bar into the one it belongs to; an empty one only repeats the price before it. */
export function folded(bar: Bar | undefined, part: Bar, interval: Interval): Bar {
  const time = bucketStart(part.time, interval)
  if (!bar || bar.time !== time) return { ...part, time, closed: false }
  const volume = bar.volume + part.volume
  const isEmpty = (one: Bar) => one.volume === 0 && one.high === one.low
  if (isEmpty(bar) && !isEmpty(part)) return { ...part, time, volume, closed: false }
  if (isEmpty(part)) return { ...bar, volume }
  const high = Math.max(bar.high, part.high)
  const low = Math.min(bar.low, part.low)
  return { ...bar, high, low, close: part.close, volume, generated: bar.generated || part.generated }
}
