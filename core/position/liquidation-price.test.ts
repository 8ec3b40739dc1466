/** The liquidation price (P25) is where the margin test (P10) trips. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { TIER_TABLES } from "../instrument/tier-tables.ts"
import { type Amount, type Fine, fineOf, type Price8 } from "../money/units.ts"
import { type LiquidationTerms, liquidationPrice, liquidationPrices } from "./liquidation-price.ts"
import { isLiquidatable, notionalAt } from "./margin.ts"
import { type MarginTier, maintenanceMargin, marginTiers } from "./margin-tiers.ts"
import { applyFill, FLAT, type Position } from "./position.ts"
import { unrealisedProfit } from "./profit.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const fine = (value: number) => fineOf(coins(value))
const price = (value: number) => coins(value) as bigint as Price8
const opened = (size: number, at: number) => applyFill(FLAT, { size: coins(size), price: price(at) }).position

/** One tier, as published examples have it. */
const flatTier = (rate: number, amount: number): MarginTier[] => [
  { floor: coins(0), cap: coins(1e9), leverageMax: 125, rate: coins(rate), amount: fine(amount) },
]
const bitcoin = marginTiers(TIER_TABLES.bitcoin)
const tick = 10_000_000n
const terms = (cushion: number, positions: Position[], tiers = bitcoin): LiquidationTerms => ({
  cushion: fine(cushion),
  positions,
  tiers,
  tick,
})

describe("The liquidation price (P25)", () => {
  test.each<[string, LiquidationTerms, number | undefined]>([
    ["isolated long", terms(2, [opened(1, 10)], flatTier(0.01, 0.01)), 8.1],
    ["isolated short", terms(2, [opened(-1, 10)], flatTier(0.01, 0.01)), 11.8],
    [
      "cross long, other instruments counted in the cushion",
      terms(1_535_443.01 - 356_512.508 - 448_192.89, [opened(109.488, 32_481.98)], flatTier(0.025, 16_300)),
      26_316.9,
    ],
    ["none of a long that all of its value backs", terms(10, [opened(1, 10)]), undefined],
    ["none of a flat account", terms(10, []), undefined],
  ])("%s", (_, given, expected) => {
    const found = liquidationPrice(given, price(10))
    expect(found).toBe(expected === undefined ? undefined : price(expected))
  })

  test("uses the tier in which it falls itself, not that of the entry", () => {
    // 10 BTC bought at 50,000 are of tier 3; 9.5 × 10 of them below 40,000 are of tier 2.
    const long = opened(10, 50_000)
    const found = liquidationPrice(terms(120_000, [long]), price(50_000)) ?? price(0)
    expect(notionalAt(long.size, found) < fine(400_000)).toBe(true)
    expect(isTripped(terms(120_000, [long]), (found - tick) as Price8)).toBe(true)
    expect(isTripped(terms(120_000, [long]), found)).toBe(false)
  })

  test("hedge: of a price below and one above, the nearer is shown", () => {
    const hedged = terms(120_000, [opened(100, 50_000), opened(-90, 50_000)])
    const { falling, rising } = liquidationPrices(hedged)
    if (falling === undefined || rising === undefined) throw new Error("a hedge trips on both sides")
    expect(falling < price(50_000) && rising > price(50_000)).toBe(true)
    expect(liquidationPrice(hedged, (falling + tick) as Price8)).toBe(falling)
    expect(liquidationPrice(hedged, (rising - tick) as Price8)).toBe(rising)
  })
})

/** P10 at a mark, by the same sums as the engine. */
function isTripped({ cushion, positions, tiers }: LiquidationTerms, mark: Price8): boolean {
  let equity: bigint = cushion
  let maintenance = 0n
  for (const position of positions) {
    equity += unrealisedProfit(position, mark)
    maintenance += maintenanceMargin(tiers, notionalAt(position.size, mark))
  }
  return isLiquidatable(maintenance as Fine, equity as Fine)
}

const quantity = fc.bigInt({ min: 1n, max: 2_000_000n }).map((lots) => lots * 100_000n)
const entry = fc.bigInt({ min: 1_000n, max: 2_000_000n }).map((ticks) => ticks * tick)
const side = (sign: bigint) =>
  fc.tuple(quantity, entry).map(([size, at]): Position => {
    return { size: (sign * size) as Amount, cost: (sign * size * at) as Fine, carry: 0n as Fine }
  })
const account = fc
  .record({
    positions: fc.oneof(fc.tuple(side(1n)), fc.tuple(side(-1n)), fc.tuple(side(1n), side(-1n))),
    /** Of the entry value, −20 … 120 %. */
    share: fc.bigInt({ min: -200n, max: 1_200n }),
    table: fc.constantFrom(...Object.values(TIER_TABLES)),
  })
  .map(({ positions, share, table }): LiquidationTerms => {
    const value = positions.reduce((sum, { cost }) => sum + (cost < 0n ? -cost : cost), 0n)
    return { cushion: ((value * share) / 1_000n) as Fine, positions, tiers: marginTiers(table), tick }
  })

test("is the first mark, to one tick, at which the margin test trips, over random accounts (P10, P25)", () => {
  fc.assert(
    fc.property(account, fc.bigInt({ min: 1n, max: 4_000_000n }), (given, ticks) => {
      const { falling, rising } = liquidationPrices(given)
      const at = (mark: bigint) => isTripped(given, mark as Price8)
      if (falling !== undefined) {
        expect(falling <= tick || at(falling - tick)).toBe(true)
        expect(at(falling + 1n) && rising === undefined).toBe(false)
      }
      if (rising !== undefined) expect(at(rising + tick)).toBe(true)
      // Any mark trips exactly where the two prices say so, but for the tick that rounding hides.
      const mark = ticks * tick
      const isSafe = (falling === undefined || mark >= falling) && (rising === undefined || mark <= rising)
      const edge = mark === falling || mark === rising
      const isDeadEverywhere = falling === undefined && rising === undefined && at(tick)
      if (!edge && !isDeadEverywhere) expect(at(mark)).toBe(!isSafe)
    }),
    { numRuns: 400 },
  )
})
