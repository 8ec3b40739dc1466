/** The rows of a book window: sizes, cumulative sums, and bars relative to the larger side. */

import type { Level } from "#core/book/level-book.ts"
import type { BookWindow } from "./book-window.ts"

export interface SideRow {
  price: number
  /** Lots at this price; 0 in an emptied row. */
  total: number
  /** Lots at this price and better, whether they have a row or not. */
  sum: number
}

/** Rows of one side, best first. `levels`: the whole side in groups, best first; `away` −1 for bids, 1 for asks. */
function sideRows(prices: readonly number[], levels: readonly Level[], away: 1 | -1): SideRow[] {
  let at = 0
  let sum = 0
  return prices.map((price) => {
    let total = 0
    for (let level = levels[at]; level && (level.price - price) * away <= 0; level = levels[at]) {
      sum += level.total
      if (level.price === price) total = level.total
      at += 1
    }
    return { price, total, sum }
  })
}

/** Both sides of a window, and the larger of their sums. */
export function windowRows(
  window: BookWindow,
  book: { bids: readonly Level[]; asks: readonly Level[] },
): { bids: SideRow[]; asks: SideRow[]; largest: number; bidPercent: number | null } {
  const bids = sideRows(window.bids, book.bids, -1)
  const asks = sideRows(window.asks, book.asks, 1)
  const bidSum = bids.at(-1)?.sum ?? 0
  const askSum = asks.at(-1)?.sum ?? 0
  const both = bidSum + askSum
  return {
    bids,
    asks,
    largest: Math.max(bidSum, askSum),
    bidPercent: both > 0 && bids.length > 0 && asks.length > 0 ? Math.round((bidSum / both) * 100) : null,
  }
}
