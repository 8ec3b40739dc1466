/** Instruments open and end at their times, whatever the operator, a listing or a pause say (N5). */

import { describe, expect, test } from "vitest"
import type { TimeMs } from "#core/money/units.ts"
import { createEngine } from "#server/engine/engine.ts"
import { orderOf, refusalOf, SPOT, spotInstrument, TestExchange } from "#tests/support/test-exchange.ts"

const START = 1_785_000_000_000
const MINUTE = 60_000
const exchange = () => new TestExchange(spotInstrument(), {}, START)
const stateOf = ({ engine }: TestExchange) => engine.instrumentState(SPOT)
const schedule = (market: TestExchange, times: { openAt?: TimeMs; delistAt?: TimeMs }) =>
  market.run({ type: "instrument.schedule", instrument: SPOT, ...times })
const relist = (market: TestExchange) => market.run({ type: "instrument.set", instrument: spotInstrument() })
const setState = (market: TestExchange, state: "open" | "halted") =>
  market.run({ type: "instrument.state", instrument: SPOT, state })

describe("An opening time (N5)", () => {
  test("halts the market until then; orders before it are refused, and it opens by itself", () => {
    const market = exchange()
    const { events } = schedule(market, { openAt: START + MINUTE })
    expect(events).toEqual([
      { type: "instrument", instrument: SPOT, state: "halted", openAt: START + MINUTE },
    ])
    expect(refusalOf(market.buy("ann", 100, 1))).toBe("TRADING_STATE")
    market.tick(MINUTE - 1)
    expect(stateOf(market)).toBe("halted")
    expect(market.tick(1).events).toMatchObject([{ type: "instrument", state: "open" }])
    expect(market.buy("ann", 100, 1).answer.ok).toBe(true)
  })

  test("comes with a listing as well", () => {
    const market = new TestExchange(spotInstrument({ openAt: START + 5 }), {}, START)
    expect(stateOf(market)).toBe("halted")
    market.tick(5)
    expect(stateOf(market)).toBe("open")
  })

  test("isn't overruled by the operator, a listing without times, or the end of a pause", () => {
    const market = exchange()
    market.run({ type: "clock.start" })
    schedule(market, { openAt: START + MINUTE })
    expect(refusalOf(setState(market, "open"))).toBe("WRONG_STATE")
    relist(market)
    market.tick(10_000)
    expect(stateOf(market)).toBe("halted")
    market.run({ type: "audit.stop", reason: "x" })
    market.run({ type: "audit.resume" })
    expect(stateOf(market)).toBe("halted")
    market.tick(50_000)
    expect(stateOf(market)).toBe("open")
  })

  test("that comes while the audit has stopped trading opens with its end", () => {
    const market = exchange()
    schedule(market, { openAt: START + MINUTE })
    market.run({ type: "audit.stop", reason: "x" })
    market.tick(MINUTE)
    expect(stateOf(market)).toBe("cancel-only")
    market.run({ type: "audit.resume" })
    expect(stateOf(market)).toBe("open")
  })

  test("that is taken away opens at once", () => {
    const market = exchange()
    schedule(market, { openAt: START + MINUTE })
    schedule(market, {})
    expect(stateOf(market)).toBe("open")
    expect(market.engine.nextDue()).toBeUndefined()
  })
})

describe("A delisting (N5)", () => {
  const listed = () => {
    const market = exchange()
    market.sell("bob", 100, 1)
    market.buy("bob", 100, 1)
    market.fund("ann", "USDT", 1)
    market.buy("ann", 90, 2)
    market.stop("ann", "buy", 110, { price: 120, quantity: 1 })
    market.sell("cat", 130, 3)
    schedule(market, { delistAt: START + MINUTE })
    return market
  }
  const held = (market: TestExchange) =>
    ["ann", "bob", "cat"].map((account) => market.balance(account, "USDT").split(" + ")[1])

  test("cancels every order, releases what it held, and refuses all that follows", () => {
    const market = listed()
    expect(held(market)).not.toEqual(["0", "0", "0"])
    const { events } = market.tick(MINUTE)
    expect(events[0]).toMatchObject({ type: "instrument", state: "halted", delistAt: START + MINUTE })
    const ended = events.flatMap((event) => (event.type === "order" ? [event.order] : []))
    expect(ended).toHaveLength(3)
    for (const order of ended)
      expect(order).toMatchObject({ status: "cancelled", reason: "DELISTED", hold: 0n })
    expect([held(market), market.engine.openOrders]).toEqual([["0", "0", "0"], 0])
    expect(refusalOf(market.buy("ann", 90, 1))).toBe("DELISTED")
    expect(refusalOf(market.market("house-maker", "buy", 1))).toBe("DELISTED")
  })

  test("is for good: no operator, listing or start opens the market again", () => {
    const market = listed()
    market.run({ type: "clock.start" })
    market.tick(MINUTE)
    expect(refusalOf(setState(market, "open"))).toBe("DELISTED")
    expect(refusalOf(schedule(market, { openAt: START + 3 * MINUTE }))).toBe("DELISTED")
    relist(market)
    market.run({ type: "clock.start" })
    market.tick(MINUTE)
    expect(stateOf(market)).toBe("halted")
  })

  test("fires after downtime with its own time, before the command that comes (T5)", () => {
    const market = listed()
    market.time += 10 * MINUTE
    const placed = market.buy("ann", 90, 1)
    expect(refusalOf(placed)).toBe("DELISTED")
    expect(placed.events.find((event) => event.type === "order")).toMatchObject({
      order: { status: "cancelled", updated: START + MINUTE },
    })
  })

  test("can be put off and called off while it is ahead", () => {
    const market = listed()
    schedule(market, { delistAt: START + 2 * MINUTE })
    market.tick(MINUTE)
    expect(orderOf(market.buy("ann", 80, 1)).status).toBe("new")
    schedule(market, {})
    market.tick(5 * MINUTE)
    expect(stateOf(market)).toBe("open")
  })

  test.each<[string, { openAt?: TimeMs; delistAt?: TimeMs }]>([
    ["in the past", { delistAt: START }],
    ["before the opening", { openAt: START + 2 * MINUTE, delistAt: START + MINUTE }],
    ["at no time at all", { delistAt: Number.NaN }],
  ])("%s is refused", (_, times) => {
    const market = exchange()
    expect(refusalOf(schedule(market, times))).toBe("FORMAT")
    expect(stateOf(market)).toBe("open")
  })

  test("of an instrument that nobody lists is refused", () => {
    const outcome = exchange().run({ type: "instrument.schedule", instrument: "NO_SUCH" })
    expect(refusalOf(outcome)).toBe("UNKNOWN_INSTRUMENT")
  })

  test("stands in a snapshot with its timer", () => {
    const market = listed()
    const copy = createEngine()
    copy.load(market.engine.save())
    const { events } = copy.apply({ seq: 1_000, time: START + MINUTE, command: { type: "clock.tick" } })
    expect(events.filter((event) => event.type === "order")).toHaveLength(3)
    expect(copy.instrumentState(SPOT)).toBe("halted")
  })
})
