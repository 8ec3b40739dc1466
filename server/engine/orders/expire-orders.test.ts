/** Checks that an order which is good till a time ends at it, to the millisecond and over restarts (S14). */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import { EXPIRY_LEAST_MS, EXPIRY_MOST_MS } from "#core/order/order-expiry.ts"
import { createEngine } from "#server/engine/engine.ts"
import {
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  SPOT,
  spotInstrument,
  TestExchange,
  tradesOf,
} from "#tests/support/test-exchange.ts"

const START = 1_000_000
const exchange = () => new TestExchange(spotInstrument(), {}, START)
const MINUTE = 60_000

/** How orders ended in an outcome, by id: status, reason and when. */
const endsOf = ({ events }: ReturnType<TestExchange["tick"]>) =>
  events.flatMap((event) =>
    event.type === "order"
      ? [[event.order.id, event.order.status, event.order.reason, event.order.updated]]
      : [],
  )

describe("Good till a time (S14)", () => {
  test("it stands till then, and ends in that millisecond with its hold released", () => {
    const market = exchange()
    const free = market.balance("ann", "USDT")
    const { id, expiresAt } = orderOf(market.buy("ann", 100, 3, { expiresAt: START + MINUTE }))
    expect(expiresAt).toBe(START + MINUTE)
    expect(endsOf(market.tick(MINUTE - 1))).toEqual([])
    expect(endsOf(market.tick(1))).toEqual([[id, "expired", "GTT", START + MINUTE]])
    expect(market.levels("buy")).toEqual([])
    expect(market.balance("ann", "USDT")).toBe(free)
    expect(market.engine.nextDue()).toBeUndefined()
  })

  test("nobody trades with it at its time: it is gone before the commands of that millisecond", () => {
    const market = exchange()
    market.buy("ann", 100, 3, { expiresAt: START + MINUTE })
    market.time = START + MINUTE
    const sold = market.market("bob", "sell", 1)
    expect(tradesOf(sold)).toEqual([])
    expect(orderOf(sold).reason).toBe("NO_LIQUIDITY")
  })

  test("what it has filled by then stays filled", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 3, { expiresAt: START + MINUTE }))
    market.market("bob", "sell", 1)
    const { events } = market.tick(MINUTE)
    expect(events).toContainEqual(
      expect.objectContaining({
        type: "order",
        order: expect.objectContaining({ id, status: "expired", reason: "GTT", executed: 1, hold: 0n }),
      }),
    )
  })

  test("many end in order of time, then id, each at its own time, whatever was cancelled between", () => {
    const market = exchange()
    const at = (ms: number) => orderOf(market.buy("ann", 90, 1, { expiresAt: START + ms })).id
    const late = at(9_000)
    const early = at(6_000)
    const gone = at(5_500)
    const twin = at(6_000)
    market.run({ type: "order.cancel", account: "ann", order: gone })
    expect(endsOf(market.tick(20_000))).toEqual([
      [early, "expired", "GTT", START + 6_000],
      [twin, "expired", "GTT", START + 6_000],
      [late, "expired", "GTT", START + 9_000],
    ])
  })

  test("a stop expires while it waits, and in the book once it has fired", () => {
    const market = exchange()
    market.sell("ann", 100, 1)
    market.buy("bob", 100, 1)
    const waiting = orderOf(
      market.stop("bob", "buy", 120, { price: 121, quantity: 1, expiresAt: START + MINUTE }),
    ).id
    const fired = orderOf(
      market.stop("bob", "buy", 101, { price: 99, quantity: 1, expiresAt: START + MINUTE }),
    ).id
    market.sell("ann", 101, 1)
    market.buy("cat", 101, 1)
    expect(market.engine.order(fired)?.status).toBe("new")
    expect(endsOf(market.tick(MINUTE)).map(([id]) => id)).toEqual([waiting, fired])
    expect(market.engine.stops(SPOT)).toEqual([])
  })

  test("an amendment keeps it", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 3, { expiresAt: START + MINUTE }))
    expect(orderOf(market.amend("ann", id, { price: 99, quantity: 5 })).expiresAt).toBe(START + MINUTE)
    expect(endsOf(market.tick(MINUTE))).toEqual([[id, "expired", "GTT", START + MINUTE]])
  })

  test("it ends in every trading state, as a cancel would", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 3, { expiresAt: START + MINUTE }))
    market.run({ type: "instrument.state", instrument: SPOT, state: "halted" })
    expect(endsOf(market.tick(MINUTE)).map(([order]) => order)).toEqual([id])
  })

  test("of a contract too", () => {
    const market = new TestExchange(perpetualInstrument(), {}, START)
    for (const source of ["one", "two", "three"]) market.quote(100, source)
    market.tick(1_000)
    market.quote(100)
    const { id } = orderOf(market.buy("ann", 90, 1, { expiresAt: START + MINUTE, postOnly: true }))
    expect(market.engine.queue(PERPETUAL, "buy", 90 as never)).toHaveLength(1)
    expect(endsOf(market.tick(MINUTE))).toEqual([[id, "expired", "GTT", START + MINUTE]])
  })

  test("in the downtime of a server it ends at its own time, before the first command after it", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 3, { expiresAt: START + MINUTE }))
    const again = createEngine()
    again.load(market.engine.save())
    const { events } = again.apply({
      seq: again.state.log.seq + 1,
      time: START + 100 * MINUTE,
      command: { type: "clock.start" },
    })
    expect(endsOf({ events } as never)).toEqual([[id, "expired", "GTT", START + MINUTE]])
  })

  test("sent again with its key it is the same order; with another time it isn't", () => {
    const market = exchange()
    const terms = { clientOrderId: "k", keysMax: 10, expiresAt: START + MINUTE }
    const first = orderOf(market.buy("ann", 100, 3, terms))
    expect(orderOf(market.buy("ann", 100, 3, terms))).toEqual(first)
    expect(refusalOf(market.buy("ann", 100, 3, { ...terms, expiresAt: START + 2 * MINUTE }))).toBe(
      "KEY_CONFLICT",
    )
  })

  test.each([
    ["EXPIRY_RANGE", EXPIRY_LEAST_MS - 1],
    [undefined, EXPIRY_LEAST_MS],
    [undefined, EXPIRY_MOST_MS],
    ["EXPIRY_RANGE", EXPIRY_MOST_MS + 1],
    ["EXPIRY_RANGE", MINUTE + 0.5],
  ])("%s at %d ms ahead", (name, ms) => {
    const { answer } = exchange().buy("ann", 100, 1, { expiresAt: START + ms })
    expect(answer.ok ? undefined : answer.problem.name).toBe(name)
  })

  test.each([{ timeInForce: "ioc" }, { timeInForce: "fok" }, { orderType: "market" }] as const)(
    "what can't rest has none: %o",
    (more) => {
      const terms = { quantity: 1 as Lots, expiresAt: START + MINUTE, ...more }
      const placed = exchange().place("ann", "buy", {
        ...terms,
        ...("orderType" in more ? {} : { price: 100 as Ticks }),
      })
      expect(refusalOf(placed)).toBe("TYPE_COMBINATION")
    },
  )
})
