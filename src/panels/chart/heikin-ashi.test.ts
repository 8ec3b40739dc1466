/** Heikin-Ashi bars are what their formula says, and a live bar that was replaced is as if it came once. */

import fc from "fast-check"
import { expect, test } from "vitest"
import type { Bar } from "./bars.model.ts"
import { HeikinAshi } from "./heikin-ashi.ts"

const bar = (time: number, [open, high, low, close]: readonly [number, number, number, number]): Bar => ({
  ...{ time, open, high, low, close, volume: 1, closed: true, generated: false },
})

test("the first opens in its own middle, the others in the middle of the body before", () => {
  const made = new HeikinAshi()
  // (10 + 16 + 8 + 14) / 4 = 12, opened at (10 + 14) / 2.
  expect(made.put(bar(1, [10, 16, 8, 14]))).toEqual({ open: 12, high: 16, low: 8, close: 12 })
  // (14 + 15 + 13 + 14) / 4 = 14, opened at 12, which is below its own low.
  expect(made.put(bar(2, [14, 15, 13, 14]))).toEqual({ open: 12, high: 15, low: 12, close: 14 })
  expect(made.put(bar(2, [14, 20, 13, 17]))).toEqual({ open: 12, high: 20, low: 12, close: 16 })
  expect(made.put(bar(3, [17, 17, 17, 17])).open).toBe(14)
  expect(made.bars).toHaveLength(3)
})

test("a bar that was replaced again and again is as if read at once, and holds the whole of its own range", () => {
  const prices = fc
    .array(fc.integer({ min: 1, max: 500 }), { minLength: 4, maxLength: 4 })
    .map(
      (four) => [four[0], Math.max(...four), Math.min(...four), four[3]] as [number, number, number, number],
    )
  fc.assert(
    fc.property(fc.array(fc.array(prices, { minLength: 1, maxLength: 4 }), { maxLength: 40 }), (versions) => {
      const live = new HeikinAshi()
      const whole = new HeikinAshi()
      for (const [time, all] of versions.entries()) {
        for (const each of all) live.put(bar(time, each))
        const last = all.at(-1) ?? [1, 1, 1, 1]
        const made = whole.put(bar(time, last))
        expect(made.high).toBeGreaterThanOrEqual(last[1])
        expect(made.low).toBeLessThanOrEqual(last[2])
      }
      expect(live.bars).toEqual(whole.bars)
    }),
  )
})
