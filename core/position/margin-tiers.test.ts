/** Margin tiers (P6) and the size that a leverage allows (P14). */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { TIER_TABLES, tiersUpTo } from "../instrument/tier-tables.ts"
import { type Amount, type Fine, fineOf, UNITS_PER_COIN } from "../money/units.ts"
import {
  maintenanceMargin,
  marginTiers,
  notionalCap,
  type TierTerms,
  tierIndexAt,
  tierProblems,
} from "./margin-tiers.ts"

const usdt = (value: number) => (BigInt(value) * UNITS_PER_COIN) as Amount
const amountsOf = (name: keyof typeof TIER_TABLES) =>
  marginTiers(TIER_TABLES[name]).map(({ amount }) => Number(amount / UNITS_PER_COIN ** 2n))

describe("Maintenance amounts (P6)", () => {
  test.each([
    ["bitcoin" as const, [0, 100, 700, 5_950, 55_950, 155_950, 905_950, 3_905_950, 21_905_950, 61_905_950]],
    ["large" as const, [0, 75, 1_125, 11_125, 31_125, 281_125, 1_531_125, 9_031_125, 26_531_125]],
    ["small" as const, [0, 25, 650, 5_650, 11_900, 74_400, 324_400]],
  ])("of the table %s follow from caps and rates", (name, amounts) => {
    expect(amountsOf(name)).toEqual(amounts)
  })
})

describe.each(Object.keys(TIER_TABLES) as (keyof typeof TIER_TABLES)[])("The tiers of %s", (name) => {
  const tiers = marginTiers(TIER_TABLES[name])

  test("hold what is above their floor, up to their cap; above the last cap the last one counts (P6)", () => {
    tiers.forEach(({ cap }, index) => {
      expect(tierIndexAt(tiers, fineOf(cap))).toBe(index)
      expect(tierIndexAt(tiers, (fineOf(cap) + 1n) as Fine)).toBe(Math.min(index + 1, tiers.length - 1))
    })
  })

  test("are continuous at each cap: one fine unit more needs at most one fine unit more (P6)", () => {
    for (const { cap } of tiers) {
      const at = maintenanceMargin(tiers, fineOf(cap))
      const above = maintenanceMargin(tiers, (fineOf(cap) + 1n) as Fine)
      expect(above - at >= 0n && above - at <= 1n).toBe(true)
    }
  })

  test("take from each slice the rate of its own tier, up to a fine unit (P6)", () => {
    const most = fineOf(tiers.at(-1)?.cap ?? usdt(0))
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n * most }), (notional) => {
        const slices = tiers.reduce((sum, { floor, cap, rate }, index) => {
          const from = fineOf(floor)
          const to = index === tiers.length - 1 || notional < fineOf(cap) ? notional : fineOf(cap)
          return to > from ? sum + (to - from) * rate : sum
        }, 0n)
        expect(maintenanceMargin(tiers, notional as Fine)).toBe(
          (slices + UNITS_PER_COIN - 1n) / UNITS_PER_COIN,
        )
      }),
    )
  })

  test("can be opened by: what a leverage asks for at its cap is above the maintenance margin there (P14)", () => {
    for (const { cap, leverageMax } of tiers)
      expect(fineOf(cap) / BigInt(leverageMax) > maintenanceMargin(tiers, fineOf(cap))).toBe(true)
  })
})

test.each([
  [125, 100_000],
  [101, 100_000],
  [100, 400_000],
  [50, 5_000_000],
  [1, 200_000_000],
])("a leverage of %i is allowed up to the cap of the highest tier that has it (P14)", (leverage, cap) => {
  expect(notionalCap(TIER_TABLES.bitcoin, leverage)).toBe(usdt(cap))
  expect(notionalCap(TIER_TABLES.large, 101)).toBeUndefined()
})

test("an instrument with a lower leverage begins at the tier that has it, its amounts computed anew (P6)", () => {
  const tiers = marginTiers(tiersUpTo(TIER_TABLES.large, 50))
  expect(tiers[0]).toMatchObject({
    floor: 0n,
    cap: usdt(1_000_000),
    leverageMax: 50,
    rate: 1_000_000n,
    amount: 0n,
  })
  expect(tiers[1]?.amount).toBe(fineOf(usdt(10_000)))
})

describe("Tiers may be used (P6)", () => {
  const [first, second] = TIER_TABLES.small

  test.each(Object.entries(TIER_TABLES))("that stand in the table %s", (_, table) => {
    expect(tierProblems(table)).toEqual([])
  })

  test.each<[string, TierTerms[], string]>([
    ["without any", [], "no tier"],
    ["with caps that don't rise", [first, { ...second, cap: first.cap }], "tier 2 has a cap"],
    ["with rates that don't rise", [first, { ...second, rate: first.rate }], "tier 2 has a rate"],
    ["with leverages that don't fall", [first, { ...second, leverageMax: 25 }], "tier 2 has a leverage"],
    ["with half a leverage", [{ ...first, leverageMax: 0.5 }], "leverage of 0.5"],
    ["that liquidate what they have just opened", [{ ...first, rate: 4_000_000n }], "as much maintenance"],
  ])("not %s", (_, terms, problem) => {
    expect(tierProblems(terms)).toEqual([expect.stringContaining(problem)])
  })
})
