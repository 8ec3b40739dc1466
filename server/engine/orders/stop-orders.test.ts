/** Checks that stop orders wait, and fire in their order (S8, N2). */

import { describe, expect, test } from "vitest"
import { createEngine } from "#server/engine/engine.ts"
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

  /** Ten stops that one trade reaches; `perCommand` of them may enter with it. */
  const cascade = (perCommand?: number) => {
    const market = traded()
    market.run({ type: "clock.start", pauseMs: 0, ...(perCommand ? { stopsPerCommand: perCommand } : {}) })
    const ids = Array.from(
      { length: 10 },
      (_, at) => orderOf(market.stop(`u${at}`, "buy", 101, { price: 50, quantity: 1 })).id,
    )
    return { market, ids }
  }
  const entered = ({ events }: ReturnType<TestExchange["run"]>) =>
    events.flatMap((event) =>
      event.type === "order" && event.order.orderType === "stop-limit" ? [event.order.id] : [],
    )

  test("one command lets enter as many as it may; the others follow with the next milliseconds, in their order", () => {
    const { market, ids } = cascade(4)
    expect(entered(market.buy("dan", 101, 1))).toEqual(ids.slice(0, 4))
    expect(market.engine.stops(SPOT).map(({ id, status }) => [id, status])).toEqual(
      ids.slice(4).map((id) => [id, "waiting"]),
    )
    // The same millisecond is full; nobody has to wait for a command, as the timer asks for one.
    expect(entered(market.tick(0))).toEqual([])
    expect(market.engine.nextDue()).toBe(market.time + 1)
    expect(entered(market.tick(1))).toEqual(ids.slice(4, 8))
    expect(entered(market.tick(5_000))).toEqual(ids.slice(8))
    expect(market.engine.state.timers.has("stops")).toBe(false)
    expect(market.engine.stops(SPOT)).toEqual([])
  })

  test("those that wait for their turn stand in a snapshot, and enter from it as they would have", () => {
    const { market, ids } = cascade(4)
    market.buy("dan", 101, 1)
    const copy = createEngine()
    copy.load(market.engine.save())
    const told = copy.apply({ seq: 1_000, time: market.time + 1, command: { type: "clock.tick" } })
    expect(entered({ ...told, money: [] })).toEqual(ids.slice(4, 8))
    expect(told.events.filter(({ type }) => type === "order")).toHaveLength(4)
  })

  test("of a log from before the bound all enter at once", () => {
    const { market, ids } = cascade()
    expect(entered(market.buy("dan", 101, 1))).toEqual(ids)
  })

  test("one that waits for its turn can be cancelled, and keeps its turn when the market closes", () => {
    const { market, ids } = cascade(4)
    market.buy("dan", 101, 1)
    expect(market.cancel("u4", ids[4] ?? 0).answer.ok).toBe(true)
    market.run({ type: "instrument.state", instrument: SPOT, state: "cancel-only" })
    expect(entered(market.tick(10))).toEqual([])
    market.run({ type: "instrument.state", instrument: SPOT, state: "open" })
    expect(entered(market.tick(1_000))).toEqual(ids.slice(5, 9))
    expect(entered(market.tick(1_000))).toEqual(ids.slice(9))
  })

  test("what the entering ones reach stands behind what was reached before", () => {
    const market = traded()
    market.run({ type: "clock.start", pauseMs: 0, stopsPerCommand: 1 })
    const first = orderOf(market.stop("bob", "buy", 101, { price: 102, quantity: 1 })).id
    const second = orderOf(market.stop("cat", "buy", 101, { price: 50, quantity: 1 })).id
    const third = orderOf(market.stop("eve", "buy", 102, { price: 50, quantity: 1 })).id
    expect(entered(market.buy("dan", 101, 1))).toEqual([first])
    expect(entered(market.tick(1))).toEqual([second])
    expect(entered(market.tick(1))).toEqual([third])
  })

  test("before the first trade the index gives the direction", () => {
    const market = exchange()
    expect(refusalOf(market.stop("bob", "buy", 102, { price: 110, quantity: 1 }))).toBe("STOP_WOULD_TRIGGER")
    market.quote(100)
    expect(orderOf(market.stop("bob", "buy", 102, { price: 110, quantity: 1 })).status).toBe("waiting")
  })
})
