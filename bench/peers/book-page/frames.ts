/** What does the book of the book figure do? 60 changes a second: 8 random levels, and in a quarter the price moves. */

import type { BookFrame, BookRow } from "#workers/market/market.api.ts"
import { seeded } from "../../load/chance.ts"

export const ROWS = 20
/** Changes before they begin anew: four seconds of them, made beforehand as the worker does in the product. */
const FRAMES = 240
const CHANGES = 8
const MOVES = 0.25

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
  return Array.from({ length: FRAMES }, () => {
    if (fraction() < MOVES) middle += fraction() < 0.5 ? -1 : 1
    const changed = new Map<number, 1 | -1>()
    for (let change = 0; change < CHANGES; change += 1) {
      const ticks = middle - ROWS + Math.floor(fraction() * 2 * ROWS)
      const total = 1 + Math.floor(fraction() * 200_000)
      changed.set(ticks, total > totalAt(ticks) ? 1 : -1)
      totals.set(ticks, total)
    }
    const side = (first: number, step: 1 | -1): BookRow[] => {
      let sum = 0
      const rows = Array.from({ length: ROWS }, (_, rank) => {
        const ticks = first + step * rank
        sum += totalAt(ticks)
        return {
          priceValue: price(ticks),
          price: grouped.format(ticks / 10),
          size: size(totalAt(ticks)),
          sum: size(sum),
          share: sum,
          moved: changed.get(ticks) ?? (0 as const),
        }
      })
      return rows.map((row) => ({ ...row, share: row.share / sum }))
    }
    return {
      instrument: "BTC_USDT",
      group: 1,
      asks: side(middle, 1),
      bids: side(middle - 1, -1),
      spread: "0.1",
      spreadPercent: "0.00\u2009%",
      bidPercent: 50,
      last: grouped.format(middle / 10),
      lastMoved: 1 as const,
    }
  })
}
