/** How does a hole look? As room without bars: a span with no data is never drawn over. */

import { bucketStart, shiftBucket } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"

/** Most empty places drawn for one hole; a night of seconds would push the market off the screen. */
export const HOLE_PLACES_MAX = 24

/** Opening times to leave empty for a hole [from, to), at most {@link HOLE_PLACES_MAX}, the first ones. */
export function holePlaces(hole: readonly [number, number], interval: Interval): number[] {
  const [from, to] = hole
  const places: number[] = []
  let time = bucketStart(from, interval)
  if (time < from) time = shiftBucket(time, interval, 1)
  while (time < to && places.length < HOLE_PLACES_MAX) {
    places.push(time)
    time = shiftBucket(time, interval, 1)
  }
  return places
}
