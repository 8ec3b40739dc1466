/** Checks how limit and market orders fill, rest, expire and are refused (S1 to S5). */

import { describe, expect, test } from "vitest"
import {
  coins,
  orderOf,
  refusalOf,
  SPOT,
  spotInstrument,
  TestExchange,
  tradesOf,
} from "#tests/support/test-exchange.ts"

const exchange = (fields: Parameters<typeof spotInstrument>[0] = {}) =>
  new TestExchange(spotInstrument(fields))
const UNLIMITED = 99_999_999n

describe("Limit orders (S1, S2)", () => {
  test("GTC rests, and is told as new with its level", () => {
    const { answer, events } = exchange().buy("ann", 100, 3)
    expect(answer).toMatchObject({
      ok: true,
      value: { order: { id: 1, status: "new", executed: 0, quantity: 3 } },
    })
    expect(events).toEqual([
      { type: "order", order: orderOf({ answer, events }) },
      { type: "depth", instrument: SPOT, side: "buy", price: 100, total: 3 },
    ])
  })

  test("a crossing GTC trades at the maker's price and rests with what is left", () => {
    const market = exchange()
    market.sell("ann", 100, 2)
    const outcome = market.buy("bob", 105, 5)
    expect(orderOf(outcome)).toMatchObject({
      status: "partly-filled",
      executed: 2,
      executedQuote: coins(200),
    })
    expect(outcome.events).toMatchObject([
      {
        type: "trade",
        id: 1,
        price: 100,
        quantity: 2,
        takerSide: "buy",
        maker: { order: 1, account: "ann" },
      },
      { type: "order", order: { id: 2, status: "partly-filled" } },
      { type: "order", order: { id: 1, status: "filled" } },
      { type: "depth", side: "sell", price: 100, total: 0 },
      { type: "depth", side: "buy", price: 105, total: 3 },
    ])
  })

  test("IOC fills what it can; the rest expires as IOC", () => {
    const market = exchange()
    market.sell("ann", 100, 2)
    expect(orderOf(market.buy("bob", 100, 5, { timeInForce: "ioc" }))).toMatchObject({
      status: "expired",
      reason: "IOC",
      executed: 2,
    })
    expect(orderOf(market.buy("bob", 100, 5, { timeInForce: "ioc" }))).toMatchObject({
      status: "expired",
      reason: "IOC",
      executed: 0,
    })
    expect([market.levels("buy"), market.engine.openOrders]).toEqual([[], 0])
  })

  test("FOK fills all at once or is refused without a trace", () => {
    const market = exchange()
    market.sell("ann", 100, 2)
    market.sell("ann", 101, 2)
    expect(refusalOf(market.buy("bob", 100, 3, { timeInForce: "fok" }))).toBe("FOK_NOT_FILLABLE")
    expect(market.levels("sell")).toEqual([
      [100, 2],
      [101, 2],
    ])
    const outcome = market.buy("bob", 101, 3, { timeInForce: "fok" })
    expect([orderOf(outcome).status, tradesOf(outcome)]).toEqual(["filled", ["100 × 2", "101 × 1"]])
  })

  test("a refused placement makes no order: the next one has the next id", () => {
    const market = exchange()
    market.buy("bob", 100, 3, { timeInForce: "fok" })
    expect(orderOf(market.buy("bob", 100, 3)).id).toBe(1)
  })

  test("post-only is refused if it would cross, also with an own order, and rests else", () => {
    const market = exchange()
    market.sell("ann", 100, 2)
    expect(refusalOf(market.buy("ann", 100, 1, { postOnly: true }))).toBe("POST_ONLY_WOULD_TAKE")
    expect(orderOf(market.buy("ann", 99, 1, { postOnly: true })).status).toBe("new")
  })

  test("S5: a taker ended by self-trade prevention keeps what it executed", () => {
    const market = exchange()
    market.sell("bob", 100, 2)
    market.sell("ann", 100, 2)
    const outcome = market.buy("ann", 100, 5, { stp: "EXPIRE_BOTH" })
    expect(orderOf(outcome)).toMatchObject({ status: "expired-in-match", executed: 2, quantity: 5 })
    expect(outcome.events).toMatchObject([
      { type: "trade", quantity: 2 },
      { type: "order", order: { id: 3, status: "expired-in-match" } },
      { type: "order", order: { id: 1, status: "filled" } },
      { type: "order", order: { id: 2, status: "expired-in-match" } },
      { type: "depth", side: "sell", price: 100, total: 0 },
    ])
  })

  test("S5: DECREMENT is told as a smaller quantity and what was prevented", () => {
    const market = exchange()
    market.sell("ann", 100, 6)
    const outcome = market.buy("ann", 100, 4, { stp: "DECREMENT" })
    expect(orderOf(outcome)).toMatchObject({
      status: "expired-in-match",
      quantity: 0,
      prevented: 4,
      executed: 0,
    })
    expect(market.engine.order(1)).toMatchObject({ status: "new", quantity: 2, prevented: 4 })
    expect(market.levels("sell")).toEqual([[100, 2]])
  })

  test("trade ids rise by one per instrument from the first that was given at listing", () => {
    const market = new TestExchange(spotInstrument())
    market.run({ type: "instrument.set", instrument: spotInstrument({ id: "XYZ_USDT" }), firstTradeId: 41 })
    market.sell("ann", 100, 2, { instrument: "XYZ_USDT" })
    const ids = [1, 1].map(() => market.buy("bob", 100, 1, { instrument: "XYZ_USDT" }).events[0])
    expect(ids).toMatchObject([{ id: 41 }, { id: 42 }])
  })
})

describe("Market orders (S2, S4)", () => {
  const stocked = (fields: Parameters<typeof spotInstrument>[0] = {}) => {
    const market = exchange(fields)
    for (const price of [100, 110, 120]) market.sell("ann", price, 2)
    for (const price of [90, 80, 70]) market.buy("ann", price, 2)
    return market
  }

  test("by base quantity it walks the book", () => {
    const outcome = stocked().market("bob", "buy", 5)
    expect([orderOf(outcome).status, tradesOf(outcome)]).toEqual([
      "filled",
      ["100 × 2", "110 × 2", "120 × 1"],
    ])
  })

  test("one that finds nothing is accepted and expires as NO_LIQUIDITY (F3, S13)", () => {
    expect(orderOf(exchange().market("bob", "sell", 5))).toMatchObject({
      status: "expired",
      reason: "NO_LIQUIDITY",
      executed: 0,
    })
  })

  test("S4: it never trades beyond its protection, counted from the best price at entry", () => {
    const bought = stocked({ marketProtection: 10_000_000n }).market("bob", "buy", 5)
    expect([orderOf(bought).reason, tradesOf(bought)]).toEqual(["PRICE_PROTECTION", ["100 × 2", "110 × 2"]])
    const sold = stocked({ marketProtection: 10_000_000n }).market("bob", "sell", 5)
    expect([orderOf(sold).reason, tradesOf(sold)]).toEqual(["PRICE_PROTECTION", ["90 × 2"]])
  })

  test("by quote amount it takes at each level the lots that the rest pays for, and ends as BUDGET", () => {
    const outcome = stocked().marketFor("bob", "buy", 420)
    expect(tradesOf(outcome)).toEqual(["100 × 2", "110 × 2"])
    const late = stocked().marketFor("bob", "buy", 350)
    expect(tradesOf(late)).toEqual(["100 × 2", "110 × 1"])
    expect(orderOf(late)).toMatchObject({ status: "expired", reason: "BUDGET", executedQuote: coins(310) })
  })

  test("by quote amount it is filled when nothing of it is left", () => {
    expect(orderOf(stocked().marketFor("bob", "buy", 420)).status).toBe("filled")
    expect(orderOf(stocked().marketFor("bob", "buy", 99))).toMatchObject({ reason: "BUDGET", executed: 0 })
  })

  test("a sell by quote amount never brings more than asked", () => {
    const outcome = stocked().marketFor("bob", "sell", 265)
    expect([orderOf(outcome).reason, tradesOf(outcome)]).toEqual(["BUDGET", ["90 × 2", "80 × 1"]])
  })

  test.each([
    ["buys when all of it costs the budget", "buy", 310, undefined],
    ["is refused when it costs more", "buy", 309, "FOK_BUDGET"],
    ["sells when all of it brings the budget", "sell", 260, undefined],
    ["is refused when it brings less", "sell", 261, "FOK_BUDGET"],
  ] as const)("FOK with a budget %s", (_, side, usdt, refusal) => {
    const outcome = stocked().market("bob", side, 3, { timeInForce: "fok", budget: coins(usdt) })
    expect(refusalOf(outcome)).toBe(refusal)
    if (!refusal) expect(orderOf(outcome)).toMatchObject({ status: "filled", executed: 3 })
  })

  test("S4: FOK with a budget is bounded by its budget, not by the protection", () => {
    const market = stocked()
    market.sell("ann", 200, 5)
    const outcome = market.market("bob", "buy", 7, { timeInForce: "fok", budget: coins(900) })
    expect(orderOf(outcome)).toMatchObject({ status: "filled", executed: 7 })
    expect(tradesOf(outcome).at(-1)).toMatch(/^200 × /)
  })

  test("FOK with a budget is refused when the book doesn't have all of it", () => {
    const outcome = stocked().market("bob", "buy", 7, { timeInForce: "fok", budget: coins(99_999) })
    expect(refusalOf(outcome)).toBe("FOK_BUDGET")
  })

  test("FOK with a budget doesn't spend what is spare", () => {
    const outcome = stocked().market("bob", "buy", 3, { timeInForce: "fok", budget: coins(5_000) })
    expect(orderOf(outcome).executedQuote).toBe(coins(310))
  })

  test("S5: an own maker counts as not there for a FOK with EXPIRE_MAKER, and as the end of the walk with the others", () => {
    const market = stocked({ marketProtection: UNLIMITED })
    market.sell("bob", 105, 9)
    expect(refusalOf(market.buy("bob", 120, 3, { timeInForce: "fok", stp: "EXPIRE_TAKER" }))).toBe(
      "FOK_NOT_FILLABLE",
    )
    const outcome = market.buy("bob", 120, 3, { timeInForce: "fok" })
    expect(tradesOf(outcome)).toEqual(["100 × 2", "110 × 1"])
    expect(market.levels("sell")).toEqual([
      [110, 1],
      [120, 2],
    ])
  })
})
