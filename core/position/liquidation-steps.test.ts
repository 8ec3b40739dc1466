/** Steps of a liquidation (P27) and the orders of the fund (P29). */

import { describe, expect, test } from "vitest"
import { TIER_TABLES } from "../instrument/tier-tables.ts"
import { type Amount, type Fine, fineOf, type Price8 } from "../money/units.ts"
import {
  fundOrderQuantity,
  hedgeClosePrice,
  isTakenOver,
  liquidationFee,
  liquidationLimit,
  reductionOf,
} from "./liquidation-steps.ts"
import { notionalAt } from "./margin.ts"
import { marginTiers, tierIndexAt } from "./margin-tiers.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const fine = (value: number) => fineOf(coins(value))
const price = (value: number) => coins(value) as bigint as Price8
const lot = 100_000n
const tick = 10_000_000n
const tiers = marginTiers(TIER_TABLES.bitcoin)

describe("A liquidation reduces (P27)", () => {
  test.each([
    ["all in the first tier", 1, 50_000, 1],
    ["down to the cap below in the second: 2 BTC are 100,000", 5, 50_000, 3],
    ["with whole lots staying: 1.999 of 2.0008", -5, 49_980, 3],
    ["from the last tier on to the cap of the one before", 10_000, 50_000, 6_800],
  ])("%s", (_, size, mark, reduced) => {
    const position = { size: coins(size), mark: price(mark) }
    expect(reductionOf(position, tiers, lot)).toBe(coins(reduced))
  })

  test("so that the rest is of the tier below", () => {
    const [size, mark] = [coins(37.123), price(61_234.5)]
    const rest = (size - reductionOf({ size, mark }, tiers, lot)) as Amount
    expect(tierIndexAt(tiers, notionalAt(rest, mark))).toBe(tierIndexAt(tiers, notionalAt(size, mark)) - 1)
  })

  test.each([
    ["a long sells no lower than the mark less slip", true, 90, 99],
    ["nor than its bankruptcy price", true, 99.5, 99.5],
    ["a short buys no higher than the mark and slip", false, 110, 101],
    ["nor than its bankruptcy price", false, 100.5, 100.5],
  ])("within its limit: %s", (_, isLong, bankruptcy, expected) => {
    const position = { isLong, mark: price(100), bankruptcy: price(bankruptcy) }
    expect(liquidationLimit(position, { slip: 1_000_000n, tick })).toBe(price(expected))
  })

  test("a hedge closes against itself at the mark's nearest tick", () => {
    expect(hedgeClosePrice(price(100.04), tick)).toBe(price(100))
    expect(hedgeClosePrice(price(100.05), tick)).toBe(price(100.1))
    expect(hedgeClosePrice(price(0.01), tick)).toBe(tick)
  })

  test("the limit is rounded towards the mark", () => {
    const position = { isLong: true, mark: price(100.05), bankruptcy: price(0.1) }
    expect(liquidationLimit(position, { slip: 1_000_000n, tick })).toBe(price(99.1))
    const short = { isLong: false, mark: price(100.05), bankruptcy: price(1_000) }
    expect(liquidationLimit(short, { slip: 1_000_000n, tick })).toBe(price(101))
  })

  test("the fee is rounded up, and never more than is left (U5)", () => {
    expect(liquidationFee(coins(1_000), 500_000n, fine(100))).toBe(coins(5))
    expect(liquidationFee(1n as Amount, 500_000n, fine(100))).toBe(1n)
    expect(liquidationFee(coins(1_000), 500_000n, (fine(2) - 1n) as Fine)).toBe(coins(2) - 1n)
    expect(liquidationFee(coins(1_000), 500_000n, fine(-2))).toBe(0n)
  })

  test("the fund takes over from two thirds of the maintenance margin on", () => {
    expect(isTakenOver(fine(3), fine(2))).toBe(true)
    expect(isTakenOver(fine(3), (fine(2) + 1n) as Fine)).toBe(false)
    expect(isTakenOver(fine(3), fine(-1))).toBe(true)
  })
})

test.each([
  ["5 % of it", 100, 5],
  ["in whole lots", 0.0419, 0.002],
  ["the least quantity of an order at least", 0.01, 0.001],
  ["never more than it has", -0.0005, 0.0005],
  ["nothing of nothing", 0, 0],
])("the fund works off %s in a second (P29)", (_, size, quantity) => {
  expect(fundOrderQuantity(coins(size), coins(0.001), lot)).toBe(coins(quantity))
})
