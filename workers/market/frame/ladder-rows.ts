/** The rows of a price ladder in lots: every step has one, whatever stands at it. Plain functions. */

import { groupLevels } from "#core/book/group-levels.ts"
import type { BookSide, LevelBook } from "#core/book/level-book.ts"

/** Groups looked at a side: far more than a snapshot holds. */
const GROUPS_MAX = 5000

export interface LadderSpan {
  /** Price of the first row in ticks, a multiple of `group`. */
  top: number
  /** Ticks between two rows. */
  group: number
  rows: number
}

export interface LadderLots {
  /** Lots by row, from the top. */
  bids: Float64Array
  asks: Float64Array
}

/** Index of the row of a step; undefined where it has none. */
export function rowOfStep({ top, group, rows }: LadderSpan, step: number): number | undefined {
  const row = (top - step) / group
  return Number.isInteger(row) && row >= 0 && row < rows ? row : undefined
}

/** What stands at each row; levels beyond the rows are in none. */
export function ladderLots(book: LevelBook, span: LadderSpan): LadderLots {
  return { bids: sideLots(book, "bid", span), asks: sideLots(book, "ask", span) }
}

function sideLots(book: LevelBook, side: BookSide, span: LadderSpan): Float64Array {
  const lots = new Float64Array(span.rows)
  for (const { price, total } of groupLevels(book, side, span.group, GROUPS_MAX)) {
    const row = rowOfStep(span, price)
    if (row !== undefined) lots[row] = total
  }
  return lots
}

export const sumOf = (lots: Float64Array): number => lots.reduce((sum, each) => sum + each, 0)
