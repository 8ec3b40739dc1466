/** Do rows stay put, and is no level hidden? Dense books in steps, sparse books in levels. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Level } from "#core/book/level-book.ts"
import { windowRows } from "./book-rows.ts"
import { type BookWindow, centredWindow, nextWindow, type WindowQuestion } from "./book-window.ts"

/** Levels of 10 lots at these prices. */
const at = (...prices: number[]): Level[] => prices.map((price) => ({ price, total: 10 }))
const range = (first: number, count: number, step: number) =>
  Array.from({ length: count }, (_, index) => first + index * step)

/** A book with a level on every step: bids from `bid` down, asks from the next step up. */
const dense = (bid: number, rows = 6, without: number[] = []): WindowQuestion => ({
  bids: at(...range(bid, 40, -1).filter((price) => price > 0 && !without.includes(price))),
  asks: at(...range(bid + 1, 40, 1).filter((price) => !without.includes(price))),
  group: 1,
  rows,
  sides: "both",
})

describe("a dense book", () => {
  test("has a row for each step, half of them on each side", () => {
    const window = centredWindow(dense(100))
    expect(window).toEqual({ kind: "steps", bids: range(100, 6, -1), asks: range(101, 6, 1) })
  })

  test("keeps the row of a level that emptied", () => {
    const window = centredWindow(dense(100))
    const next = nextWindow(window, dense(100, 6, [98, 103]))
    expect(next.bids).toContain(98)
    const rows = windowRows(next, dense(100, 6, [98, 103]))
    expect(rows.bids.find((row) => row.price === 98)?.total).toBe(0)
  })

  test("doesn't move while the market walks within the middle third: only the boundary does", () => {
    let window = centredWindow(dense(100))
    const prices = (of: BookWindow) => [...of.asks].reverse().concat(of.bids)
    const first = prices(window)
    for (const bid of [101, 102, 101, 99, 98]) {
      window = nextWindow(window, dense(bid))
      expect(prices(window)).toEqual(first)
      expect(window.bids[0]).toBe(bid)
      expect(window.asks[0]).toBe(bid + 1)
    }
  })

  test("is centred anew when the market has left the middle third", () => {
    const window = nextWindow(centredWindow(dense(100)), dense(103))
    expect(window.bids).toEqual(range(103, 6, -1))
    expect(window.asks).toEqual(range(104, 6, 1))
  })

  test("parts an empty spread between the sides", () => {
    const question = { ...dense(100), asks: at(...range(105, 40, 1)) }
    const window = centredWindow(question)
    expect(window.bids[0]).toBe(102)
    expect(window.asks[0]).toBe(103)
  })

  test("in groups has rows at multiples of the group", () => {
    const question = {
      ...dense(100),
      group: 10,
      bids: at(...range(1000, 20, -10)),
      asks: at(...range(1010, 20, 10)),
    }
    expect(centredWindow(question).asks).toEqual(range(1010, 6, 10))
  })

  test("near zero has no row below one step", () => {
    expect(centredWindow(dense(3)).bids).toEqual([3, 2, 1])
  })

  test("of one side begins at its best, and follows it upwards", () => {
    const bids = (bid: number): WindowQuestion => ({ ...dense(bid, 12), sides: "bids" })
    const window = centredWindow(bids(100))
    expect(window.bids).toEqual(range(100, 12, -1))
    expect(window.asks).toEqual([])
    expect(nextWindow(window, bids(97)).bids).toEqual(window.bids)
    expect(nextWindow(window, bids(101)).bids[0]).toBe(101)
    expect(nextWindow(window, bids(92)).bids[0]).toBe(92)
  })
})

describe("a sparse book", () => {
  const sparse = (bids: number[], asks: number[], rows = 6): WindowQuestion => ({
    bids: at(...bids),
    asks: at(...asks),
    group: 1,
    rows,
    sides: "both",
  })
  const BIDS = range(1000, 10, -37)
  const ASKS = range(1040, 10, 41)

  test("has a row for each level that exists", () => {
    const window = centredWindow(sparse(BIDS, ASKS))
    expect(window).toEqual({ kind: "levels", bids: BIDS.slice(0, 6), asks: ASKS.slice(0, 6) })
  })

  test("keeps an emptied level in its place", () => {
    const window = centredWindow(sparse(BIDS, ASKS))
    const next = nextWindow(
      window,
      sparse(
        BIDS.filter((price) => price !== BIDS[2]),
        ASKS,
      ),
    )
    expect(next.bids).toEqual(window.bids)
  })

  test("gives a new level the place of an emptied neighbour, and moves no other row", () => {
    const window = centredWindow(sparse(BIDS, ASKS))
    const without = BIDS.filter((price) => price !== 926)
    const next = nextWindow(window, sparse([1000, 963, 930, ...without.slice(2)], ASKS))
    expect(next.bids).toEqual([1000, 963, 930, 889, 852, 815])
  })

  test("pushes the farthest row out when no row is empty", () => {
    const window = centredWindow(sparse(BIDS, ASKS))
    const next = nextWindow(window, sparse([1005, ...BIDS], ASKS))
    expect(next.bids).toEqual([1005, ...BIDS.slice(0, 5)])
  })

  test("drops empty rows that the market has passed", () => {
    const window = centredWindow(sparse(BIDS, ASKS))
    const next = nextWindow(window, sparse(BIDS.slice(1), [990, ...ASKS]))
    expect(next.bids).not.toContain(1000)
    expect(next.asks[0]).toBe(990)
  })

  test("is centred anew when over a third of a side is empty", () => {
    const window = centredWindow(sparse(BIDS, ASKS))
    const next = nextWindow(window, sparse(BIDS.slice(3), ASKS))
    expect(next.bids).toEqual(BIDS.slice(3, 9))
  })

  test("with fewer levels than rows shows those it has, and takes more as they come", () => {
    const window = centredWindow(sparse([1000], []))
    expect(window).toEqual({ kind: "levels", bids: [1000], asks: [] })
    const next = nextWindow(window, sparse([1000, 900], [1100]))
    expect(next).toEqual({ kind: "levels", bids: [1000, 900], asks: [1100] })
  })
})

test("an empty book has no rows, and the first levels get some", () => {
  const empty: WindowQuestion = { bids: [], asks: [], group: 1, rows: 5, sides: "both" }
  const window = centredWindow(empty)
  expect(window.bids.length + window.asks.length).toBe(0)
  expect(nextWindow(window, { ...empty, bids: at(5) }).bids).toContain(5)
})

describe("whatever a book does", () => {
  const side = (least: number, most: number) =>
    fc.uniqueArray(fc.integer({ min: least, max: most }), { maxLength: 40 })
  const books = fc.array(
    fc.record({ mid: fc.integer({ min: 60, max: 140 }), below: side(1, 50), above: side(1, 50) }),
    { minLength: 1, maxLength: 12 },
  )
  const sides = fc.constantFrom("both", "bids", "asks") as fc.Arbitrary<WindowQuestion["sides"]>

  test("no level better than a side's last row is hidden, rows are in order, and none is doubled", () => {
    fc.assert(
      fc.property(books, sides, fc.integer({ min: 1, max: 12 }), (states, shown, rows) => {
        let window: BookWindow | null = null
        for (const { mid, below, above } of states) {
          const bids = at(...below.map((away) => mid - away).sort((a, b) => b - a))
          const asks = at(...above.map((away) => mid + away).sort((a, b) => a - b))
          window = nextWindow(window, {
            bids: bids.filter(({ price }) => price > 0),
            asks,
            group: 1,
            rows,
            sides: shown,
          })
          const falling = [...window.asks].reverse().concat(window.bids)
          expect(falling).toEqual([...new Set(falling)].sort((a, b) => b - a))
          const { bids: bidPrices, asks: askPrices } = window
          if (shown !== "asks") {
            const worst = bidPrices.at(-1) ?? Number.POSITIVE_INFINITY
            for (const { price } of bids) if (price >= worst) expect(bidPrices).toContain(price)
            if (bids[0] && bids[0].price > 0) expect(bidPrices).toContain(bids[0].price)
          }
          if (shown !== "bids") {
            const worst = askPrices.at(-1) ?? Number.NEGATIVE_INFINITY
            for (const { price } of asks) if (price <= worst) expect(askPrices).toContain(price)
            if (asks[0]) expect(askPrices).toContain(asks[0].price)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
})

test("sums are of all levels up to a price, and bars are relative to the larger side", () => {
  const rows = windowRows(
    { kind: "levels", bids: [10, 9, 7], asks: [11, 13] },
    {
      bids: [
        { price: 10, total: 1 },
        { price: 8, total: 5 },
        { price: 7, total: 4 },
      ],
      asks: [{ price: 13, total: 30 }],
    },
  )
  expect(rows.bids.map(({ total, sum }) => [total, sum])).toEqual([
    [1, 1],
    [0, 1],
    [4, 10],
  ])
  expect(rows.asks.map(({ total, sum }) => [total, sum])).toEqual([
    [0, 0],
    [30, 30],
  ])
  expect(rows.largest).toBe(30)
  expect(rows.bidPercent).toBe(25)
})
