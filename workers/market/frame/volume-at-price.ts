/** What was traded at each price, of the trades that one feed has held: each is counted once, those trimmed since included. */

import { stepOf } from "#core/book/group-levels.ts"
import type { Trade, TradeFeed } from "../feeds/trade-feed.ts"
import { type LadderSpan, rowOfStep } from "./ladder-rows.ts"

/** Prices remembered; a market that has gone through more begins anew. */
const PRICES_MAX = 50_000

type Trades = Pick<TradeFeed, "trades" | "revision" | "newest">

export class VolumeAtPrice {
  /** Server epoch ms of the first trade counted; null: none. */
  since: number | null = null
  /** Lots by price in ticks, by the side that rested there. */
  readonly #bids = new Map<number, number>()
  readonly #asks = new Map<number, number>()
  /** Ids of those counted that the feed still holds: a gap that is healed brings older ones. */
  #counted = new Set<number>()
  #revision = -1
  #newestId = Number.NEGATIVE_INFINITY

  /** Counts what is new. */
  take({ trades, revision, newest }: Trades): void {
    const isAnew = revision !== this.#revision
    for (let at = trades.length - 1; at >= 0; at -= 1) {
      const trade = trades[at]
      if (!trade || (!isAnew && trade.id <= this.#newestId)) break
      if (!this.#counted.has(trade.id)) this.#count(trade)
    }
    this.#revision = revision
    this.#newestId = newest?.id ?? this.#newestId
    if (this.#counted.size > 2 * trades.length + 1000) this.#counted = new Set(trades.map(({ id }) => id))
  }

  /** Lots by row of a ladder. */
  rows(span: LadderSpan): Float64Array {
    const lots = new Float64Array(span.rows)
    for (const [side, prices] of [["bid", this.#bids] as const, ["ask", this.#asks] as const]) {
      const lowest = span.top - span.rows * span.group
      for (const [price, traded] of prices) {
        if (price <= lowest || price > span.top + span.group) continue
        const row = rowOfStep(span, stepOf(price, span.group, side))
        if (row !== undefined) lots[row] = (lots[row] ?? 0) + traded
      }
    }
    return lots
  }

  #count({ id, price, quantity, side, time }: Trade): void {
    // Who bought took from the asks.
    const prices = side === 1 ? this.#asks : this.#bids
    if (prices.size >= PRICES_MAX) this.#forget()
    prices.set(price, (prices.get(price) ?? 0) + quantity)
    this.#counted.add(id)
    this.since = this.since === null ? time : Math.min(this.since, time)
  }

  #forget(): void {
    this.#bids.clear()
    this.#asks.clear()
    this.since = null
  }
}
