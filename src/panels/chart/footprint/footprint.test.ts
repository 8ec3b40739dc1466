/** Tests of the footprint: it keeps what came, joins rows without losing anything, and marks what stands out. */

import fc from "fast-check"
import { expect, test } from "vitest"
import type { FootprintFrame } from "#workers/market/market.api.ts"
import { fullestRow, joinedCount, joinedRows, mergedFootprint, sumOfRows } from "./footprint.model.ts"

const MINUTE = 60_000
const START = 1_785_000_000_000

/** Rows from the highest price down: number, bought, sold. */
const rows = (...all: [number, number, number][]) => Float64Array.from(all.flat())
const frame = (
  bars: FootprintFrame["bars"],
  { isWhole = false, since = START, instrument = "BTC_USDT" } = {},
): FootprintFrame => ({ instrument, interval: "1m", isWhole, step: 5, since, bars })

test("a newer version of a bar replaces it; what is whole, or another market's, begins anew; what was forgotten goes", () => {
  const bar = (time: number, bought: number) => ({ time, rows: rows([10, bought, 0]) })
  let known = mergedFootprint(null, frame([bar(START, 1)], { isWhole: true }))
  known = mergedFootprint(known, frame([bar(START, 2), bar(START + MINUTE, 3)]))
  expect([...known.bars].map(([time, [, bought]]) => [time - START, bought])).toEqual([
    [0, 2],
    [MINUTE, 3],
  ])
  expect(mergedFootprint(known, frame([bar(START, 1)], { isWhole: true })).bars.size).toBe(1)
  expect(mergedFootprint(known, frame([bar(START, 1)], { instrument: "ETH_USDT" })).bars.size).toBe(1)
  const later = mergedFootprint(known, frame([], { since: START + MINUTE + 5 }))
  expect([...later.bars.keys()]).toEqual([START + MINUTE])
})

test("so many rows are joined as make one that can be read, in round numbers", () => {
  expect([20, 12, 7, 3, 1.3, 0.1].map((px) => joinedCount(px, 12))).toEqual([1, 1, 2, 5, 10, 200])
  expect(joinedCount(0, 12)).toBe(1)
})

test("however many are joined, nothing is lost, and rows stand from the highest down, each once", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 })
  const all = fc.uniqueArray(fc.tuple(fc.nat(3000), amount, amount), { selector: ([at]) => at })
  fc.assert(
    fc.property(all, fc.constantFrom(1, 2, 5, 10, 50), (traded, count) => {
      const joined = joinedRows(rows(...traded.sort(([one], [other]) => other - one)), count)
      expect(sumOfRows(joined)).toEqual(sumOfRows(traded.map(([, bought, sold]) => ({ bought, sold }))))
      const places = joined.map(({ at }) => at)
      expect(places).toEqual([...new Set(places)].sort((one, other) => other - one))
      for (const { at, bought } of joined) {
        const own = traded.filter(([row]) => Math.floor(row / count) === at)
        expect(bought).toBe(own.reduce((sum, [, each]) => sum + each, 0))
      }
    }),
  )
})

test("three times what was sold a row below is an imbalance of buyers, and the other way round; little ones and edges are none", () => {
  const stands = (...all: [number, number, number][]) => joinedRows(rows(...all), 1).map((row) => row.stands)
  expect(stands([10, 30, 5], [9, 20, 10])).toEqual(["bought", undefined])
  expect(stands([10, 29, 5], [9, 20, 10])).toEqual([undefined, undefined])
  expect(stands([10, 5, 20], [9, 5, 15])).toEqual([undefined, "sold"])
  // Nobody sold one row below: there the bar ends, or there is a hole in it.
  expect(stands([10, 30, 5])).toEqual([undefined])
  expect(stands([10, 30, 5], [8, 20, 10])).toEqual([undefined, undefined])
  // A hundredth of the fullest row.
  expect(stands([10, 3, 0], [9, 1, 1], [8, 200, 1])).toEqual([undefined, undefined, undefined])
})

test("the fullest row counts both sides; of two alike it is the upper one", () => {
  expect(fullestRow(joinedRows(rows([10, 3, 4], [9, 5, 2], [8, 6, 0]), 1))?.at).toBe(10)
  expect(fullestRow([])).toBeUndefined()
})
