/** Groups the levels of a book into coarser price steps. */

import type { BookSide, Level, LevelBook } from "./level-book.ts"

/** The step that a price belongs to: bids down, asks up, so that no shown price is better than the orders behind it. */
export const stepOf = (price: number, group: number, side: BookSide): number =>
  (side === "bid" ? Math.floor(price / group) : Math.ceil(price / group)) * group

/**
 * The best `rows` groups of a side, best first, each priced at a multiple of `group` ticks: bids rounded down, asks
 * up, so that no shown price is better than the orders behind it. The last group is whole: all its levels are in.
 * @throws RangeError when `group` is no whole number of ticks.
 * @example group 10: bids 99, 98, 89 → 90 (99 + 98), 80 (89)
 */
export function groupLevels(book: LevelBook, side: BookSide, group: number, rows: number): Level[] {
  if (!Number.isSafeInteger(group) || group < 1) throw new RangeError(`no grouping in ticks: ${group}`)
  if (group === 1) return book.levels(side, rows)
  const grouped: Level[] = []
  let current: Level | undefined
  for (let rank = 0; ; rank += 1) {
    const price = book.priceAt(side, rank)
    if (price === undefined) return grouped
    const step = stepOf(price, group, side)
    if (current?.price !== step) {
      if (grouped.length >= rows) return grouped
      current = { price: step, total: 0 }
      grouped.push(current)
    }
    current.total += book.totalAt(side, rank)
  }
}
