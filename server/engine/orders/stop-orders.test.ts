/** Do stops wait and fire in their order? (exchange.md S8, N2) */

import { describe, expect, test } from "vitest"
import {
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

  test("a level that was walked through and is joined again by a stop is told once, as it stands", () => {
    const market = traded()
    market.stop("bob", "sell", 102, { price: 101, quantity: 2 })
    const { events } = market.buy("dan", 102, 2)
    expect(events.flatMap((event) => (event.type === "depth" ? [[event.price, event.total]] : []))).toEqual([
      [101, 2],
      [102, 0],
    ])
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
