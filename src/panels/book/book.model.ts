/** Which lines does the book show, and how many fit? Plain functions. */

import type { BookFrame, BookRow } from "#workers/market/market.api.ts"
import type { BookSides } from "../../stores/book-store.ts"

/** Coins that are counted in whole units are traded by the million: their columns need more room. */
export const hasLongAmounts = (lot: string): boolean => !lot.includes(".")

/** A row, or a place that keeps its height while the book has none there. */
export type BookLine = BookRow | null

export interface BookLines {
  /** From top to bottom: the best ask last. */
  asks: BookLine[]
  /** From top to bottom: the best bid first. */
  bids: BookLine[]
}

/**
 * Lays a frame out on `2 × rows` lines (or all of them for one side), so that the panel never changes its height.
 * The worker may send one side longer than the other while the middle is off centre.
 */
export function bookLines(frame: BookFrame | null, rows: number, sides: BookSides): BookLines {
  const asks = sides === "bids" ? [] : (frame?.asks ?? [])
  const bids = sides === "asks" ? [] : (frame?.bids ?? [])
  const askCount =
    sides === "both" ? askLineCount(asks.length, bids.length, rows) : sides === "asks" ? 2 * rows : 0
  return {
    asks: padded(asks, askCount).reverse(),
    bids: padded(bids, 2 * rows - askCount),
  }
}

function askLineCount(asks: number, bids: number, rows: number): number {
  if (bids > rows) return Math.max(0, 2 * rows - bids)
  return asks > rows ? Math.min(asks, 2 * rows) : rows
}

const padded = (rows: readonly BookRow[], count: number): BookLine[] =>
  Array.from({ length: count }, (_, index) => rows[index] ?? null)

/** Rows a side that fit (what the fixed parts leave, by two rows, down), never below `least`. */
export function rowsThatFit(height: number, fixed: number, rowHeight: number, least: number): number {
  if (rowHeight <= 0) return least
  return Math.max(least, Math.floor((height - fixed) / (2 * rowHeight)))
}
