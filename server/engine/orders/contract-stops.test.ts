/** Stops of contracts: by market, on mark or last, closing a whole position, trailing (S8, S9, P22, P24). */

import { beforeEach, describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { PlaceOrder } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import {
  coins,
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  spotInstrument,
  TestExchange,
} from "#tests/support/test-exchange.ts"

let market: TestExchange

/** Index, mark and last at 100. One tick is 1 USDT, one lot 1 ABC. */
beforeEach(() => {
  market = new TestExchange(perpetualInstrument({ markBand: 50_000_000n }))
  market.quote(100)
  market.tick(1_000)
  market.sell("cat", 100, 1)
  market.buy("bob", 100, 1)
})

type Stop = Partial<PlaceOrder> & { at?: number; lots?: number }

const stop = (side: "buy" | "sell", { at, lots, ...more }: Stop) =>
  market.place("ann", side, {
    orderType: "stop-market",
    ...(at === undefined ? {} : { stopPrice: at as Ticks }),
    ...(lots === undefined ? {} : { quantity: lots as Lots }),
    ...more,
  })

/** A long of `ann`, bought of `cat`. */
function long(lots: number) {
  market.sell("cat", 100, lots)
  market.buy("ann", 100, lots)
}
const size = () => {
  const part = market.engine.state.clearings.perpetual.accounts.known("ann")?.known(PERPETUAL)
  return Number((part?.positions.net.size ?? 0n) / 100_000_000n)
}
/** The mark follows the index and the book; the last price stays. */
function markTo(price: number) {
  market.tick(1_500)
  market.quote(price)
  return market.tick(1_000)
}

describe("a stop by market", () => {
  test("S8: fires by the last price and takes what the book has", () => {
    const { id, status, hold } = orderOf(stop("buy", { at: 105, lots: 3 }))
    expect([status, hold]).toEqual(["waiting", 0n])
    for (const price of [105, 106]) market.sell("cat", price, 2)
    market.buy("bob", 105, 1)
    expect(market.engine.order(id)).toBeUndefined()
    expect(size()).toBe(3)
  })

  test("P24: one on the mark waits for the mark, whatever trades, and the other way round", () => {
    long(5)
    const mark = orderOf(stop("sell", { at: 90, lots: 2, stopSource: "mark", reduceOnly: true }))
    const last = orderOf(stop("sell", { at: 90, lots: 1, reduceOnly: true }))
    expect(mark.stopSource).toBe("mark")
    market.buy("cat", 88, 10)
    market.sell("bob", 88, 1)
    expect([size(), market.engine.order(last.id)]).toEqual([4, undefined])
    expect(market.engine.order(mark.id)?.status).toBe("waiting")
    // Index and basis bring the mark below 90.
    for (let second = 0; second < 40 && size() === 4; second += 1) markTo(80)
    expect([size(), market.engine.order(mark.id)]).toEqual([2, undefined])
  })

  test("S8: at the price of its source it would fire at once", () => {
    expect(refusalOf(stop("sell", { at: 100, lots: 1, stopSource: "mark" }))).toBe("STOP_WOULD_TRIGGER")
    expect(refusalOf(stop("sell", { at: 100, lots: 1 }))).toBe("STOP_WOULD_TRIGGER")
  })

  test("only fields that belong together are taken", () => {
    const wrong: [string, Stop][] = [
      ["a limit price", { at: 90, lots: 1, price: 90 as Ticks }],
      ["no stop price", { lots: 1 }],
      ["two sizes", { at: 90, lots: 1, closePosition: true }],
      ["no size", { at: 90 }],
      ["resting", { at: 90, lots: 1, timeInForce: "gtc" }],
      ["a distance", { at: 90, lots: 1, distance: 1_000_000n }],
      ["no distance", { orderType: "trailing-stop", lots: 1 }],
      [
        "close-position of a limit",
        { orderType: "stop-limit", at: 90, price: 90 as Ticks, closePosition: true },
      ],
      ["a source without a stop", { orderType: "market", lots: 1, stopSource: "mark" }],
    ]
    for (const [why, fields] of wrong) expect(refusalOf(stop("sell", fields)), why).toBe("TYPE_COMBINATION")
  })

  test("S6: a stop that waits can be moved, and its direction with it", () => {
    const { id } = orderOf(stop("sell", { at: 90, lots: 1 }))
    const move = (stopPrice: number) =>
      market.run({ type: "order.amend", account: "ann", order: id, stopPrice: stopPrice as Ticks })
    expect(refusalOf(move(100))).toBe("STOP_WOULD_TRIGGER")
    expect(orderOf(move(110)).stopPrice).toBe(110)
    market.sell("cat", 110, 1)
    market.buy("cat", 90, 5)
    market.buy("bob", 110, 1)
    expect(market.engine.order(id)).toBeUndefined()
    const amend = (fields: { price?: number; quantity?: number }) => market.amend("ann", other, fields)
    const other = orderOf(stop("buy", { at: 120, lots: 3 })).id
    expect(refusalOf(amend({ price: 90 }))).toBe("TYPE_COMBINATION")
    expect(orderOf(amend({ quantity: 5 })).quantity).toBe(5)
  })
})

describe("close-position", () => {
  test("P22: needs a position, is as large as it is when it fires, and is without a quantity until then", () => {
    expect(refusalOf(stop("sell", { at: 90, closePosition: true }))).toBe("REDUCE_ONLY_NO_POSITION")
    long(5)
    const order = orderOf(stop("sell", { at: 90, closePosition: true }))
    expect([order.quantity, order.closePosition, order.reduceOnly]).toEqual([undefined, true, true])
    expect(refusalOf(market.amend("ann", order.id, { quantity: 2 }))).toBe("TYPE_COMBINATION")
    expect(refusalOf(market.reduce("ann", order.id, 2))).toBe("TYPE_COMBINATION")
    long(3)
    market.buy("cat", 90, 20)
    market.sell("bob", 90, 1)
    expect([size(), market.engine.order(order.id)]).toEqual([0, undefined])
  })

  test("P22: ends with the position, which a reduce-only stop outlives", () => {
    long(5)
    const whole = orderOf(stop("sell", { at: 90, closePosition: true })).id
    const part = orderOf(stop("sell", { at: 90, lots: 5, reduceOnly: true })).id
    market.buy("cat", 100, 5)
    const { events } = market.market("ann", "sell", 5)
    expect(events).toContainEqual(
      expect.objectContaining({
        order: expect.objectContaining({ id: whole, status: "expired", reason: "REDUCE_ONLY" }),
      }),
    )
    expect(market.engine.order(part)?.status).toBe("waiting")
  })
})

describe("a trailing stop (S9)", () => {
  const trail = (side: "buy" | "sell", more: Stop) =>
    stop(side, { orderType: "trailing-stop", distance: 10_000_000n, ...more })
  const tradeAt = (price: number) => {
    market.sell("cat", price, 1)
    market.buy("bob", price, 1)
  }

  test("a sell follows the highest last price and fires when it has come back by the distance", () => {
    long(2)
    const { id, extreme } = orderOf(trail("sell", { lots: 2, reduceOnly: true }))
    expect(extreme).toBe(coins(100))
    for (const price of [110, 105, 120, 109]) tradeAt(price)
    expect(market.engine.order(id)).toMatchObject({ status: "waiting", extreme: coins(120) })
    market.buy("cat", 107, 10)
    market.sell("bob", 107, 1)
    expect([size(), market.engine.order(id)]).toEqual([0, undefined])
  })

  test("tracking begins at the activation price", () => {
    const { id, extreme } = orderOf(trail("buy", { lots: 2, at: 90 }))
    expect(extreme).toBeUndefined()
    tradeAt(120)
    tradeAt(90)
    expect(market.engine.order(id)?.extreme).toBe(coins(90))
    market.sell("cat", 99, 3)
    market.buy("bob", 99, 1)
    expect(size()).toBe(2)
  })

  test("one on the mark follows the mark", () => {
    long(2)
    const { id } = orderOf(trail("sell", { closePosition: true, stopSource: "mark" }))
    market.buy("house-maker", 80, 10)
    tradeAt(90)
    tradeAt(80)
    expect(market.engine.order(id)?.status).toBe("waiting")
    for (let second = 0; second < 60 && size() > 0; second += 1) markTo(85)
    expect([size(), market.engine.order(id)]).toEqual([0, undefined])
  })

  test("its distance lies between 0.1 % and 50 %, and it isn't moved", () => {
    for (const distance of [99_999n, 50_000_001n])
      expect(refusalOf(trail("sell", { lots: 1, distance }))).toBe("DISTANCE_RANGE")
    const { id } = orderOf(trail("sell", { lots: 1 }))
    const move = market.run({ type: "order.amend", account: "ann", order: id, stopPrice: 90 as Ticks })
    expect(refusalOf(move)).toBe("TYPE_COMBINATION")
    market.cancel("ann", id)
    expect(market.engine.stops(PERPETUAL)).toEqual([])
  })

  test("a restored engine goes on with what waits, reached or not", () => {
    long(2)
    trail("sell", { lots: 1, reduceOnly: true })
    trail("buy", { lots: 1, at: 90, stopSource: "mark" })
    stop("sell", { at: 90, closePosition: true, stopSource: "mark" })
    const twin = createEngine()
    twin.load(market.engine.save())
    expect(twin.save()).toEqual(market.engine.save())
    expect(twin.stops(PERPETUAL)).toEqual(market.engine.stops(PERPETUAL))
  })
})

describe("a trailing stop on spot (S9)", () => {
  beforeEach(() => {
    market = new TestExchange(spotInstrument())
    market.sell("cat", 100, 1)
    market.buy("bob", 100, 1)
  })
  const trail = { orderType: "trailing-stop", distance: 10_000_000n } as const

  test("a sell holds its quantity, a buy its money, until they fire", () => {
    const before = [market.balance("ann", "ABC"), market.balance("ann", "USDT")]
    const sell = orderOf(stop("sell", { ...trail, lots: 3 }))
    const buy = orderOf(stop("buy", { ...trail, budget: coins(500) }))
    expect([sell.hold, buy.hold]).toEqual([coins(3), coins(500)])
    market.buy("cat", 85, 50)
    market.sell("bob", 85, 1)
    expect([market.engine.order(sell.id), market.engine.order(buy.id)?.extreme]).toEqual([
      undefined,
      coins(85),
    ])
    market.cancel("ann", buy.id)
    expect(market.balance("ann", "ABC")).not.toBe(before[0])
    expect(market.balance("ann", "USDT")).toMatch(/\+ 0$/)
  })

  test("a buy spends its money by market when it fires", () => {
    const { id } = orderOf(stop("buy", { ...trail, budget: coins(500) }))
    market.buy("bob", 90, 1)
    market.sell("cat", 90, 1)
    market.sell("cat", 99, 20)
    const { events } = market.buy("bob", 99, 1)
    expect(events).toContainEqual(
      expect.objectContaining({ order: expect.objectContaining({ id, executed: 5, reason: "BUDGET" }) }),
    )
  })

  test("a sell names a quantity and a buy an amount of money, and neither the mark nor a position", () => {
    expect(refusalOf(stop("buy", { ...trail, lots: 3 }))).toBe("TYPE_COMBINATION")
    expect(refusalOf(stop("sell", { ...trail, budget: coins(3) }))).toBe("TYPE_COMBINATION")
    expect(refusalOf(stop("sell", { ...trail, lots: 3, stopSource: "mark" }))).toBe("TYPE_COMBINATION")
    expect(refusalOf(stop("sell", { at: 90, lots: 3 }))).toBe("TYPE_COMBINATION")
  })
})
