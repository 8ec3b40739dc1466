/** An instrument with wrong steps or limits is refused before it is listed. */

import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Amount, Lots, Price8 } from "../money/units.ts"
import type { PerpetualInstrument, SecondInstrument, SpotInstrument } from "./instrument.ts"
import { checkListing, notional } from "./listing.ts"

const spot: SpotInstrument = {
  kind: "spot",
  id: "BTC_USDT",
  base: "BTC",
  quote: "USDT",
  tick: 1_000_000n,
  lot: 1_000n,
  notionalUnit: 10n,
  state: "open",
  listedAt: 0,
  minQuantity: 1 as Lots,
  maxQuantity: 90_000_000 as Lots,
  maxMarketQuantity: 10_000_000 as Lots,
  minNotional: 500_000_000n as Amount,
  maxOpenOrders: 200,
  maxStops: 20,
  priceRule: "strict",
  band: 5_000_000n,
  marketProtection: 5_000_000n,
  stpDefault: "EXPIRE_MAKER",
}
const perpetual: PerpetualInstrument = {
  ...spot,
  kind: "perpetual",
  id: "BTC_USDT_PERP",
  index: "BTC_USDT",
  leverageMax: 100,
  fundingHours: 8,
  interest: 10_000n,
  markBand: 3_000_000n,
  maintenanceRate: 400_000n,
}
const second: SecondInstrument = {
  kind: "second",
  id: "BTC_USDT_SEC",
  base: "BTC",
  quote: "USDT",
  tick: 1_000_000n,
  lot: 1_000n,
  notionalUnit: 10n,
  state: "open",
  listedAt: 0,
  index: "BTC_USDT",
  periods: [{ seconds: 60, payoutRate: 80_000_000n, minStake: 1n as Amount, maxStake: 9n as Amount }],
}

describe("listing (N5, S11)", () => {
  test("takes the usual steps of large and small coins", () => {
    const steps: [bigint, bigint, bigint][] = [
      [1_000_000n, 1_000n, 10n],
      [1_000_000n, 10_000n, 100n],
      [10_000_000n, 100_000n, 10_000n],
      [1_000_000n, 100_000n, 1_000n],
      [1_000n, 100_000_000n, 1_000n],
    ]
    for (const [tick, lot, notionalUnit] of steps)
      for (const instrument of [spot, perpetual])
        expect(checkListing({ ...instrument, tick, lot, notionalUnit })).toEqual([])
    expect(checkListing(second, 6_728_410_000_000n as Price8)).toEqual([])
  })

  test("takes times in their order", () => {
    const times = { openAt: 5, delistAt: 6 }
    expect(checkListing({ ...spot, ...times })).toEqual([])
    expect(checkListing({ ...spot, openAt: 6, delistAt: 6 })).toEqual([expect.stringContaining("would open")])
    expect(checkListing({ ...spot, openAt: 0.5 })).toEqual([expect.stringContaining("no time")])
    expect(checkListing({ ...perpetual, ...times })).toEqual([])
  })

  /** Rules as in U1, U4, N5, N2 and S4. */
  test.each<[string, Partial<SpotInstrument>]>([
    ["no whole number of 1e-8 quote units", { tick: 1n, lot: 1n, notionalUnit: 0n }],
    ["no whole number of 1e-8 quote units", { tick: 1_000_001n, lot: 1_000n, notionalUnit: 10n }],
    ["says K = 11", { notionalUnit: 11n }],
    ["needs a tick and a lot above 0", { tick: 0n, notionalUnit: 0n }],
    ["needs a tick and a lot above 0", { lot: -1_000n }],
    ["a tick or lot above 2^53", { tick: 2n ** 60n, lot: 100_000_000n, notionalUnit: 2n ** 60n }],
    ["has a rebate, which needs fees in the quote", { feeSchedule: [{ maker: -1n, taker: 2n }] }],
    [
      "has a rebate, which needs fees in the quote",
      { feeIn: "received", feeSchedule: [{ maker: 2n, taker: -1n }] },
    ],
    ["minQuantity of 0", { minQuantity: 0 as Lots }],
    ["minQuantity of 0.5", { minQuantity: 0.5 as Lots }],
    ["outside 1 … 2^40 lots", { maxQuantity: (2 ** 40 + 1) as Lots }],
    ["maxMarketQuantity of NaN", { maxMarketQuantity: Number.NaN as Lots, minQuantity: 1 as Lots }],
    ["minQuantity above maxMarketQuantity", { minQuantity: 20_000_000 as Lots }],
    ["maxMarketQuantity above maxQuantity", { maxMarketQuantity: 90_000_001 as Lots }],
    ["a negative minNotional", { minNotional: -1n as Amount }],
    ["a band outside", { band: 100_000_000n }],
    ["a band outside", { band: -1n }],
    ["a market protection outside", { marketProtection: 0n }],
    ["needs maxOpenOrders of at least 1", { maxOpenOrders: 0 }],
    ["needs maxStops of at least 1", { maxStops: 1.5 }],
  ])("says %s for %o", (said, wrong) => {
    const problems = checkListing({ ...spot, ...wrong })
    expect(problems.join("; ")).toContain(said)
    for (const problem of problems) expect(problem).toContain("BTC_USDT")
  })

  test("takes every field at the very edge of what is allowed", () => {
    const edge = {
      minQuantity: (2 ** 40) as Lots,
      maxMarketQuantity: (2 ** 40) as Lots,
      maxQuantity: (2 ** 40) as Lots,
      minNotional: 0n as Amount,
      maxOpenOrders: 1,
      maxStops: 1,
      marketProtection: 99_999_999n,
    }
    expect(checkListing({ ...spot, ...edge, band: 0n })).toEqual([])
    expect(checkListing({ ...spot, ...edge, band: 99_999_999n, marketProtection: 1n })).toEqual([])
    expect(checkListing({ ...spot, marketProtection: 100_000_000n })).toHaveLength(1)
    const [lot, tick] = [100_000_000n, BigInt(Number.MAX_SAFE_INTEGER)]
    expect(checkListing({ ...spot, lot, tick, notionalUnit: tick })).toEqual([])
    expect(checkListing({ ...spot, lot, tick: tick + 1n, notionalUnit: tick + 1n })).toHaveLength(1)
    expect(checkListing({ ...spot, lot: 0n, notionalUnit: 0n })).toHaveLength(1)
    const period = { seconds: 1, payoutRate: 10n ** 9n, minStake: 1n as Amount, maxStake: 1n as Amount }
    expect(checkListing({ ...second, periods: [period] })).toEqual([])
  })

  test("asks for an index of at least 0.001 where one is followed (U3)", () => {
    const low = 99_999n as Price8
    const enough = 100_000n as Price8
    expect(checkListing(perpetual, low)).toHaveLength(1)
    expect(checkListing(second, low)).toHaveLength(1)
    expect(checkListing(perpetual, enough)).toEqual([])
    expect(checkListing(spot, low)).toEqual([])
  })

  test("asks for whole, different periods with stakes in order (O4)", () => {
    const [period] = second.periods
    if (!period) throw new Error("the example has a period")
    const wrong = [
      [],
      [period, period],
      [{ ...period, seconds: 0 }],
      [{ ...period, seconds: 1.5 }],
      [{ ...period, minStake: 10n as Amount }],
      [{ ...period, minStake: 0n as Amount }],
      [{ ...period, payoutRate: 0n }],
      [{ ...period, payoutRate: 10n ** 10n }],
    ]
    for (const periods of wrong) expect(checkListing({ ...second, periods })).toHaveLength(1)
  })
})

describe("notional", () => {
  test("is the turnover in 1e-8 of the quote: one bitcoin at 67,284.10", () => {
    expect(notional(spot, 6_728_410, 100_000)).toBe(6_728_410_000_000n)
  })

  test("is price × quantity exactly, also where numbers would not be (U1, U4)", () => {
    const count = fc.integer({ min: 1, max: 2 ** 40 })
    fc.assert(
      fc.property(count, count, (ticks, lots) => {
        const exact = BigInt(ticks) * spot.tick * BigInt(lots) * spot.lot
        expect(exact % 100_000_000n).toBe(0n)
        expect(notional(spot, ticks, lots)).toBe(exact / 100_000_000n)
      }),
    )
  })
})
