/** The active market's live candle, updated with the trades that are sent. Ticks and lots, one interval. */

import { bucketEnd, bucketStart, shiftBucket } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import { lotText, priceText } from "./active-book.ts"
import { LAST_OLD_TRADE } from "./encoded-lap.ts"
import { ACTIVE_TICKS } from "./workload.ts"

export type CandleRowTexts = [
  openTime: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  lastTradeId: number,
  closed: 0 | 1,
  generated: 0 | 1,
]

export class LiveCandle {
  readonly interval: Interval
  #openTime: number
  #open = ACTIVE_TICKS
  #high = ACTIVE_TICKS + 3
  #low = ACTIVE_TICKS - 3
  #close = ACTIVE_TICKS
  #lots = 0
  #lastId = LAST_OLD_TRADE
  /** Closed since the last {@link takeRows}. */
  #closed: CandleRowTexts[] = []
  #isChanged = false

  constructor(interval: Interval, now: number) {
    this.interval = interval
    this.#openTime = bucketStart(now, interval)
  }

  trade(id: number, ticks: number, lots: number, time: number): void {
    this.turn(time)
    this.#high = Math.max(this.#high, ticks)
    this.#low = Math.min(this.#low, ticks)
    this.#close = ticks
    this.#lots += lots
    this.#lastId = id
    this.#isChanged = true
  }

  /** The bucket is over: a flat one at the last price begins. */
  turn(time: number): void {
    while (time >= bucketEnd(this.#openTime, this.interval)) {
      this.#closed.push(this.#row(1))
      this.#openTime = bucketEnd(this.#openTime, this.interval)
      this.#open = this.#high = this.#low = this.#close
      this.#lots = 0
      this.#isChanged = true
    }
  }

  /** What has to be sent now; empty when nothing changed. */
  takeRows(): CandleRowTexts[] {
    if (!this.#isChanged) return []
    const rows = [...this.#closed, this.row]
    this.#closed = []
    this.#isChanged = false
    return rows
  }

  get row(): CandleRowTexts {
    return this.#row(0)
  }

  /** `count` bars that open before `before`, oldest first; the live one is the last when `before` allows. */
  history(count: number, before: number): CandleRowTexts[] {
    const rows: CandleRowTexts[] = []
    const newest = bucketStart(before - 1, this.interval)
    let time = Math.min(newest, this.#openTime)
    for (let at = 0; at < count; at += 1) {
      rows.push(time === this.#openTime ? this.row : oldRow(time, this.interval))
      time = shiftBucket(time, this.interval, -1)
    }
    return rows.reverse()
  }

  #row(closed: 0 | 1): CandleRowTexts {
    const prices = [this.#open, this.#high, this.#low, this.#close].map(priceText) as [
      string,
      string,
      string,
      string,
    ]
    return [this.#openTime, ...prices, lotText(this.#lots), this.#lastId, closed, 0]
  }
}

/** A made-up bar, the same for the same time: a slow wave around the first price. */
export function oldRow(openTime: number, interval: Interval, price = ACTIVE_TICKS): CandleRowTexts {
  const closeAt = (time: number) => price + Math.round(Math.sin(time / 9e6) * price * 0.004)
  const open = closeAt(shiftBucket(openTime, interval, -1))
  const close = closeAt(openTime)
  const spread = 2 + (Math.floor(openTime / 1000) % 17)
  const texts = [open, Math.max(open, close) + spread, Math.min(open, close) - spread, close].map(
    priceText,
  ) as [string, string, string, string]
  return [openTime, ...texts, lotText(100_000 + (Math.floor(openTime / 1000) % 9973) * 31), 1, 1, 1]
}
