/** Trailing stops (S9). */

import { expect, test } from "vitest"
import type { OrderSide } from "../instrument/price-rule.ts"
import type { Price8 } from "../money/units.ts"
import { followPrice, isTrailingFired, startTrailing, trailingLevel } from "./trailing-stop.ts"

const price = (value: number) => BigInt(Math.round(value * 1e8)) as Price8

/** Where in a run of prices it fires: the index, and the level it had by then. */
function run(side: OrderSide, percent: number, activation: number | undefined, prices: number[]) {
  const terms = { side, distance: BigInt(percent) * 1_000_000n }
  const waits = activation === undefined ? undefined : price(activation)
  let state = startTrailing(price(prices[0] ?? 0), waits)
  const at = prices.findIndex((each) => {
    state = followPrice(terms, state, price(each))
    return isTrailingFired(terms, state, price(each))
  })
  return { at, level: trailingLevel(terms, state, 1n) }
}

test.each<[string, OrderSide, number, number | undefined, number[], number, number | undefined]>([
  [
    "a sell from the highest since",
    "sell",
    7,
    undefined,
    [40_000, 42_000, 39_500, 45_500, 42_315],
    4,
    42_315,
  ],
  ["a buy from the lowest since", "buy", 5, undefined, [100, 90, 94.49, 94.5], 3, 94.5],
  [
    "a buy after rising to its activation",
    "buy",
    5,
    44_000,
    [40_000, 37_000, 45_000, 42_000, 44_100],
    4,
    44_100,
  ],
  ["a sell after falling to its activation", "sell", 10, 39_000, [40_000, 37_000, 41_000, 36_900], 3, 36_900],
  ["never before its activation", "sell", 10, 50_000, [40_000, 30_000, 20_000], -1, undefined],
  ["never without coming back so far", "sell", 10, undefined, [40_000, 36_001], -1, 36_000],
])("fires for %s (S9)", (_, side, percent, activation, prices, at, level) => {
  expect(run(side, percent, activation, prices)).toEqual({
    at,
    level: level === undefined ? undefined : price(level),
  })
})

test("its level is the first tick at which it fires (S9)", () => {
  const state = { activation: undefined, extreme: 101n as Price8 }
  expect(trailingLevel({ side: "sell", distance: 1_000_000n }, state, 5n)).toBe(95n)
  expect(trailingLevel({ side: "buy", distance: 1_000_000n }, state, 5n)).toBe(105n)
})
