import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
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

  test("one that finds nothing is accepted and expires as NO_LIQUIDITY", () => {
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

describe("Stop-limit orders (S8)", () => {
  /** Last price 100; sells above it to trade through. */
  const traded = (fields: Parameters<typeof spotInstrument>[0] = {}) => {
    const market = exchange({ marketProtection: UNLIMITED, ...fields })
    market.sell("ann", 100, 1)
    market.buy("bob", 100, 1)
    for (const price of [101, 102, 103, 104]) market.sell("ann", price, 1)
    return market
  }

  test("it waits, seen by nobody in the book", () => {
    const market = traded()
    expect(orderOf(market.stop("bob", "buy", 102, { price: 110, quantity: 2 })).status).toBe("waiting")
    expect([market.levels("buy"), market.engine.stops(SPOT).length]).toEqual([[], 1])
  })

  test("a stop at the last price would trigger at once and is refused", () => {
    expect(refusalOf(traded().stop("bob", "buy", 100, { price: 110, quantity: 2 }))).toBe(
      "STOP_WOULD_TRIGGER",
    )
  })

  test("it enters as a taker after the command whose trades reach it, and its trades fire more", () => {
    const market = traded()
    const first = orderOf(market.stop("bob", "buy", 101, { price: 102, quantity: 1 })).id
    const second = orderOf(market.stop("cat", "buy", 102, { price: 103, quantity: 1 })).id
    const outcome = market.buy("dan", 101, 1)
    expect(tradesOf(outcome)).toEqual(["101 × 1", "102 × 1", "103 × 1"])
    expect(outcome.events).toContainEqual(
      expect.objectContaining({ order: expect.objectContaining({ id: first, status: "filled" }) }),
    )
    expect(market.engine.order(second)).toBeUndefined()
    expect(market.engine.stops(SPOT)).toEqual([])
  })

  test("a falling stop fires at last ≤ stop", () => {
    const market = traded()
    market.buy("ann", 95, 3)
    market.stop("bob", "sell", 96, { price: 90, quantity: 2 })
    expect(tradesOf(market.market("cat", "sell", 1))).toEqual(["95 × 1", "95 × 2"])
  })

  test("those that fire together enter rising by price upwards, then falling by price downwards, then by id", () => {
    const market = traded()
    const price = 50
    const ids = [
      market.stop("a", "buy", 103, { price, quantity: 1 }),
      market.stop("b", "buy", 102, { price, quantity: 1 }),
      market.stop("c", "sell", 98, { price: 500, quantity: 1 }),
      market.stop("d", "sell", 99, { price: 500, quantity: 1 }),
      market.stop("e", "buy", 102, { price, quantity: 1 }),
    ].map((outcome) => orderOf(outcome).id)
    market.buy("ann", 97, 1)
    // One command that trades from 104 down to 97: two market orders can't, so a stop chain does.
    market.stop("f", "sell", 96, { price: 90, quantity: 1 })
    const up = market.buy("dan", 104, 4)
    const entered = up.events.flatMap((event) => (event.type === "order" ? [event.order.id] : []))
    expect(entered.filter((id) => ids.includes(id))).toEqual([ids[1], ids[4], ids[0]])
    const down = market.sell("dan", 97, 1)
    const fallen = down.events.flatMap((event) => (event.type === "order" ? [event.order.id] : []))
    expect(fallen.filter((id) => ids.includes(id))).toEqual([ids[3], ids[2]])
    expect(market.engine.stops(SPOT)).toMatchObject([{ account: "f" }])
  })

  test("a stop whose price breaks the band at its trigger ends rejected, and says why (N2)", () => {
    const market = traded({ priceRule: "strict", band: 1_000_000n })
    const { id } = orderOf(market.stop("bob", "buy", 102, { price: 110, quantity: 1 }))
    const outcome = market.buy("house-crowd", 102, 2)
    expect(outcome.events).toContainEqual({
      type: "order",
      order: expect.objectContaining({ id, status: "rejected", refusal: "PRICE_BAND", executed: 0 }),
    })
    expect(market.engine.order(id)).toBeUndefined()
  })

  test("strict doesn't bind a stop: it buys above the market by its nature (N2)", () => {
    const market = traded({ priceRule: "strict" })
    market.stop("bob", "buy", 102, { price: 104, quantity: 1 })
    expect(tradesOf(market.buy("house-crowd", 102, 2))).toEqual(["101 × 1", "102 × 1", "103 × 1"])
  })

  test("a FOK stop that can't be filled at its trigger ends rejected", () => {
    const market = traded()
    const { id } = orderOf(market.stop("bob", "buy", 101, { price: 102, quantity: 9, timeInForce: "fok" }))
    expect(market.buy("dan", 101, 1).events).toContainEqual({
      type: "order",
      order: expect.objectContaining({ id, status: "rejected", refusal: "FOK_NOT_FILLABLE" }),
    })
  })

  test("before the first trade the index gives the direction", () => {
    const market = exchange()
    expect(refusalOf(market.stop("bob", "buy", 102, { price: 110, quantity: 1 }))).toBe("STOP_WOULD_TRIGGER")
    market.quote(100)
    expect(orderOf(market.stop("bob", "buy", 102, { price: 110, quantity: 1 })).status).toBe("waiting")
  })
})

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

describe("Keys (S12)", () => {
  const place = (market: TestExchange, quantity = 1, account = "ann") =>
    market.buy(account, 100, quantity, { clientOrderId: "k-1" })

  test("the same key with the same body gives the first answer again, and nothing happens", () => {
    const market = exchange()
    const first = place(market)
    market.cancel("ann", orderOf(first).id)
    const again = place(market)
    expect([again.answer, again.events]).toEqual([first.answer, []])
    expect(market.engine.openOrders).toBe(0)
  })

  test("a refusal is remembered like any answer", () => {
    const market = exchange()
    const fok = { timeInForce: "fok", clientOrderId: "k-2" } as const
    expect(refusalOf(market.buy("ann", 100, 1, fok))).toBe("FOK_NOT_FILLABLE")
    market.sell("bob", 100, 1)
    expect(refusalOf(market.buy("ann", 100, 1, fok))).toBe("FOK_NOT_FILLABLE")
  })

  test("the same key with another body is KEY_CONFLICT; another account's key is another key", () => {
    const market = exchange()
    place(market)
    expect(refusalOf(place(market, 2))).toBe("KEY_CONFLICT")
    expect(refusalOf(place(market, 2, "bob"))).toBeUndefined()
  })

  test("a key is free again after an hour of engine time, and forgotten by then", () => {
    const market = exchange()
    place(market)
    market.time += 3_599_999
    expect(refusalOf(place(market, 2))).toBe("KEY_CONFLICT")
    expect(market.engine.nextDue()).toBe(3_600_000)
    market.tick(1)
    expect([market.engine.rememberedKeys, market.engine.nextDue()]).toEqual([0, undefined])
    expect(refusalOf(place(market, 2))).toBeUndefined()
  })

  test("house accounts need none: theirs are not remembered", () => {
    const market = exchange()
    place(market, 1, "house-maker")
    expect(refusalOf(place(market, 2, "house-maker"))).toBeUndefined()
    expect(market.engine.rememberedKeys).toBe(0)
  })

  test("a key of other characters or length is FORMAT", () => {
    const keyed = (clientOrderId: string) => refusalOf(exchange().buy("ann", 100, 1, { clientOrderId }))
    expect([keyed("a b"), keyed(""), keyed("x".repeat(37)), keyed("AZaz09._:/-")]).toEqual([
      "FORMAT",
      "FORMAT",
      "FORMAT",
      undefined,
    ])
  })
})

describe("Precedence of refusals (section 9)", () => {
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
    const market = exchange({ maxQuantity: most as Lots })
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
