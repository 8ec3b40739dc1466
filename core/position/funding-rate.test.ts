/** Funding rate (P4) and funding times (P5). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { fundingRate, nextFundingAfter, slotAt } from "./funding-rate.ts"

const HOUR = 3_600_000
const terms = { fundingHours: 8, interest: 10_000n, maintenanceRate: 400_000n }
/** All slots at the same premium. */
const even = (premium: bigint) => ({ weighted: premium * 10n, weights: 10n })

describe("The funding rate (P4)", () => {
  test.each([
    ["the interest, while the premium is within 0.05 % of it", 30_000n, 10_000n],
    ["the interest, at exactly 0.05 %", 60_000n, 10_000n],
    ["the premium less 0.05 % above that", 100_000n, 50_000n],
    ["the premium plus 0.05 % below", -100_000n, -50_000n],
    ["0.75 of the maintenance rate at most", 900_000n, 300_000n],
    ["and no less than its opposite", -900_000n, -300_000n],
  ])("is %s", (_, premium, rate) => {
    expect(fundingRate(even(premium), terms)).toBe(rate)
  })

  test("is 0 without a slot, not the interest", () => {
    expect(fundingRate({ weighted: 0n, weights: 0n }, terms)).toBe(0n)
  })

  test("weighs later slots more: Σ k × premium / Σ k", () => {
    // slots 1 and 3 at 0 and 0.4 %: A = 0.3 %, F = 0.25 %
    expect(fundingRate({ weighted: 3n * 400_000n, weights: 4n }, terms)).toBe(250_000n)
  })

  test("counts for its hours of eight", () => {
    expect(fundingRate(even(100_000n), { ...terms, fundingHours: 4 })).toBe(25_000n)
  })

  test("lies within its bounds and never falls as the premium rises", () => {
    const rate = fc.bigInt({ min: -2_000_000n, max: 2_000_000n })
    fc.assert(
      fc.property(rate, rate, fc.integer({ min: 1, max: 5_760 }), (a, b, weights) => {
        const [low, high] = (a < b ? [a, b] : [b, a]).map((premium) =>
          fundingRate({ weighted: premium * BigInt(weights), weights: BigInt(weights) }, terms),
        )
        expect(
          low !== undefined && high !== undefined && low <= high && low >= -300_000n && high <= 300_000n,
        ).toBe(true)
      }),
    )
  })
})

describe("Its moments (P5)", () => {
  test("are every h hours from 00:00 UTC, the next one strictly after now", () => {
    expect([0, 1, 8 * HOUR - 1, 8 * HOUR].map((now) => nextFundingAfter(now, terms) / HOUR)).toEqual([
      8, 8, 8, 16,
    ])
  })

  test("slots count 1 … 720 × h; the sample at the moment itself is the first of the next interval", () => {
    expect([0, 4_999, 5_000, 8 * HOUR - 5_000, 8 * HOUR].map((now) => slotAt(now, terms))).toEqual([
      1, 1, 2, 5_760, 1,
    ])
  })
})
