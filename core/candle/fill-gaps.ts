/** Candles of buckets in which nothing was traded (W3). */

import { NO_LOTS, type Ticks, type TimeMs } from "../money/units.ts"
import { bucketEnd, bucketStart } from "./bucket.ts"
import type { Candle } from "./candle.ts"
import type { Interval } from "./interval.ts"

/** Longest run of empty buckets that is filled; a longer one stays a hole. About 28 h of seconds. */
export const EMPTY_RUN_MAX = 100_000

/** A span [from, to) in epoch ms of which nothing is known. */
export type Hole = readonly [from: TimeMs, to: TimeMs]

/**
 * The empty buckets that open in [from, to), closed, at `price`, but none that touches a hole. `from` is a bucket
 * start. Nothing at all when there would be more than {@link EMPTY_RUN_MAX}.
 */
export function emptyCandles(
  price: number,
  interval: Interval,
  span: { from: TimeMs; to: TimeMs; holes?: readonly Hole[] },
): Candle[] {
  const candles: Candle[] = []
  let openTime = span.from
  while (openTime < span.to) {
    const end = bucketEnd(openTime, interval)
    const hole = span.holes?.find(([from, to]) => from < end && to > openTime)
    if (hole) {
      openTime = firstBucketAfter(hole, interval)
      continue
    }
    if (candles.length === EMPTY_RUN_MAX) return []
    candles.push(emptyCandle(openTime, price as Ticks))
    openTime = end
  }
  return candles
}

/**
 * Puts a candle into every empty bucket between two others: O = H = L = C = last close, volume 0 (W3). The candles
 * are ascending and of this interval. A bucket that touches a hole stays missing, because nothing is known of it; so
 * does a run over {@link EMPTY_RUN_MAX}. A filled bucket counts as generated when both its neighbours are.
 */
export function fillGaps(
  candles: readonly Candle[],
  interval: Interval,
  holes: readonly Hole[] = [],
): Candle[] {
  const filled: Candle[] = []
  let previous: Candle | undefined
  for (const candle of candles) {
    if (previous) {
      const span = { from: bucketEnd(previous.openTime, interval), to: candle.openTime, holes }
      for (const empty of emptyCandles(previous.close, interval, span)) {
        empty.generated = previous.generated && candle.generated
        filled.push(empty)
      }
    }
    filled.push(candle)
    previous = candle
  }
  return filled
}

/** Opening time of the first bucket that lies wholly behind a hole. */
function firstBucketAfter([, to]: Hole, interval: Interval): TimeMs {
  const start = bucketStart(to, interval)
  return start === to ? start : bucketEnd(start, interval)
}

function emptyCandle(openTime: TimeMs, price: Ticks): Candle {
  return {
    openTime,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: NO_LOTS,
    lastTradeId: 0,
    closed: true,
    generated: false,
  }
}
