/** The suggested leverage: the highest at which a stop has room before the liquidation price. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { TIER_TABLES } from "../instrument/tier-tables.ts"
import type { Amount, Price8 } from "../money/units.ts"
import { marginTiers } from "./margin-tiers.ts"
import { estimateOrder } from "./order-estimate.ts"
import { FLAT } from "./position.ts"
import { suggestedLeverage } from "./suggested-leverage.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const price = (value: number) => coins(value) as bigint as Price8
const terms = {
  takerRate: 50_000n,
  tick: coins(0.1) as bigint,
  tiers: marginTiers(TIER_TABLES.bitcoin),
  leverageMax: 125,
}
const suggested = (size: number, stop: number) =>
  suggestedLeverage({ size: coins(size), entry: price(50_000), stop: price(stop) }, terms)

test.each([
  // 1.5 × 2 % = 3 % of room: 1 / L − 0.4 % ≥ 3 %, so at most 29
  ["a long with its stop 2 % away", 0.1, 49_000, 29],
  ["a short with its stop 2 % away", -0.1, 51_000, 29],
  ["a long with its stop 10 % away", 0.1, 45_000, 6],
  // 1.2 million are in the third tier, which allows 75
  ["a large one with a near stop", 24, 49_990, 75],
  ["a small one with a near stop", 0.1, 49_990, 125],
])("of %s", (_what, size, stop, leverage) => {
  expect(suggested(size, stop)).toBe(leverage)
})

test("there is none where even the whole value doesn't reach so far", () => {
  expect(suggested(-0.1, 95_000)).toBeUndefined()
})

test("the liquidation price is beyond the stop at it, and at one more it has too little room or isn't allowed", () => {
  const liquidationAt = (size: Amount, entry: Price8, leverage: number) =>
    estimateOrder(
      { position: FLAT, backing: 0n as Amount, isIsolated: true, leverage, takerRate: terms.takerRate },
      { size, price: entry },
      { mark: entry, tick: terms.tick, tiers: terms.tiers },
    ).liquidation
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.integer({ min: 1, max: 20_000 }),
      fc.integer({ min: 1, max: 400_000 }),
      (isLong, thousandths, ticks) => {
        const entry = price(50_000)
        const size = coins((isLong ? thousandths : -thousandths) / 1000)
        const away = BigInt(ticks) * terms.tick
        const stop = (isLong ? entry - away : entry + away) as Price8
        const leverage = suggestedLeverage({ size, entry, stop }, terms)
        if (leverage === undefined) return
        const room = (at: number) => {
          const liquidation = liquidationAt(size, entry, at)
          return liquidation === undefined ? away * 2n : isLong ? entry - liquidation : liquidation - entry
        }
        expect(room(leverage) * 2n).toBeGreaterThanOrEqual(away * 3n)
        const notional = (BigInt(thousandths) * 50_000n * 10n ** 8n) / 1000n
        const allowed = terms.tiers.find(({ cap }) => notional <= cap)?.leverageMax ?? 1
        if (leverage < allowed) expect(room(leverage + 1) * 2n).toBeLessThan(away * 3n)
      },
    ),
  )
})
