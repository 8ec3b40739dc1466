/** How long does the live candle still run? */

import { bucketEnd, bucketStart } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import { timeLeft } from "../../text/time-left.ts"

/** `now`: server clock, ms. */
export const countdown = (now: number, interval: Interval): string =>
  timeLeft(bucketEnd(bucketStart(now, interval), interval) - now)
