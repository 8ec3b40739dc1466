/** Checks that each wrong order is refused with the first of its faults (F1, N2). */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import {
  coins,
  orderOf,
  refusalOf,
  SPOT,
  spotInstrument,
  TestExchange,
} from "#tests/support/test-exchange.ts"

const exchange = (fields: Parameters<typeof spotInstrument>[0] = {}) =>
  new TestExchange(spotInstrument(fields))

describe("Limit price rule (N2)", () => {
  const quoted = (fields: Parameters<typeof spotInstrument>[0]) => {
    const market = exchange(fields)
    market.buy("house-maker", 99, 5)
    market.sell("house-maker", 101, 5)
    return market
  }

  test.each([
    ["a buy at the best ask", "buy", 101, undefined],
    ["a buy above it", "buy", 102, "PRICE_RULE"],
    ["a sell at the best bid", "sell", 99, undefined],
    ["a sell below it", "sell", 98, "PRICE_RULE"],
  ] as const)("strict: %s at %s %i is answered %s", (_, side, price, refusal) => {
    const market = quoted({ priceRule: "strict" })
    expect(refusalOf(market[side]("ann", price, 1))).toBe(refusal)
  })

  test("strict: the last trade stands in for an empty side, the index without one", () => {
    const market = exchange({ priceRule: "strict" })
    expect(refusalOf(market.buy("ann", 500, 1))).toBeUndefined()
    const indexed = exchange({ priceRule: "strict" })
    indexed.quote(100)
    expect(refusalOf(indexed.buy("ann", 101, 1))).toBe("PRICE_RULE")
    indexed.sell("house-maker", 90, 1)
    indexed.buy("house-crowd", 90, 1)
    expect(refusalOf(indexed.buy("ann", 91, 1))).toBe("PRICE_RULE")
    expect(refusalOf(indexed.buy("ann", 90, 1))).toBeUndefined()
  })

  test.each([
    ["buy", 106, undefined],
    ["buy", 107, "PRICE_BAND"],
    ["sell", 95, undefined],
    ["sell", 94, "PRICE_BAND"],
  ] as const)("band of 5 %%: a %s at %i is answered %s", (side, price, refusal) => {
    expect(refusalOf(quoted({ priceRule: "band" })[side]("ann", price, 1))).toBe(refusal)
  })

  test.each(["strict", "band", "off"] as const)(
    "%s: a price outside a fifth to five times is refused",
    (priceRule) => {
      const market = quoted({ priceRule })
      expect(refusalOf(market.buy("ann", 20, 1))).toBe("PRICE_RANGE")
      expect(refusalOf(market.sell("ann", 496, 1))).toBe("PRICE_RANGE")
    },
  )

  test("the house is exempt", () => {
    const market = quoted({ priceRule: "strict" })
    expect(orderOf(market.buy("house-crowd", 400, 6)).executed).toBe(5)
    expect(refusalOf(market.buy("house-maker", 1, 1))).toBeUndefined()
  })
})

describe("Counts", () => {
  test("an account has so many open orders in an instrument, waiting stops among them", () => {
    const market = exchange({ maxOpenOrders: 2 })
    market.quote(100)
    market.buy("ann", 90, 1)
    market.stop("ann", "buy", 110, { price: 111, quantity: 1 })
    expect(refusalOf(market.buy("ann", 91, 1))).toBe("OPEN_ORDERS")
    expect(refusalOf(market.buy("bob", 91, 1))).toBeUndefined()
    expect(refusalOf(market.buy("ann", 91, 1, { timeInForce: "ioc" }))).toBeUndefined()
    market.cancel("ann", 1)
    expect(refusalOf(market.buy("ann", 91, 1))).toBeUndefined()
  })

  test("an account has so many stops; one that fired is none any more", () => {
    const market = exchange({ maxStops: 1 })
    market.quote(100)
    market.stop("ann", "buy", 110, { price: 50, quantity: 1 })
    const more = () => market.stop("ann", "buy", 112, { price: 50, quantity: 1 })
    expect(refusalOf(more())).toBe("STOPS")
    market.sell("bob", 110, 1)
    market.buy("cat", 110, 1)
    expect(market.levels("buy")).toEqual([[50, 1]])
    expect(refusalOf(more())).toBeUndefined()
  })

  test("the house is exempt", () => {
    const market = exchange({ maxOpenOrders: 1 })
    market.buy("house-maker", 90, 1)
    expect(refusalOf(market.buy("house-maker", 91, 1))).toBeUndefined()
  })
})

describe("Precedence of refusals (F1)", () => {
  const limited = () => {
    const market = exchange({
      priceRule: "strict",
      minQuantity: 2 as Lots,
      maxQuantity: 50 as Lots,
      minNotional: coins(300),
      maxOpenOrders: 1,
    })
    market.sell("house-maker", 100, 50)
    market.buy("ann", 90, 10)
    return market
  }

  /** Each order breaks its own rule and every later one it can. */
  test.each<[string, Parameters<TestExchange["buy"]>[3], string]>([
    ["an unknown instrument", { instrument: "NO_SUCH", quantity: 0 as Lots }, "UNKNOWN_INSTRUMENT"],
    [
      "fields that don't fit the type",
      { postOnly: true, timeInForce: "ioc", quantity: 0 as Lots },
      "TYPE_COMBINATION",
    ],
    ["a broken tick", { price: 100.5 as Ticks, quantity: 1.5 as Lots }, "TICK"],
    ["a broken lot", { quantity: 0.5 as Lots }, "LOT"],
    ["no quantity at all", { quantity: 0 as Lots }, "WRONG_SIZE"],
    ["too little", { quantity: 1 as Lots }, "MIN_QUANTITY"],
    ["too much", { quantity: 51 as Lots }, "MAX_QUANTITY"],
    ["too little worth", { quantity: 2 as Lots, price: 101 as Ticks }, "MIN_NOTIONAL"],
    ["a far price", { price: 501 as Ticks }, "PRICE_RANGE"],
    ["a price beyond the rule", { price: 101 as Ticks }, "PRICE_RULE"],
    ["too many orders", { price: 100 as Ticks, postOnly: true }, "OPEN_ORDERS"],
  ])("%s is answered first", (_, fields, refusal) => {
    expect(refusalOf(limited().buy("ann", 200, 10, fields))).toBe(refusal)
  })

  test("the state comes before the form, the instrument before the state", () => {
    const market = limited()
    market.run({ type: "instrument.state", instrument: SPOT, state: "cancel-only" })
    expect(refusalOf(market.buy("ann", 200, 0))).toBe("TRADING_STATE")
    expect(refusalOf(market.buy("ann", 200, 0, { instrument: "NO_SUCH" }))).toBe("UNKNOWN_INSTRUMENT")
  })

  test("a stop on the last price comes before the counts, the counts before the book", () => {
    const market = exchange({ maxOpenOrders: 1 })
    market.sell("ann", 100, 1)
    market.buy("bob", 100, 1)
    market.sell("bob", 101, 1)
    expect(refusalOf(market.stop("bob", "buy", 100, { price: 101, quantity: 1 }))).toBe("STOP_WOULD_TRIGGER")
    expect(refusalOf(market.buy("bob", 101, 1, { postOnly: true }))).toBe("OPEN_ORDERS")
  })

  test("LEVEL_LIMIT: the sum of a level stays below 2^53", () => {
    const most = 2 ** 40
    // A tick of 1e-8, so that the account can pay for it.
    const market = exchange({ maxQuantity: most as Lots, tick: 1n, notionalUnit: 1n })
    market.fund("house-maker", "USDT", 1e12)
    for (let count = 0; count < 2 ** 13 - 1; count += 1) market.buy("house-maker", 100, most)
    expect(refusalOf(market.buy("house-maker", 100, most))).toBe("LEVEL_LIMIT")
    expect(refusalOf(market.buy("house-maker", 100, most - 1))).toBeUndefined()
    expect(market.levels("buy")).toEqual([[100, Number.MAX_SAFE_INTEGER]])
  })

  test.each<[string, Parameters<TestExchange["place"]>[2]]>([
    ["a limit without a price", { quantity: 1 as Lots }],
    ["a limit with a budget", { price: 100 as Ticks, quantity: 1 as Lots, budget: coins(5) }],
    ["a market order with a price", { orderType: "market", price: 100 as Ticks, quantity: 1 as Lots }],
    ["a market order that would rest", { orderType: "market", timeInForce: "gtc", quantity: 1 as Lots }],
    [
      "a market order with quantity and budget",
      { orderType: "market", quantity: 1 as Lots, budget: coins(5) },
    ],
    ["a market order with neither", { orderType: "market" }],
    ["a FOK with a budget alone", { orderType: "market", timeInForce: "fok", budget: coins(5) }],
    ["a stop without a stop price", { orderType: "stop-limit", price: 100 as Ticks, quantity: 1 as Lots }],
    [
      "a post-only stop",
      {
        orderType: "stop-limit",
        price: 100 as Ticks,
        quantity: 1 as Lots,
        stopPrice: 101 as Ticks,
        postOnly: true,
      },
    ],
    ["self-trading offered to a user", { price: 100 as Ticks, quantity: 1 as Lots, stp: "NONE" }],
  ])("%s is TYPE_COMBINATION", (_, fields) => {
    expect(refusalOf(exchange().place("ann", "buy", fields))).toBe("TYPE_COMBINATION")
  })
})
