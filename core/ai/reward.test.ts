/** What a holding earns, when, and what an early end costs (A3, A4). */

import fc from "fast-check"
import { expect, test } from "vitest"
import type { Amount } from "../money/units.ts"
import { AI_DAY_MS, dayEnd, earlyFeeOf, rewardAfter, startOf } from "./reward.ts"

const amount = fc.bigInt(1n, 10n ** 22n).map((value) => value as Amount)
const rate = fc.bigInt(1n, 10_000_000n)

test("rewards of round figures (A3)", () => {
  const principal = 100_000_000_000n as Amount
  expect(rewardAfter(principal, 20_000n, 1)).toBe(20_000_000n)
  expect(rewardAfter(principal, 20_000n, 30)).toBe(600_000_000n)
  // A third of a unit a day: it is paid on every third.
  const third = [1, 2, 3, 4, 5, 6].map((day) => rewardAfter(1n as Amount, 33_333_334n, day))
  expect(third).toEqual([0n, 0n, 1n, 1n, 1n, 2n])
})

test("day by day nothing is lost nor made: the steps sum to the whole, and it never falls (A3)", () => {
  fc.assert(
    fc.property(amount, rate, fc.integer({ min: 1, max: 400 }), (principal, daily, days) => {
      let sum = 0n
      for (let day = 1; day <= days; day++) {
        const step = rewardAfter(principal, daily, day) - rewardAfter(principal, daily, day - 1)
        expect(step).toBeGreaterThanOrEqual(0n)
        sum += step
      }
      const whole = rewardAfter(principal, daily, days)
      expect(sum).toBe(whole)
      const exact = principal * daily * BigInt(days)
      expect(whole * 100_000_000n).toBeLessThanOrEqual(exact)
      expect((whole + 1n) * 100_000_000n).toBeGreaterThan(exact)
    }),
    { numRuns: 100 },
  )
})

test("interest begins at the next 00:00 UTC, never at once (A3)", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (bought) => {
      const starts = startOf(bought)
      expect(starts % AI_DAY_MS).toBe(0)
      expect(starts).toBeGreaterThan(bought)
      expect(starts - bought).toBeLessThanOrEqual(AI_DAY_MS)
    }),
  )
  const midnight = Date.UTC(2026, 10, 24)
  expect([startOf(midnight - 1), startOf(midnight)]).toEqual([midnight, midnight + AI_DAY_MS])
  expect(dayEnd(midnight, 7)).toBe(Date.UTC(2026, 11, 1))
})

test("an early end costs its fee, rounded up, and never more than the principal (A4)", () => {
  expect(earlyFeeOf(100_000_000_000n as Amount, 500_000n)).toBe(500_000_000n)
  expect([earlyFeeOf(1n as Amount, 1n), earlyFeeOf(7n as Amount, 0n)]).toEqual([1n, 0n])
  fc.assert(
    fc.property(amount, fc.bigInt(0n, 100_000_000n), (principal, fee) => {
      const cost = earlyFeeOf(principal, fee)
      expect(cost).toBeLessThanOrEqual(principal)
      expect(cost * 100_000_000n).toBeGreaterThanOrEqual(principal * fee)
      expect((cost - 1n) * 100_000_000n < principal * fee || cost === 0n).toBe(true)
    }),
  )
})
