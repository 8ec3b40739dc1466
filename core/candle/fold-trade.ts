/** Folds trades into the live candle and begins the next one (W3). */

import { type Lots, NO_LOTS, type Ticks, type TimeMs } from "../money/units.ts"
import { bucketEnd, bucketStart } from "./bucket.ts"
import { type Candle, isEmpty } from "./candle.ts"
import { emptyCandles } from "./fill-gaps.ts"
import type { Interval } from "./interval.ts"

/** An empty candle of a bucket: O = H = L = C = `price` (the last close), volume 0, open. */
export function openCandle(openTime: TimeMs, price: number): Candle {
  const ticks = price as Ticks
  return {
    openTime,
    open: ticks,
    high: ticks,
    low: ticks,
    close: ticks,
    volume: NO_LOTS,
    lastTradeId: 0,
    closed: false,
    generated: false,
  }
}

/**
 * Folds one trade of its bucket into a candle, in place: thousands come a second. The first trade of an empty candle
 * sets all four prices, because only an empty bucket shows the close before it (W3).
 * @throws RangeError when the volume would leave the whole numbers (U4).
 */
export function foldTrade(candle: Candle, trade: { price: number; quantity: number; id: number }): void {
  const price = trade.price as Ticks
  const volume = candle.volume + trade.quantity
  if (!Number.isSafeInteger(volume)) throw new RangeError(`candle volume over 2^53: ${volume}`)
  if (isEmpty(candle)) {
    candle.open = price
    candle.high = price
    candle.low = price
  } else if (price > candle.high) candle.high = price
  else if (price < candle.low) candle.low = price
  candle.close = price
  candle.volume = volume as Lots
  if (trade.id > candle.lastTradeId) candle.lastTradeId = trade.id
}

/**
 * Turns the live candle over when its bucket has ended by `now`: gives it back closed, the empty buckets since as
 * closed candles at its close (W3), and a new live one that holds `now`. Before that the live candle comes back as it
 * is, the very object. A silence of more than `EMPTY_RUN_MAX` buckets is not filled: nobody watched it, so it must
 * not look like data.
 */
export function nextCandles(
  live: Candle,
  interval: Interval,
  now: TimeMs,
): { closed: Candle[]; live: Candle } {
  const end = bucketEnd(live.openTime, interval)
  if (now < end) return { closed: [], live }
  const openTime = bucketStart(now, interval)
  const closed = [{ ...live, closed: true }]
  for (const empty of emptyCandles(live.close, interval, { from: end, to: openTime })) closed.push(empty)
  return { closed, live: openCandle(openTime, live.close) }
}
