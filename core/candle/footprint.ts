/** The footprint of a market: what was bought and sold at each price within each bar; exact in lots, bounded. */

import { roundStep } from "../money/round-step.ts"
import type { TimeMs } from "../money/units.ts"
import { bucketStart } from "./bucket.ts"
import type { Interval } from "./interval.ts"

/** Numbers a row where a bar's rows are packed, from the highest price down: the row's number, what was bought, what was sold. */
export const FOOTPRINT_STRIDE = 3
/** Trades remembered, so that another interval is counted from the same ones; some 4 MB of a market at most. */
export const FOOTPRINT_TRADES_MAX = 50_000
/** Trimming counts everything anew, so it is done rarely. */
const TRIM_SLACK = 5000
/** A row is at least the price by so much; the page joins rows where they lie too close to be read. */
const ROWS_IN_PRICE = 50_000

export interface FootprintTrade {
  /** Rises by one from trade to trade of a market. */
  id: number
  /** Ticks. */
  price: number
  /** Lots. */
  quantity: number
  /** Of the taker: 1 bought, -1 sold. */
  side: 1 | -1
  time: TimeMs
}

export interface FootprintRow {
  /** Lots that takers bought, and that they sold. */
  bought: number
  sold: number
}

/** By number of the row: row `n` holds the prices from `n` × step to below the next. */
export type FootprintRows = ReadonlyMap<number, FootprintRow>

/**
 * Height of a row in ticks: 1, 2 or 5 × 10ⁿ, at least a fifty-thousandth of the price.
 * @example footprintStep(6_728_100) // 200: of 6,728,100 ticks 0.002 % are 135
 */
export const footprintStep = (price: number): number => roundStep(price / ROWS_IN_PRICE)

/** Counts the trades of one market, each once. What it holds has no gap: trades that don't join what is held begin it anew. */
export class Footprint {
  /** Height of a row in ticks; 0 before the first trade. It stays: rows of other heights couldn't stand side by side. */
  step = 0
  #interval: Interval
  /** Ascending by id, each the one after the other. */
  #trades: FootprintTrade[] = []
  #bars = new Map<TimeMs, Map<number, FootprintRow>>()
  #changed = new Set<TimeMs>()

  constructor(interval: Interval) {
    this.#interval = interval
  }

  get interval(): Interval {
    return this.#interval
  }

  get oldest(): FootprintTrade | undefined {
    return this.#trades[0]
  }

  get newest(): FootprintTrade | undefined {
    return this.#trades.at(-1)
  }

  /** Opening times of the bars that changed since the last call. */
  takeChanged(): TimeMs[] {
    const changed = [...this.#changed]
    this.#changed.clear()
    return changed
  }

  /** Of the bar that opens at `time`; empty where nothing was traded. */
  rowsOf(time: TimeMs): FootprintRows {
    return this.#bars.get(time) ?? new Map()
  }

  /**
   * Newer trades, ascending, those known already among them. False: they don't join, so what was held is forgotten and
   * they alone are counted.
   */
  append(trades: readonly FootprintTrade[]): boolean {
    const [first, last] = [trades[0], trades.at(-1)]
    if (!first || !last) return true
    const newest = this.newest?.id
    const isJoined = newest === undefined || (first.id <= newest + 1 && last.id >= newest)
    if (!isJoined) this.#forget()
    // What is known stands at the front, mostly far more than what is new.
    let from = trades.length
    while (from > 0 && (trades[from - 1]?.id ?? 0) > (this.newest?.id ?? Number.NEGATIVE_INFINITY)) from -= 1
    for (const trade of trades.slice(from)) {
      this.#trades.push(trade)
      this.#count(trade)
    }
    this.#trim()
    return isJoined
  }

  /** Trades before the oldest, ascending. False: they don't lead up to it, and nothing was taken. */
  prepend(trades: readonly FootprintTrade[]): boolean {
    const oldest = this.oldest?.id
    if (oldest === undefined || trades.length === 0 || trades.at(-1)?.id !== oldest - 1) return false
    this.#trades = [...trades, ...this.#trades]
    for (const trade of trades) this.#count(trade)
    this.#trim()
    return true
  }

  /** Counts the same trades in bars of another length. */
  countBy(interval: Interval): void {
    this.#interval = interval
    this.#countAll()
  }

  #count(trade: FootprintTrade): void {
    if (this.step === 0) this.step = footprintStep(trade.price)
    const time = bucketStart(trade.time, this.#interval)
    const rows = this.#bars.get(time) ?? new Map<number, FootprintRow>()
    this.#bars.set(time, rows)
    const at = Math.floor(trade.price / this.step)
    const row = rows.get(at) ?? { bought: 0, sold: 0 }
    rows.set(at, row)
    if (trade.side === 1) row.bought += trade.quantity
    else row.sold += trade.quantity
    this.#changed.add(time)
  }

  #countAll(): void {
    this.#bars.clear()
    this.#changed.clear()
    for (const trade of this.#trades) this.#count(trade)
  }

  #trim(): void {
    if (this.#trades.length <= FOOTPRINT_TRADES_MAX + TRIM_SLACK) return
    this.#trades = this.#trades.slice(-FOOTPRINT_TRADES_MAX)
    this.#countAll()
  }

  #forget(): void {
    this.#trades = []
    this.#bars.clear()
    this.#changed.clear()
    this.step = 0
  }
}
