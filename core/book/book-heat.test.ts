/** Tests of the book's heat: a column is the mean of what stood, nothing is lost between buckets, memory is bounded. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { BookHeat, HEAT_BUCKETS, HEAT_COLUMN_MS, HEAT_COLUMNS_MAX, heatStep } from "./book-heat.ts"
import { LevelBook } from "./level-book.ts"

const START = 1_785_000_000_000

function bookOf(levels: readonly (readonly ["bid" | "ask", number, number])[]): LevelBook {
  const book = new LevelBook()
  for (const [side, price, total] of levels) book.set(side, price, total)
  return book
}

test("a bucket is a round number of ticks, at least a fiftieth of a per cent and at most five times that", () => {
  expect(heatStep(672_810)).toBe(200)
  expect(heatStep(3)).toBe(1)
  fc.assert(
    fc.property(fc.double({ min: 5000, max: 1e12, noNaN: true }), (middle) => {
      const step = heatStep(middle)
      expect(step).toBeGreaterThanOrEqual(middle * 0.0002)
      expect(step).toBeLessThanOrEqual(middle * 0.0002 * 2.5 + 1)
      expect(String(step)).toMatch(/^[125]0*$/)
    }),
  )
})

test("whatever stands in the book, each level within reach is counted once, in its own bucket", () => {
  const near = fc.integer({ min: 1, max: 4000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(near, near), { minLength: 1, maxLength: 60 }), (pairs) => {
      const levels = pairs.flatMap(([below, above], at) => [
        ["bid", 100_000 - below, 1 + at] as const,
        ["ask", 100_000 + above, 2 + at] as const,
      ])
      const book = bookOf(levels)
      const heat = new BookHeat()
      expect(heat.sample(book, START)).toBe(true)
      const [column] = heat.columns
      if (!column) throw new Error("no column")
      const truth = new Map<number, number>()
      for (const side of ["bid", "ask"] as const)
        for (const { price, total } of book.levels(side, 1000)) {
          const bucket = Math.floor(price / heat.step)
          truth.set(bucket, (truth.get(bucket) ?? 0) + total)
        }
      for (let at = 0; at < HEAT_BUCKETS; at += 1)
        expect(column.sizes[at]).toBe(truth.get(column.first + at) ?? 0)
    }),
  )
})

test("a column is the mean of its samples: what stood half of the time counts half", () => {
  const heat = new BookHeat()
  const wall = bookOf([
    ["bid", 99_990, 100],
    ["ask", 100_010, 40],
  ])
  const gone = bookOf([
    ["bid", 99_990, 100],
    ["ask", 100_030, 40],
  ])
  heat.sample(wall, START)
  heat.sample(gone, START + 1000)
  const { first, sizes } = heat.columns[0] ?? { first: 0, sizes: new Float32Array() }
  const at = (price: number) => sizes[Math.floor(price / heat.step) - first]
  expect([at(99_990), at(100_010), at(100_030)]).toEqual([100, 20, 20])
})

test("of a book without a middle nothing is taken", () => {
  expect(new BookHeat().sample(bookOf([["bid", 100, 1]]), START)).toBe(false)
})

test("the memory is bounded: after five hours the newest four are there", () => {
  const heat = new BookHeat()
  const book = bookOf([
    ["bid", 99_990, 1],
    ["ask", 100_010, 1],
  ])
  const columns = (5 * 3600 * 1000) / HEAT_COLUMN_MS
  for (let at = 0; at < columns; at += 1) heat.sample(book, START + at * HEAT_COLUMN_MS)
  expect(heat.columns).toHaveLength(HEAT_COLUMNS_MAX)
  expect(heat.columns.reduce((bytes, { sizes }) => bytes + sizes.byteLength, 0)).toBeLessThan(600_000)
  expect(heat.columns.at(-1)?.time).toBe(START + (columns - 1) * HEAT_COLUMN_MS)
})
