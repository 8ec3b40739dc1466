/** What the orders of a book are worth in its quote currency, by price step. */

import { stepOf } from "./group-levels.ts"
import type { BookSide, LevelBook } from "./level-book.ts"

/** Exact, in ticks × lots: times tick and lot it is an amount of the quote currency. */
export interface StepWorth {
  /** Of the orders at this step. */
  at: bigint
  /** Of these and all at better prices, whether they have a row or not. */
  sum: bigint
}

/**
 * The worth of each step of `prices` (in ticks, best first, multiples of `group`), every order at its own price and not at
 * its step's.
 * @example group 10: bids 99 × 2, 98 × 1 at [90] → at 296, sum 296
 */
export function stepWorths(
  book: LevelBook,
  side: BookSide,
  group: number,
  prices: readonly number[],
): StepWorth[] {
  const away = side === "bid" ? -1 : 1
  let rank = 0
  let sum = 0n
  return prices.map((step) => {
    let at = 0n
    for (let price = book.priceAt(side, rank); price !== undefined; price = book.priceAt(side, rank)) {
      const own = stepOf(price, group, side)
      if ((own - step) * away > 0) break
      const worth = BigInt(price) * BigInt(book.totalAt(side, rank))
      sum += worth
      if (own === step) at += worth
      rank += 1
    }
    return { at, sum }
  })
}
