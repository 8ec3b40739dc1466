/** Rolls finer candles up into coarser ones. */

import type { Lots, TimeMs } from "../money/units.ts"
import { bucketEnd, bucketStart } from "./bucket.ts"
import { type Candle, isEmpty } from "./candle.ts"
import type { Interval } from "./interval.ts"

export { fillGaps } from "./fill-gaps.ts"

/**
 * Two parts of one bucket as one candle; `earlier` gives the opening time, `later` says whether it is closed. An
 * empty part (W3) adds no price: it only repeats the close before it.
 * @throws RangeError when the volume would leave the whole numbers (U4).
 */
export function mergeCandles(earlier: Candle, later: Candle): Candle {
  const merged = { ...earlier }
  absorb(merged, later)
  return merged
}

/**
 * Rolls finer candles up into an interval that holds theirs whole. Ascending; two of one opening time are two parts
 * of that bucket (the seam between generated and traded). Buckets without any part stay missing; see `fillGaps`.
 * A bucket is closed when a later one follows, or when it has ended by `now` (epoch ms) if that is given.
 * The result is the same by any way: 1m → 1h equals 1m → 15m → 1h.
 * @throws RangeError when the candles are not ascending.
 */
export function rollUp(
  candles: readonly Candle[],
  interval: Interval,
  now: TimeMs = Number.NEGATIVE_INFINITY,
): Candle[] {
  const rolled: Candle[] = []
  let live: Candle | undefined
  let end = Number.NEGATIVE_INFINITY
  let before = Number.NEGATIVE_INFINITY
  for (const candle of candles) {
    if (candle.openTime < before) throw new RangeError(`candles fall from ${before} to ${candle.openTime}`)
    before = candle.openTime
    if (live && candle.openTime < end) {
      absorb(live, candle)
      continue
    }
    if (live) live.closed = true
    const openTime = bucketStart(candle.openTime, interval)
    end = bucketEnd(openTime, interval)
    live = { ...candle, openTime }
    rolled.push(live)
  }
  if (live) live.closed = now >= end
  return rolled
}

/** Adds a later part to a candle in place. */
function absorb(target: Candle, later: Candle): void {
  if (isEmpty(target) && !isEmpty(later)) {
    target.open = later.open
    target.high = later.high
    target.low = later.low
    target.close = later.close
  } else if (!isEmpty(later)) {
    if (later.high > target.high) target.high = later.high
    if (later.low < target.low) target.low = later.low
    target.close = later.close
  }
  const volume = target.volume + later.volume
  if (!Number.isSafeInteger(volume)) throw new RangeError(`candle volume over 2^53: ${volume}`)
  target.volume = volume as Lots
  target.lastTradeId = Math.max(target.lastTradeId, later.lastTradeId)
  target.closed = later.closed
  target.generated = target.generated || later.generated
}
