/**
 * The changes of the book figure. 60 changes a second: 8 random levels, and in a quarter the price moves. Rows
 * stand still while the market moves through them, by the worker's own rule.
 */

import { windowRows } from "#workers/market/frame/book-rows.ts"
import { type BookWindow, nextWindow } from "#workers/market/frame/book-window.ts"
import type { BookFrame, BookRow } from "#workers/market/market.api.ts"
import { seeded } from "../../load/chance.ts"

export const ROWS = 20
/** Changes before they begin anew: four seconds of them, made beforehand as the worker does in the product. */
const FRAMES = 240
const CHANGES = 8
const MOVES = 0.25
/** Levels a side that the book holds: more than have rows. */
const DEPTH = 2 * ROWS
/** Ours shows every third frame (main.tsx): what moved is told from the last one that was shown, as the worker does. */
export const OUR_EVERY = 3

const price = (ticks: number) => (ticks / 10).toFixed(1)
const grouped = new Intl.NumberFormat("en", { minimumFractionDigits: 1 })
const size = (lots: number) => (lots / 100_000).toFixed(5)

/** Every change as a frame: for ours those between two of its frames are passed over, as the worker merges them. */
export function bookFrames(): BookFrame[] {
  const fraction = seeded(3)
  const totals = new Map<number, number>()
  const totalAt = (ticks: number) => {
    const known = totals.get(ticks) ?? 1 + Math.floor(fraction() * 200_000)
    totals.set(ticks, known)
    return known
  }
  let middle = 972_840
  let window: BookWindow | null = null
  const sent: Map<number, number>[] = []
  return Array.from({ length: FRAMES }, (_, at) => {
    if (fraction() < MOVES) middle += fraction() < 0.5 ? -1 : 1
    for (let change = 0; change < CHANGES; change += 1) {
      const ticks = middle - ROWS + Math.floor(fraction() * 2 * ROWS)
      totals.set(ticks, 1 + Math.floor(fraction() * 200_000))
    }
    const levels = (first: number, step: 1 | -1) =>
      Array.from({ length: DEPTH }, (_, rank) => ({
        price: first + step * rank,
        total: totalAt(first + step * rank),
      }))
    const book = { asks: levels(middle, 1), bids: levels(middle - 1, -1) }
    window = nextWindow(window, { ...book, group: 1, rows: ROWS, sides: "both" })
    const { asks, bids, largest, bidPercent } = windowRows(window, book)
    const before = sent[at - OUR_EVERY]
    const rowOf = ({ price: ticks, total, sum }: (typeof asks)[number]): BookRow => {
      const was = before?.get(ticks) ?? total
      return {
        priceValue: price(ticks),
        price: grouped.format(ticks / 10),
        size: size(total),
        sum: size(sum),
        share: sum / largest,
        moved: total === was ? 0 : total > was ? 1 : -1,
      }
    }
    sent[at] = new Map([...asks, ...bids].map(({ price: ticks, total }) => [ticks, total]))
    return {
      instrument: "BTC_USDT",
      group: 1,
      asks: asks.map(rowOf),
      bids: bids.map(rowOf),
      spread: "0.1",
      spreadPercent: "0.00\u2009%",
      bidPercent,
      last: grouped.format(middle / 10),
      lastMoved: 1 as const,
    }
  })
}
