/** Rows of a price ladder are consecutive, and nothing of the book is lost or counted twice in them. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { stepOf } from "#core/book/group-levels.ts"
import { LevelBook } from "#core/book/level-book.ts"
import { ladderLots, rowOfStep, sumOf } from "./ladder-rows.ts"
import { VolumeAtPrice } from "./volume-at-price.ts"

const MIDDLE = 10_000

const levels = fc.record({
  bids: fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 1e9 })), {
    maxLength: 60,
  }),
  asks: fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 1e9 })), {
    maxLength: 60,
  }),
})
const groups = fc.constantFrom(1, 10, 100)

function bookOf({ bids, asks }: { bids: [number, number][]; asks: [number, number][] }): LevelBook {
  const book = new LevelBook()
  for (const [away, total] of bids) book.set("bid", MIDDLE - away, total)
  for (const [away, total] of asks) book.set("ask", MIDDLE + away, total)
  return book
}

test("a span that holds the whole book holds every lot of it, in every grouping", () => {
  fc.assert(
    fc.property(levels, groups, (sides, group) => {
      const book = bookOf(sides)
      const top = stepOf(MIDDLE + 300, group, "ask")
      const lots = ladderLots(book, { top, group, rows: 700 / group + 1 })
      const total = (side: "bid" | "ask") =>
        book.levels(side, 1000).reduce((sum, each) => sum + each.total, 0)
      expect(sumOf(lots.bids)).toBe(total("bid"))
      expect(sumOf(lots.asks)).toBe(total("ask"))
    }),
  )
})

test("each row has just the levels of its step, wherever the span begins", () => {
  fc.assert(
    fc.property(
      levels,
      groups,
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: 1, max: 40 }),
      (sides, group, shift, rows) => {
        const book = bookOf(sides)
        const top = stepOf(MIDDLE, group, "ask") + shift * group
        const lots = ladderLots(book, { top, group, rows })
        for (let row = 0; row < rows; row += 1) {
          const step = top - row * group
          const at = (side: "bid" | "ask") =>
            book
              .levels(side, 1000)
              .filter(({ price }) => stepOf(price, group, side) === step)
              .reduce((sum, { total }) => sum + total, 0)
          expect(lots.bids[row]).toBe(at("bid"))
          expect(lots.asks[row]).toBe(at("ask"))
          // A book that isn't crossed never has both sides in one row.
          expect(Math.min(lots.bids[row] ?? 0, lots.asks[row] ?? 0)).toBe(0)
        }
      },
    ),
  )
})

test("rows are consecutive steps: each step has one row, and no price between two steps has any", () => {
  fc.assert(
    fc.property(
      groups,
      fc.integer({ min: 100, max: 1000 }),
      fc.integer({ min: 1, max: 60 }),
      (group, first, rows) => {
        const span = { top: first * group, group, rows }
        const found = Array.from({ length: rows + 2 }, (_, at) =>
          rowOfStep(span, span.top + group - at * group),
        )
        expect(found).toEqual([undefined, ...Array.from({ length: rows }, (_, at) => at), undefined])
        if (group > 1) expect(rowOfStep(span, span.top - 1)).toBeUndefined()
      },
    ),
  )
})

const trade = (id: number, price: number, quantity: number, side: 1 | -1) => ({
  id,
  price,
  quantity,
  side,
  time: id,
})

test("every trade is counted once, those that healed a gap or were trimmed included", () => {
  const trades = fc.array(
    fc.record({
      price: fc.integer({ min: 9_950, max: 10_050 }),
      quantity: fc.integer({ min: 1, max: 1e6 }),
      side: fc.constantFrom<1 | -1>(1, -1),
      isLate: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  fc.assert(
    fc.property(trades, groups, fc.integer({ min: 1, max: 20 }), (all, group, kept) => {
      const volume = new VolumeAtPrice()
      const rows = all.map(({ price, quantity, side }, at) => trade(at + 1, price, quantity, side))
      // First what came at once, in two parts; then the gap is healed; then the older ones are trimmed.
      const early = rows.filter((_, at) => !all[at]?.isLate)
      volume.take({ trades: early.slice(0, 5), revision: 0, newest: early.slice(0, 5).at(-1) })
      volume.take({ trades: early, revision: 0, newest: early.at(-1) })
      volume.take({ trades: rows, revision: 1, newest: rows.at(-1) })
      volume.take({ trades: rows.slice(-kept), revision: 1, newest: rows.at(-1) })
      const span = { top: stepOf(10_100, group, "ask"), group, rows: 300 / group + 2 }
      const counted = volume.rows(span)
      expect(sumOf(counted)).toBe(rows.reduce((sum, { quantity }) => sum + quantity, 0))
      for (const [row, lots] of counted.entries()) {
        const step = span.top - row * group
        const here = rows.filter(
          ({ price, side }) => stepOf(price, group, side === 1 ? "ask" : "bid") === step,
        )
        expect(lots).toBe(here.reduce((sum, { quantity }) => sum + quantity, 0))
      }
      expect(volume.since).toBe(1)
    }),
  )
  expect(new VolumeAtPrice().since).toBeNull()
})
