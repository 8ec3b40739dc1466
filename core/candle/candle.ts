/** The candle type, in whole ticks and lots. */

import type { Lots, Ticks, TimeMs } from "../money/units.ts"

export interface Candle {
  /** First millisecond of its bucket, UTC. */
  openTime: TimeMs
  open: Ticks
  high: Ticks
  low: Ticks
  close: Ticks
  /** Sum of traded lots; below 2^53. */
  volume: Lots
  /** Id of the last trade folded in; 0 while none. Of two versions of a bucket the higher is newer. */
  lastTradeId: number
  /** The bucket is over. */
  closed: boolean
  /** Any part of it was computed as simulated history, not traded in the engine. */
  generated: boolean
}

/**
 * Nothing was traded in it: it only repeats the close before it (W3). Flatness is asked too, since a venue's or a
 * generated candle may have moved on a volume that is less than a lot.
 */
export const isEmpty = (candle: Candle): boolean => candle.volume === 0 && candle.high === candle.low
