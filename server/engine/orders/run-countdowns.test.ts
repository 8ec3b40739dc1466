/** Checks that a countdown cancels an account's open orders unless it is set anew, and over restarts (S15). */

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

const START = 1_000_000
const OTHER = "XYZ_USDT"

const exchange = () => {
  const market = new TestExchange(spotInstrument(), {}, START)
  market.run({ type: "instrument.set", instrument: spotInstrument({ id: OTHER }) })
  return market
}
const arm = (market: TestExchange, account: string, afterMs: number, instrument?: string) =>
  market.run({ type: "countdown.set", account, afterMs, ...(instrument !== undefined && { instrument }) })

/** Orders that ended in an outcome, with why and when. */
const endsOf = ({ events }: Pick<ReturnType<TestExchange["tick"]>, "events">) =>
  events.flatMap((event) =>
    event.type === "order" && event.order.status === "cancelled"
      ? [[event.order.id, event.order.reason, event.order.updated]]
      : [],
  )

describe("A countdown (S15)", () => {
  test("cancels all open orders of its account when it runs out, stops too, and nobody else's", () => {
    const market = exchange()
    market.sell("bob", 110, 1)
    market.buy("cat", 110, 1)
    const held = market.balance("ann", "USDT")
    const limit = orderOf(market.buy("ann", 100, 3)).id
    const stop = orderOf(market.stop("ann", "buy", 120, { price: 121, quantity: 1 })).id
    const elsewhere = orderOf(
      market.place("ann", "buy", { instrument: OTHER, price: 9 as never, quantity: 1 as never }),
    ).id
    const foreign = orderOf(market.buy("bob", 99, 1)).id
    expect(arm(market, "ann", 5_000).answer).toEqual({ ok: true, value: { due: START + 5_000 } })
    expect(endsOf(market.tick(4_999))).toEqual([])
    expect(endsOf(market.tick(1))).toEqual(
      [limit, stop, elsewhere].map((id) => [id, "COUNTDOWN", START + 5_000]),
    )
    expect(market.balance("ann", "USDT")).toBe(held)
    expect(market.engine.order(foreign)?.status).toBe("new")
    expect(market.engine.state.timers.has("countdown")).toBe(false)
  })

  test("each call sets it anew, and 0 stops it", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 3))
    for (let turn = 0; turn < 10; turn += 1) {
      arm(market, "ann", 5_000)
      expect(endsOf(market.tick(4_000))).toEqual([])
    }
    expect(arm(market, "ann", 0).answer).toEqual({ ok: true, value: {} })
    expect(endsOf(market.tick(100_000))).toEqual([])
    expect(market.engine.order(id)?.status).toBe("new")
  })

  test("a shorter one runs out earlier than the one before", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 3))
    arm(market, "bob", 30_000)
    arm(market, "ann", 60_000)
    arm(market, "ann", 5_000)
    expect(endsOf(market.tick(5_000))).toEqual([[id, "COUNTDOWN", START + 5_000]])
  })

  test("one of a market cancels there only, beside the one of all", () => {
    const market = exchange()
    const here = orderOf(market.buy("ann", 100, 3)).id
    const there = orderOf(
      market.place("ann", "buy", { instrument: OTHER, price: 9 as never, quantity: 1 as never }),
    ).id
    arm(market, "ann", 5_000, OTHER)
    arm(market, "ann", 9_000)
    expect(endsOf(market.tick(5_000)).map(([id]) => id)).toEqual([there])
    expect(endsOf(market.tick(4_000)).map(([id]) => id)).toEqual([here])
    expect(refusalOf(arm(market, "ann", 5_000, "NO_SUCH"))).toBe("UNKNOWN_INSTRUMENT")
  })

  test("it runs out once: what is placed afterwards stays", () => {
    const market = exchange()
    market.buy("ann", 100, 3)
    arm(market, "ann", 5_000)
    market.tick(5_000)
    const { id } = orderOf(market.buy("ann", 100, 3))
    market.tick(60_000)
    expect(market.engine.order(id)?.status).toBe("new")
  })

  test("nobody trades with its orders at its time: it runs out before the commands of that millisecond", () => {
    const market = exchange()
    market.buy("ann", 100, 3)
    arm(market, "ann", 5_000)
    market.time = START + 5_000
    expect(tradesOf(market.market("bob", "sell", 1))).toEqual([])
  })

  test("passes for a frozen account, as a cancel does", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 3))
    market.run({ type: "user.freeze", account: "ann", isFrozen: true })
    arm(market, "ann", 5_000)
    expect(endsOf(market.tick(5_000)).map(([order]) => order)).toEqual([id])
  })
})

describe("A countdown over a restart (S15, N6)", () => {
  /** One order of each account behind a countdown of 30 s; the server goes down at once and starts after `downMs`. */
  const restarted = (downMs: number) => {
    const market = exchange()
    const ids = [orderOf(market.buy("ann", 100, 3)).id, orderOf(market.buy("bob", 99, 1)).id]
    arm(market, "ann", 30_000)
    const engine = createEngine()
    engine.load(market.engine.save())
    let { seq } = engine.state.log
    const run = (time: number, command: Parameters<typeof engine.apply>[0]["command"]) => {
      seq += 1
      return engine.apply({ seq, time, command })
    }
    const started = run(START + downMs, { type: "clock.start", pauseMs: 10_000 })
    return { engine, run, ids, started }
  }

  test("one that ran out meanwhile waits for the end of the pause, and runs out before trading opens", () => {
    const { engine, run, ids, started } = restarted(200_000)
    expect(endsOf(started)).toEqual([])
    expect(engine.instrumentState(SPOT)).toBe("cancel-only")
    expect(endsOf(run(START + 209_999, { type: "clock.tick" }))).toEqual([])
    const { events } = run(START + 210_000, { type: "clock.tick" })
    expect(endsOf({ events })).toEqual([[ids[0], "COUNTDOWN", START + 210_000]])
    const cancelled = events.findIndex((event) => event.type === "journal" && event.kind === "order-release")
    const opened = events.findIndex((event) => event.type === "instrument" && event.state === "open")
    expect(cancelled).toBeGreaterThanOrEqual(0)
    expect(opened).toBeGreaterThan(cancelled)
  })

  test("set anew in the pause it saves the orders", () => {
    const { engine, run, ids } = restarted(200_000)
    run(START + 203_000, { type: "countdown.set", account: "ann", afterMs: 30_000 })
    expect(endsOf(run(START + 232_999, { type: "clock.tick" }))).toEqual([])
    expect(engine.order(ids[0] ?? 0)?.status).toBe("new")
    expect(endsOf(run(START + 233_000, { type: "clock.tick" }))).toHaveLength(1)
  })

  test("downtime counts: one that has time left beyond the pause keeps its moment", () => {
    const { run, ids } = restarted(12_000)
    expect(endsOf(run(START + 29_999, { type: "clock.tick" }))).toEqual([])
    expect(endsOf(run(START + 30_000, { type: "clock.tick" }))).toEqual([
      [ids[0], "COUNTDOWN", START + 30_000],
    ])
  })
})
