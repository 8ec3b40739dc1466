/** Tests of the heat map: it keeps what came, in order and bounded, and tells what stood at a price. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { HEAT_COLUMNS_MAX } from "#core/book/book-heat.ts"
import { fullSize, HEAT_LEVELS, type Heat, levelOf, mergedHeat, sizeAt } from "./heat.model.ts"

const column = (time: number, first: number, ...sizes: number[]) => ({
  time,
  first,
  sizes: Float32Array.from(sizes),
})
const frame = (columns: Heat["columns"], isWhole = false, instrument = "BTC_USDT") => ({
  ...{ instrument, isWhole, step: 10, columns },
})

test("a newer version of a column replaces it, another one follows, and what is whole begins anew", () => {
  let heat = mergedHeat(null, frame([column(0, 1, 5)], true))
  heat = mergedHeat(heat, frame([column(0, 1, 6)]))
  heat = mergedHeat(heat, frame([column(10, 1, 7)]))
  expect(heat.columns.map(({ time, sizes }) => [time, sizes[0]])).toEqual([
    [0, 6],
    [10, 7],
  ])
  expect(mergedHeat(heat, frame([column(20, 1, 1)], true)).columns).toHaveLength(1)
  expect(mergedHeat(heat, frame([column(20, 1, 1)], false, "ETH_USDT")).columns).toHaveLength(1)
})

test("however long it runs, four hours are kept", () => {
  let heat: Heat | null = null
  for (let at = 0; at < HEAT_COLUMNS_MAX + 50; at += 1) heat = mergedHeat(heat, frame([column(at, 1, 1)]))
  expect(heat?.columns).toHaveLength(HEAT_COLUMNS_MAX)
  expect(heat?.columns.at(-1)?.time).toBe(HEAT_COLUMNS_MAX + 49)
})

test("a price says the mean of the columns of its bar, nothing noted is told from nothing there", () => {
  const heat = mergedHeat(
    null,
    frame([column(0, 100, 4, 0), column(10, 100, 2, 0), column(20, 100, 9, 9)], true),
  )
  expect(sizeAt(heat, { from: 0, to: 20 }, 1009.9)).toBe(3)
  expect(sizeAt(heat, { from: 0, to: 20 }, 1010)).toBe(0)
  expect(sizeAt(heat, { from: 0, to: 20 }, 1020)).toBeUndefined()
  expect(sizeAt(heat, { from: 30, to: 60 }, 1000)).toBeUndefined()
})

test("more is never lighter, something is never nothing, and one wall doesn't bleach the rest", () => {
  const size = fc.double({ min: 0, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(size, size, fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (one, other, full) => {
      const [less, more] = [levelOf(Math.min(one, other), full), levelOf(Math.max(one, other), full)]
      expect(less).toBeLessThanOrEqual(more)
      expect(more).toBeLessThanOrEqual(HEAT_LEVELS)
      expect(less === 0).toBe(Math.min(one, other) === 0)
    }),
  )
  const columns = Array.from({ length: 20 }, (_, at) => column(at, 1, at === 7 ? 1000 : 2))
  expect(fullSize(columns)).toBe(2)
  expect(fullSize([])).toBe(0)
})
