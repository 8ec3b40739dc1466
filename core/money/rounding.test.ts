/** The three roundings. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { divideDown, divideNearest, divideUp } from "./rounding.ts"

const dividend = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const divisor = fc.bigInt({ min: 1n, max: 10n ** 20n })

test("down is the largest whole number not above, up the smallest not below", () => {
  fc.assert(
    fc.property(dividend, divisor, (value, by) => {
      const down = divideDown(value, by)
      expect(down * by <= value && (down + 1n) * by > value).toBe(true)
      const up = divideUp(value, by)
      expect(up * by >= value && (up - 1n) * by < value).toBe(true)
    }),
  )
})

test("nearest is at most half a step away, and half goes away from zero", () => {
  fc.assert(
    fc.property(dividend, divisor, (value, by) => {
      const rest = value - divideNearest(value, by) * by
      const size = rest < 0n ? -rest : rest
      expect(2n * size <= by).toBe(true)
      if (2n * size === by) expect(rest < 0n).toBe(value > 0n)
    }),
  )
  expect([5n, -5n, 7n, -7n, 0n].map((value) => divideNearest(value, 2n))).toEqual([3n, -3n, 4n, -4n, 0n])
})
