/** Cost of an order (P11), and how it counts in a cross requirement (P12). */

import { describe, expect, test } from "vitest"
import { type Amount, fineOf, type Price8 } from "../money/units.ts"
import { costPrice, countedFee, openingPart, openLoss, orderCost, quantityOfMargin } from "./order-cost.ts"

const coins = (value: number) => BigInt(Math.round(value * 1e8)) as Amount
const price = (value: number) => coins(value) as bigint as Price8

describe("The price an order is counted at (P11)", () => {
  const market = { bid: price(100), ask: price(101) }
  test.each([
    ["a limit buy at its limit", "buy", 105, 105],
    ["a limit sell that waits at its limit", "sell", 102, 102],
    ["a limit sell that crosses at the best bid", "sell", 90, 100],
    ["a market buy at the best ask", "buy", undefined, 101],
    ["a market sell at the best bid", "sell", undefined, 100],
  ] as const)("%s", (_, side, limit, expected) => {
    const given = limit === undefined ? undefined : price(limit)
    expect(costPrice(side, given, market)).toBe(price(expected))
  })

  test("there is none for a market order into nothing", () => {
    expect(costPrice("buy", undefined, { bid: price(1), ask: undefined })).toBeUndefined()
  })
})

test.each([
  ["without a position all", 5, 0, 0, 5],
  ["against a position what exceeds it", 5, 3, 0, 2],
  ["nothing of what only closes", 3, 3, 0, 0],
  ["more, where other orders already close", 2, 3, 2, 1],
  ["all, where others close it and more", 2, 3, 9, 2],
])("what opens costs: %s (P11)", (_, quantity, opposite, others, opened) => {
  expect(openingPart(coins(quantity), coins(opposite), coins(others))).toBe(coins(opened))
})

describe("The cost (P11)", () => {
  const terms = { leverage: 20, mark: price(9_259.84), takerRate: 50_000n }

  test("is margin, open loss and taker fee", () => {
    expect(orderCost({ size: coins(-1), price: price(9_253.3) }, terms)).toEqual({
      margin: coins(462.665),
      openLoss: coins(6.54),
      fee: coins(4.62665),
      cost: coins(473.83165),
    })
  })

  test.each([
    ["a buy above the mark", 1, 9_260, true],
    ["a buy below it", 1, 9_250, false],
    ["a sell below it", -1, 9_250, true],
    ["a sell above it", -1, 9_260, false],
  ])("has an open loss for %s: %s", (_, size, at, loses) => {
    expect(orderCost({ size: coins(size), price: price(at) }, terms).openLoss > 0n).toBe(loses)
  })

  test("rounds each part up to a unit (U5); a rebate lowers nothing", () => {
    const tiny = { size: 1n as Amount, price: 3n as Price8 }
    const cost = orderCost(tiny, { leverage: 7, mark: 2n as Price8, takerRate: 1n })
    expect(cost).toEqual({ margin: 1n, openLoss: 1n, fee: 1n, cost: 3n })
    expect(orderCost(tiny, { leverage: 7, mark: 2n as Price8, takerRate: -1n }).fee).toBe(0n)
  })

  test("counts exactly for a cross requirement, the fee up to a fine unit (P12)", () => {
    const order = { size: coins(2), price: price(9_260) }
    expect(openLoss(order, terms.mark)).toBe(fineOf(coins(0.32)))
    expect(countedFee(order, terms.takerRate)).toBe(fineOf(coins(9.26)))
    expect(countedFee({ size: 1n as Amount, price: 1n as Price8 }, 1n)).toBe(1n)
    expect(countedFee(order, -1n)).toBe(0n)
  })
})

test("a margin opens as many whole lots as it can pay (P11)", () => {
  const terms = { leverage: 20, price: price(50_000), lot: 100_000n }
  expect(quantityOfMargin(coins(100), terms)).toBe(coins(0.04))
  expect(quantityOfMargin(coins(102.4), terms)).toBe(coins(0.04))
  expect(quantityOfMargin(coins(102.5), terms)).toBe(coins(0.041))
})
