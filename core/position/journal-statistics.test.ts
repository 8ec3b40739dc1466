/** The journal's figures are those of the positions, exactly, and every position counts under each of its keys once (P34). */

import fc from "fast-check"
import { expect, test } from "vitest"
import { type ClosedResult, statisticsBy, statisticsOf } from "./journal-statistics.ts"

const closed = (net: bigint, fees = 0n, funding = 0n): ClosedResult => ({ net, fees, funding })

test("wins, losses, means and the profit factor of a hand's count", () => {
  expect(statisticsOf([closed(30n, 1n), closed(-10n, 2n, -1n), closed(0n), closed(11n, 0n, 3n)])).toEqual({
    ...{ count: 4, wins: 2, losses: 1, net: 31n, fees: 3n, funding: 2n },
    // 41 / 2 = 20.5: halves go away from zero.
    ...{ averageWin: 21n, averageLoss: -10n, profitFactor: 410n },
  })
})

test("without a win or a loss there is no mean of it, and without a loss no profit factor", () => {
  expect(statisticsOf([closed(5n)])).toMatchObject({ averageWin: 5n, averageLoss: null, profitFactor: null })
  expect(statisticsOf([closed(-5n)])).toMatchObject({ averageWin: null, averageLoss: -5n, profitFactor: 0n })
  expect(statisticsOf([])).toMatchObject({
    count: 0,
    averageWin: null,
    averageLoss: null,
    profitFactor: null,
  })
})

test("a position counts under each of its tags once, and without one nowhere", () => {
  const rows = [
    { ...closed(5n), tags: ["a", "b", "a"] },
    { ...closed(-2n), tags: ["b"] },
    { ...closed(9n), tags: [] },
  ]
  const lines = statisticsBy(rows, ({ tags }) => tags)
  expect(lines.map(({ key, count, net }) => [key, count, net])).toEqual([
    ["a", 1, 5n],
    ["b", 2, 3n],
  ])
})

test("split by one key each, counts and sums are those of the whole", () => {
  const row = fc.record({
    ...{ net: fc.bigInt(-(10n ** 14n), 10n ** 14n), fees: fc.bigInt(0n, 10n ** 12n) },
    ...{ funding: fc.bigInt(-(10n ** 12n), 10n ** 12n), key: fc.constantFrom("1", "2", "3") },
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const lines = statisticsBy(rows, ({ key }) => [key])
      const whole = statisticsOf(rows)
      for (const field of ["net", "fees", "funding"] as const)
        expect(lines.reduce((sum, line) => sum + line[field], 0n)).toBe(whole[field])
      for (const field of ["count", "wins", "losses"] as const)
        expect(lines.reduce((sum, line) => sum + line[field], 0)).toBe(whole[field])
    }),
    { numRuns: 100 },
  )
})
