/** Prices of take-profit and stop-loss (P23). */

import { describe, expect, test } from "vitest"
import { type Amount, fineOf, type Price8 } from "../money/units.ts"
import { applyFill, FLAT } from "./position.ts"
import { isTargetReached, priceForProfit, stopLossAt, takeProfitAt, targetsOfRisk } from "./target-price.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const price = (value: number) => coins(value) as bigint as Price8
const tick = 10_000_000n
const long = { isLong: true, entry: price(100), tick }
const short = { ...long, isLong: false }

describe("In percent of the entry (P23)", () => {
  test.each([
    ["a long takes profit above", takeProfitAt(long, 20_000_000n), 120],
    ["and stops its loss below", stopLossAt(long, 20_000_000n), 80],
    ["a short takes profit below", takeProfitAt(short, 20_000_000n), 80],
    ["and stops its loss above", stopLossAt(short, 20_000_000n), 120],
    ["a tick towards the entry, from above", takeProfitAt(long, 190_000n), 100.1],
    ["and from below", stopLossAt(long, 190_000n), 99.9],
    ["none at zero", stopLossAt(long, 100_000_000n), undefined],
  ])("%s", (_, found, expected) => {
    expect(found).toBe(expected === undefined ? undefined : price(expected))
  })
})

test("from the risk on the margin: the stop at risk / leverage, the target at its multiple (P23)", () => {
  const risk = { risk: 2_000_000n, reward: 200_000_000n, leverage: 5 }
  expect(targetsOfRisk({ ...long, entry: price(90_000) }, risk)).toEqual({
    stopLoss: price(89_640),
    takeProfit: price(90_720),
  })
  expect(targetsOfRisk({ ...short, entry: price(90_000) }, risk)).toEqual({
    stopLoss: price(90_360),
    takeProfit: price(89_280),
  })
})

test("from an amount of money: where closing all of it brings it, at most (P23)", () => {
  const held = (size: number) => applyFill(FLAT, { size: coins(size), price: price(100) }).position
  const at = (size: number, profit: number) => priceForProfit(held(size), fineOf(coins(profit)), tick)
  expect([at(2, 10), at(2, -10), at(-2, 10), at(-2, -10)]).toEqual([105, 95, 95, 105].map(price))
  expect([at(3, 1), at(3, -1), at(-3, 1), at(-3, -1)]).toEqual([100.3, 99.7, 99.7, 100.3].map(price))
  expect(at(2, -200)).toBeUndefined()
  expect(priceForProfit(FLAT, fineOf(coins(1)), tick)).toBeUndefined()
})

test.each([
  ["a long takes profit from its price up", true, "takeProfit", [false, true, true]],
  ["a long stops its loss from its price down", true, "stopLoss", [true, true, false]],
  ["a short takes profit from its price down", false, "takeProfit", [true, true, false]],
  ["a short stops its loss from its price up", false, "stopLoss", [false, true, true]],
] as const)("%s (P23)", (_, isLong, kind, reached) => {
  const target = { isLong, kind, price: price(100) }
  expect([99.9, 100, 100.1].map((source) => isTargetReached(target, price(source)))).toEqual(reached)
})
