/** Rows are consecutive prices, and stay so wherever the ladder is scrolled or centred. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { centredTop, marketBeyond, marketPrice, priceAtRow, rowOf, scrolledTop } from "./ladder.model.ts"

const groups = fc.constantFrom(1, 10, 100, 1000, 10_000)
const prices = fc.integer({ min: 1, max: 1e9 })
const counts = fc.integer({ min: 1, max: 100 })

test("centred on a price, its step stands in the middle, and every row is one step below the last", () => {
  fc.assert(
    fc.property(prices, groups, counts, (price, group, rows) => {
      const place = { top: centredTop(price, group, rows), group, rows }
      expect(place.top % group).toBe(0)
      const all = Array.from({ length: rows }, (_, row) => priceAtRow(place, row))
      for (const [at, each] of all.entries()) {
        expect(each).toBeGreaterThan(0)
        if (at > 0) expect((all[at - 1] ?? 0) - each).toBe(group)
        expect(rowOf(place, each)).toBe(at)
      }
      const step = Math.round(price / group) * group
      const isLow = step - Math.ceil(rows / 2) * group < 0
      if (!isLow) expect(rowOf(place, step)).toBe(Math.floor(rows / 2))
    }),
  )
})

test("scrolled up and down again, the same prices stand there, unless the lowest price was reached", () => {
  fc.assert(
    fc.property(prices, groups, counts, fc.integer({ min: 0, max: 500 }), (price, group, rows, by) => {
      const top = centredTop(price, group, rows)
      const up = scrolledTop({ top, group, rows }, by)
      expect(up - top).toBe(by * group)
      expect(scrolledTop({ top: up, group, rows }, -by)).toBe(top)
      const down = scrolledTop({ top, group, rows }, -by)
      expect(priceAtRow({ top: down, group, rows }, rows - 1)).toBeGreaterThan(0)
    }),
  )
})

test.each([
  [{ bestBid: 100, bestAsk: 102, last: 90 }, 101],
  [{ bestBid: 100, bestAsk: null, last: 90 }, 100],
  [{ bestBid: null, bestAsk: 102, last: 90 }, 102],
  [{ bestBid: null, bestAsk: null, last: 90 }, 90],
  [{ bestBid: null, bestAsk: null, last: null }, undefined],
])("of %j the market is at %s", (market, price) => {
  expect(marketPrice(market)).toBe(price)
})

test("the market has left the rows as soon as its middle has", () => {
  const place = { top: 110, group: 1, rows: 10 }
  const at = (bestBid: number, bestAsk: number) => marketBeyond(place, { bestBid, bestAsk, last: null })
  expect(at(110, 112)).toBe("above")
  expect(at(109, 110)).toBeUndefined()
  expect(at(101, 102)).toBeUndefined()
  expect(at(99, 101)).toBe("below")
})
