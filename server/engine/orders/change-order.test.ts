/** Checks amending, reducing and cancelling orders (S6, S7, N3). */

import { describe, expect, test } from "vitest"
import type { Lots } from "#core/money/units.ts"
import {
  coins,
  orderOf,
  refusalOf,
  SPOT,
  spotInstrument,
  TestExchange,
  tradesOf,
} from "#tests/support/test-exchange.ts"

/** Three buys at 100: ids 1, 2, 3 with 5, 6 and 7 lots. */
function queued(fields: Parameters<typeof spotInstrument>[0] = {}): TestExchange {
  const market = new TestExchange(spotInstrument(fields))
  market.buy("ann", 100, 5)
  market.buy("bob", 100, 6)
  market.buy("cat", 100, 7)
  return market
}

describe("Amend (S6)", () => {
  test("a smaller total quantity alone keeps the place in the queue", () => {
    const market = queued()
    const outcome = market.amend("ann", 1, { quantity: 2 })
    expect(orderOf(outcome)).toMatchObject({ status: "new", quantity: 2 })
    expect(market.queue("buy", 100)).toEqual([
      [1, 2],
      [2, 6],
      [3, 7],
    ])
    expect(outcome.events).toMatchObject([{ type: "order" }, { type: "depth", price: 100, total: 15 }])
  })

  test("a larger quantity loses the place", () => {
    const market = queued()
    market.amend("ann", 1, { quantity: 8 })
    expect(market.queue("buy", 100)).toEqual([
      [2, 6],
      [3, 7],
      [1, 8],
    ])
  })

  test("a new price joins the end of its queue, and one event a level tells it", () => {
    const market = queued()
    market.buy("dan", 99, 1)
    const { events } = market.amend("ann", 1, { price: 99 })
    expect(market.queue("buy", 99)).toEqual([
      [4, 1],
      [1, 5],
    ])
    expect(events.filter(({ type }) => type === "depth")).toMatchObject([
      { price: 100, total: 13 },
      { price: 99, total: 6 },
    ])
  })

  test("a new price that crosses enters as a taker would, and fires stops", () => {
    const market = queued()
    market.sell("dan", 105, 3)
    market.quote(100)
    market.stop("eve", "sell", 105, { price: 500, quantity: 1 })
    const outcome = market.amend("ann", 1, { price: 105 })
    expect([tradesOf(outcome), orderOf(outcome).status]).toEqual([["105 × 3"], "partly-filled"])
    expect(market.levels("buy")[0]).toEqual([105, 2])
    expect(market.levels("sell")).toEqual([[500, 1]])
  })

  test("a total not above what is executed cancels the rest", () => {
    const market = queued()
    market.sell("dan", 100, 2)
    expect(orderOf(market.amend("ann", 1, { quantity: 2, price: 90 }))).toMatchObject({
      status: "cancelled",
      executed: 2,
    })
    expect(market.engine.order(1)).toBeUndefined()
  })

  test("the total counts what is executed", () => {
    const market = queued()
    market.sell("dan", 100, 2)
    market.amend("ann", 1, { quantity: 4 })
    expect(market.queue("buy", 100)[0]).toEqual([1, 2])
  })

  test("post-only is checked first, and a refusal leaves the order and its place as they were", () => {
    const market = new TestExchange(spotInstrument())
    market.buy("ann", 100, 5, { postOnly: true })
    market.buy("bob", 100, 6)
    market.sell("cat", 105, 1)
    expect(refusalOf(market.amend("ann", 1, { price: 105 }))).toBe("POST_ONLY_WOULD_TAKE")
    expect(market.queue("buy", 100)).toEqual([
      [1, 5],
      [2, 6],
    ])
  })

  test("a re-price is judged like a placement", () => {
    const market = queued({ priceRule: "strict", maxQuantity: 50 as Lots, minNotional: coins(200) })
    market.sell("house-maker", 101, 2)
    expect(refusalOf(market.amend("ann", 1, { price: 102 }))).toBe("PRICE_RULE")
    expect(refusalOf(market.amend("ann", 1, { quantity: 51 }))).toBe("MAX_QUANTITY")
    expect(refusalOf(market.amend("ann", 1, { price: 30 }))).toBe("MIN_NOTIONAL")
    expect(refusalOf(market.amend("ann", 1, { price: 100.5 }))).toBe("TICK")
    expect(refusalOf(market.amend("ann", 1, {}))).toBe("TYPE_COMBINATION")
    expect(refusalOf(market.amend("ann", 1, { quantity: -1 }))).toBe("WRONG_SIZE")
    expect(refusalOf(market.amend("ann", 1, { quantity: 1.5 }))).toBe("LOT")
    expect(market.queue("buy", 100)[0]).toEqual([1, 5])
  })

  test("nothing new changes nothing", () => {
    const market = queued()
    const { events } = market.amend("ann", 1, { price: 100, quantity: 5 })
    expect([events, market.queue("buy", 100)[0]]).toEqual([[], [1, 5]])
  })

  test("a waiting stop takes new fields and goes on waiting", () => {
    const market = queued()
    market.quote(100)
    const { id } = orderOf(market.stop("dan", "buy", 120, { price: 130, quantity: 4 }))
    expect(orderOf(market.amend("dan", id, { price: 125, quantity: 9 }))).toMatchObject({ status: "waiting" })
    expect(orderOf(market.amend("dan", id, { quantity: 3 }))).toMatchObject({
      status: "waiting",
      quantity: 3,
    })
    expect(market.engine.stops(SPOT)).toMatchObject([{ id, price: 125, quantity: 3 }])
  })

  test("an unknown, foreign or ended order is UNKNOWN_ORDER", () => {
    const market = queued()
    market.cancel("ann", 1)
    for (const [account, order] of [
      ["ann", 1],
      ["ann", 2],
      ["ann", 99],
    ] as const) {
      expect(refusalOf(market.amend(account, order, { quantity: 1 }))).toBe("UNKNOWN_ORDER")
      expect(refusalOf(market.reduce(account, order, 1))).toBe("UNKNOWN_ORDER")
      expect(refusalOf(market.cancel(account, order))).toBe("UNKNOWN_ORDER")
    }
  })
})

describe("Reduce (S6)", () => {
  test("takes lots off what is open, at its place", () => {
    const market = queued()
    expect(orderOf(market.reduce("bob", 2, 4))).toMatchObject({ status: "new", quantity: 2 })
    expect(market.queue("buy", 100)).toEqual([
      [1, 5],
      [2, 2],
      [3, 7],
    ])
  })

  test("as many as are open, or more, end the order", () => {
    const market = queued()
    market.sell("dan", 100, 2)
    expect(orderOf(market.reduce("ann", 1, 3))).toMatchObject({ status: "cancelled", executed: 2 })
    expect(orderOf(market.reduce("bob", 2, 99)).status).toBe("cancelled")
    expect(market.levels("buy")).toEqual([[100, 7]])
  })

  test.each([0, -1])("by %i is WRONG_SIZE", (by) => {
    expect(refusalOf(queued().reduce("ann", 1, by))).toBe("WRONG_SIZE")
  })
})

describe("Cancel (S7)", () => {
  test("answers with the order as it ended", () => {
    const market = queued()
    market.sell("dan", 100, 2)
    const outcome = market.cancel("ann", 1)
    expect(orderOf(outcome)).toMatchObject({ id: 1, status: "cancelled", executed: 2, quantity: 5 })
    expect(outcome.events).toMatchObject([{ type: "order" }, { type: "depth", price: 100, total: 13 }])
  })

  test("cancel-all ends an account's orders and stops in order of id, in one instrument or in all", () => {
    const market = queued()
    market.run({ type: "instrument.set", instrument: spotInstrument({ id: "XYZ_USDT" }) })
    market.quote(100)
    market.buy("ann", 50, 1, { instrument: "XYZ_USDT" })
    market.stop("ann", "buy", 120, { price: 130, quantity: 4 })
    market.sell("ann", 300, 1)
    const cancelAll = (instrument?: string) =>
      market.run({ type: "order.cancel-all", account: "ann", ...(instrument && { instrument }) }).answer
    expect(cancelAll("XYZ_USDT")).toEqual({ ok: true, value: { cancelled: [4] } })
    expect(cancelAll()).toEqual({ ok: true, value: { cancelled: [1, 5, 6] } })
    expect(cancelAll()).toEqual({ ok: true, value: { cancelled: [] } })
    expect(cancelAll("NO_SUCH")).toMatchObject({ ok: false, problem: { name: "UNKNOWN_INSTRUMENT" } })
    expect([market.engine.openOrders, market.engine.stops(SPOT)]).toEqual([2, []])
  })
})

describe("Instrument states (N3)", () => {
  test.each(["cancel-only", "halted"] as const)(
    "%s refuses what opens and lets pass what lessens",
    (state) => {
      const market = queued()
      market.run({ type: "instrument.state", instrument: SPOT, state })
      expect(refusalOf(market.buy("ann", 99, 1))).toBe("TRADING_STATE")
      expect(refusalOf(market.amend("ann", 1, { price: 99 }))).toBe("TRADING_STATE")
      expect(refusalOf(market.amend("ann", 1, { quantity: 6 }))).toBe("TRADING_STATE")
      expect(refusalOf(market.amend("ann", 1, { quantity: 4 }))).toBeUndefined()
      expect(refusalOf(market.reduce("ann", 1, 1))).toBeUndefined()
      expect(refusalOf(market.cancel("bob", 2))).toBeUndefined()
      expect(refusalOf(market.run({ type: "order.cancel-all", account: "cat" }))).toBeUndefined()
      expect(market.queue("buy", 100)).toEqual([[1, 3]])
    },
  )

  test("open again, everything passes again, and each change is told", () => {
    const market = queued()
    const { events } = market.run({ type: "instrument.state", instrument: SPOT, state: "halted" })
    expect(events).toEqual([{ type: "instrument", instrument: SPOT, state: "halted" }])
    market.run({ type: "instrument.state", instrument: SPOT, state: "open" })
    expect(refusalOf(market.buy("ann", 99, 1))).toBeUndefined()
  })
})
