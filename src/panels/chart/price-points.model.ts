/** What of the server's answers is drawn of mark, index and funding rate. For drawing only: figures are told as text. */

import type { Interval } from "#core/candle/interval.ts"
import type { fundingRates, priceCandles } from "#core/wire/contract-public-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"

export interface PricePoint {
  /** Epoch ms. */
  time: number
  open: number
  high: number
  low: number
  /** Of a funding rate the rate itself, in percent. */
  close: number
}

/** Mark and index have no candles below a minute. */
export const priceInterval = (interval: Interval): Interval => (interval.endsWith("s") ? "1m" : interval)

export const pricePoints = ({ rows }: Pick<ResponseOf<typeof priceCandles>, "rows">): PricePoint[] =>
  rows.map(([time, open, high, low, close]) => ({
    time,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
  }))

/** Oldest first. */
export const ratePoints = ({ rows }: Pick<ResponseOf<typeof fundingRates>, "rows">): PricePoint[] =>
  rows.toReversed().map(({ time, rate }) => {
    const percent = Number(rate) * 100
    return { time, open: percent, high: percent, low: percent, close: percent }
  })
