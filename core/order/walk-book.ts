/** Walks the levels of a book as the engine would for a market order (S2, S4). */

import type { TradedInstrument } from "../instrument/instrument.ts"
import { type OrderSide, protectionBound } from "../instrument/price-rule.ts"
import { UNITS_PER_COIN } from "../money/units.ts"
import { feeOf } from "./fee.ts"

/** Levels of both sides, best first: price in ticks and total in lots by turns. */
export interface Ladder {
  bids: ArrayLike<number>
  asks: ArrayLike<number>
}

interface Walker {
  side: OrderSide
  /** Lots wanted; left out with a budget. */
  lots?: number | undefined
  /** Quote amount in 1e-8 to spend, or to receive at most. */
  budget?: bigint | undefined
  /** Rate in 1e-8 that a budget has to pay as well; only where fees are in the quote currency. */
  rateInside?: bigint | undefined
}

export interface Walk {
  lots: number
  /** In 1e-8 of the quote, without fee. */
  turnover: bigint
  /** Price of the last level taken from, in ticks; undefined when nothing was found. */
  worst: number | undefined
  /**
   * Why it ended: `filled` all that was wanted, `budget` less than a lot was affordable, `book` no more orders,
   * `protection` the next ones stand too far from the best price (S4).
   */
  end: "filled" | "budget" | "book" | "protection"
}

/**
 * Walks the opposite side from its best price. A budget takes `floor(left / (price × K))` lots a level; with fees in
 * the quote currency as many as it pays with their fee.
 */
export function walkBook(instrument: TradedInstrument, ladder: Ladder, order: Walker): Walk {
  const levels = order.side === "buy" ? ladder.asks : ladder.bids
  const best = levels[0]
  const bound =
    best === undefined ? undefined : protectionBound(order.side, best, instrument.marketProtection)
  const walk: Walk = { lots: 0, turnover: 0n, worst: undefined, end: "book" }
  for (let at = 0; at < levels.length; at += 2) {
    const price = levels[at] as number
    if (bound !== undefined && (order.side === "buy" ? price > bound : price < bound)) {
      walk.end = "protection"
      break
    }
    const lotsMost = lotsAt(instrument, walk, order, price)
    const lots = Math.min(levels[at + 1] as number, lotsMost)
    if (lots > 0) {
      walk.lots += lots
      walk.turnover += BigInt(price) * BigInt(lots) * instrument.notionalUnit
      walk.worst = price
    }
    if (lots === lotsMost) {
      walk.end = order.budget === undefined ? "filled" : "budget"
      break
    }
  }
  return walk
}

/** How many more lots may be taken at this price. */
function lotsAt(instrument: TradedInstrument, walk: Walk, order: Walker, price: number): number {
  if (order.budget === undefined) return (order.lots ?? 0) - walk.lots
  const each = BigInt(price) * instrument.notionalUnit
  const rate = order.rateInside ?? 0n
  const costOf = (lots: bigint) => {
    const turnover = walk.turnover + lots * each
    return rate > 0n ? turnover + feeOf(turnover, rate) : turnover
  }
  let lots = (order.budget - walk.turnover) / each
  // The fee takes a little off; at these sizes a division comes close, and steps do the rest.
  if (rate > 0n) {
    const turnoverMost = (order.budget * UNITS_PER_COIN) / (UNITS_PER_COIN + rate)
    lots = turnoverMost > walk.turnover ? (turnoverMost - walk.turnover) / each : 0n
    while (lots > 0n && costOf(lots) > order.budget) lots -= 1n
    while (costOf(lots + 1n) <= order.budget) lots += 1n
  }
  return lots > 0n ? Number(lots) : 0
}
