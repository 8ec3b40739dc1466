/** Which lines does the book show, in which groupings, and how many fit? Plain functions. */

import { formatAmount, parseAmount } from "#core/money/steps.ts"
import type { BookFrame, BookRow } from "#workers/market/market.api.ts"
import type { BookSides } from "../../stores/book-store.ts"

/** Multiples of the tick that the menu offers. */
const GROUPS = [1, 10, 100, 1000, 10_000] as const
/** A grouping coarser than this share of the price would put the whole book on one row. */
const COARSEST_SHARE = 0.01
/** With nothing chosen, about this share of the price is one row: 0.67 of 67,284. */
const USUAL_SHARE = 1e-5

export interface GroupChoice {
  /** In ticks. */
  group: number
  /** In the quote currency, plain decimal text: "0.1", "1", "10". */
  size: string
}

/**
 * Which groupings make sense for an instrument: powers of ten of its tick, up to a hundredth of its price.
 * @param tick decimal text of the tick
 * @param price last price as plain number, 0 while unknown (then all are offered)
 */
export function groupChoices(tick: string, price: number): GroupChoice[] {
  const parsed = parseAmount(tick)
  if (!parsed.ok) return [{ group: 1, size: tick }]
  const choices = GROUPS.map((group) => ({ group, size: formatAmount(parsed.value * BigInt(group)) }))
  return choices.filter(
    ({ group, size }) => group === 1 || price === 0 || Number(size) <= price * COARSEST_SHARE,
  )
}

/** The grouping to begin with: the power of ten nearest to the usual share of the price, among those offered. */
export function usualGroup(choices: readonly GroupChoice[], price: number): number {
  const wanted = 10 ** Math.round(Math.log10(price * USUAL_SHARE))
  const fitting = choices.findLast(({ size }) => Number(size) <= wanted * 1.001)
  return price > 0 && fitting ? fitting.group : (choices[0]?.group ?? 1)
}

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
