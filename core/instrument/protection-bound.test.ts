/** Price protection stops a market order where S4 says. */

import fc from "fast-check"
import { expect, test } from "vitest"
import type { Ticks } from "../money/units.ts"
import { STEP_COUNT_MAX } from "../money/units.ts"
import { protectionBound } from "./price-rule.ts"

const PERCENT = 1_000_000n

test.each([
  ["buy", 101, 5n, 106],
  ["sell", 101, 5n, 96],
  ["buy", 100, 5n, 105],
  ["sell", 100, 5n, 95],
  ["buy", 3, 5n, 3],
  ["sell", 3, 99n, 1],
] as const)(
  "S4: a %s from %i with %i %% goes no further than %i: a buy down, a sell up to a tick",
  (side, best, percent, bound) => {
    expect(protectionBound(side, best as Ticks, percent * PERCENT)).toBe(bound)
  },
)

test("S4: the bound is the last whole tick within best × (1 ± protection), for prices of any size", () => {
  const price = fc.integer({ min: 1, max: STEP_COUNT_MAX }).map((ticks) => ticks as Ticks)
  const protection = fc.bigInt({ min: 1n, max: 100n * PERCENT - 1n })
  fc.assert(
    fc.property(price, protection, (best, rate) => {
      const most = BigInt(protectionBound("buy", best, rate)) * 100n * PERCENT
      const upper = BigInt(best) * (100n * PERCENT + rate)
      expect(most <= upper && most + 100n * PERCENT > upper).toBe(true)
      const least = BigInt(protectionBound("sell", best, rate)) * 100n * PERCENT
      const lower = BigInt(best) * (100n * PERCENT - rate)
      expect(least >= lower && least - 100n * PERCENT < lower).toBe(true)
    }),
  )
})
