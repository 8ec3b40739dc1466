/** Coarser steps keep every lot and never flatter the price. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { groupLevels } from "./group-levels.ts"
import { type BookSide, LevelBook } from "./level-book.ts"

function bookOf(side: BookSide, levels: readonly (readonly [number, number])[]): LevelBook {
  const book = new LevelBook()
  for (const [price, total] of levels) book.set(side, price, total)
  return book
}

describe("grouped levels", () => {
  test("round bids down and asks up", () => {
    const bids = bookOf("bid", [
      [99, 1],
      [98, 2],
      [90, 4],
      [89, 8],
    ])
    expect(groupLevels(bids, "bid", 10, 5)).toEqual([
      { price: 90, total: 7 },
      { price: 80, total: 8 },
    ])
    const asks = bookOf("ask", [
      [100, 1],
      [101, 2],
      [110, 4],
      [111, 8],
    ])
    expect(groupLevels(asks, "ask", 10, 5)).toEqual([
      { price: 100, total: 1 },
      { price: 110, total: 6 },
      { price: 120, total: 8 },
    ])
  })

  test("have a whole last group, with all its levels", () => {
    const bids = bookOf("bid", [
      [99, 1],
      [91, 2],
      [90, 4],
      [89, 8],
    ])
    expect(groupLevels(bids, "bid", 10, 1)).toEqual([{ price: 90, total: 7 }])
  })

  test("of one tick are the levels themselves", () => {
    const asks = bookOf("ask", [
      [5, 1],
      [7, 2],
      [9, 3],
    ])
    expect(groupLevels(asks, "ask", 1, 2)).toEqual(asks.levels("ask", 2))
  })

  test("of no rows or an empty book are none", () => {
    expect(groupLevels(bookOf("bid", [[5, 1]]), "bid", 10, 0)).toEqual([])
    expect(groupLevels(new LevelBook(), "ask", 10, 20)).toEqual([])
  })

  test("lose no quantity, stand in order on multiples, and never look better than the orders behind them", () => {
    const level = fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 1_000_000 }))
    const side = fc.constantFrom<BookSide>("bid", "ask")
    fc.assert(
      fc.property(
        fc.array(level, { maxLength: 80 }),
        side,
        fc.integer({ min: 1, max: 500 }),
        (levels, side, group) => {
          const book = bookOf(side, levels)
          const grouped = groupLevels(book, side, group, 10_000)
          const all = book.levels(side, 10_000)
          const sum = (of: { total: number }[]) => of.reduce((total, each) => total + each.total, 0)
          expect(sum(grouped)).toBe(sum(all))
          for (const [place, each] of grouped.entries()) {
            expect(each.price % group).toBe(0)
            const next = grouped[place + 1]
            if (next) expect(side === "bid" ? next.price < each.price : next.price > each.price).toBe(true)
          }
          const best = all[0]?.price
          if (best !== undefined) {
            const shown = grouped[0]?.price ?? Number.NaN
            expect(side === "bid" ? shown <= best : shown >= best).toBe(true)
          }
        },
      ),
    )
  })

  test.each([0, -10, 2.5, Number.NaN])("refuse a grouping of %d ticks", (group) => {
    expect(() => groupLevels(new LevelBook(), "bid", group, 5)).toThrow(RangeError)
  })
})
