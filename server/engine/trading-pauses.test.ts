/** Pauses of trading after a start and by the self-audit (N6). */

import { describe, expect, test } from "vitest"
import { refusalOf, SPOT, spotInstrument, TestExchange } from "#tests/support/test-exchange.ts"

const START = 1_785_000_000_000
const exchange = () => new TestExchange(spotInstrument(), {}, START)
const stateOf = ({ engine }: TestExchange) => engine.instrumentState(SPOT)

describe("A start (N6)", () => {
  test("makes what was open cancel-only for ten seconds", () => {
    const market = exchange()
    const bid = market.buy("ann", 100, 1)
    expect(bid.answer.ok).toBe(true)
    market.run({ type: "clock.start" })
    expect(refusalOf(market.buy("ann", 100, 1))).toBe("TRADING_STATE")
    expect(market.cancel("ann", 1).answer.ok).toBe(true)
    market.tick(9_999)
    expect(stateOf(market)).toBe("cancel-only")
    expect(market.tick(1).events).toMatchObject([{ type: "instrument", instrument: SPOT, state: "open" }])
    expect(market.buy("ann", 100, 1).answer.ok).toBe(true)
  })

  test("waits a minute after more than five minutes of silence", () => {
    const market = exchange()
    market.time += 300_001
    market.run({ type: "clock.start" })
    market.tick(59_999)
    expect(stateOf(market)).toBe("cancel-only")
    market.tick(1)
    expect(stateOf(market)).toBe("open")
  })

  test("waits as long as the command says", () => {
    const market = exchange()
    market.run({ type: "clock.start", pauseMs: 0 })
    expect(stateOf(market)).toBe("open")
    market.run({ type: "clock.start", pauseMs: 500 })
    market.tick(500)
    expect(stateOf(market)).toBe("open")
  })

  test("again during the wait begins it anew, and a listing doesn't cut it short", () => {
    const market = exchange()
    market.run({ type: "clock.start" })
    market.tick(6_000)
    market.run({ type: "clock.start" })
    market.run({ type: "instrument.set", instrument: spotInstrument() })
    market.tick(9_999)
    expect(stateOf(market)).toBe("cancel-only")
    market.tick(1)
    expect(stateOf(market)).toBe("open")
  })

  test("doesn't open what the operator has closed since", () => {
    const market = exchange()
    market.run({ type: "clock.start" })
    market.run({ type: "instrument.state", instrument: SPOT, state: "halted" })
    market.tick(10_000)
    expect(stateOf(market)).toBe("halted")
  })

  test("of an engine without instruments waits for nothing", () => {
    const market = new TestExchange({ ...spotInstrument(), state: "halted" })
    expect(market.run({ type: "clock.start" }).events).toEqual([])
    expect(market.engine.nextDue()).toBeUndefined()
  })
})

describe("A stop by the audit", () => {
  const stopped = () => {
    const market = exchange()
    market.buy("ann", 100, 1)
    const { events } = market.run({ type: "audit.stop", reason: "I1: a unit is missing" })
    expect(events).toMatchObject([
      { type: "instrument", state: "cancel-only" },
      { type: "audit", isStopped: true, reason: "I1: a unit is missing" },
    ])
    return market
  }

  test("lets nobody place or transfer, and everybody cancel", () => {
    const market = stopped()
    expect(refusalOf(market.buy("bob", 100, 1))).toBe("TRADING_STATE")
    const transfer = { type: "transfer", account: "ann", currency: "USDT", amount: 1n as never } as const
    expect(refusalOf(market.run({ ...transfer, from: "funding", to: "second", key: "t" }))).toBe(
      "TRANSFERS_STOPPED",
    )
    expect(market.cancel("ann", 1).answer.ok).toBe(true)
  })

  test("is ended by nothing but its own command: no operator, no listing, no start opens a market", () => {
    const market = stopped()
    const open = { type: "instrument.state", instrument: SPOT, state: "open" } as const
    expect(refusalOf(market.run(open))).toBe("WRONG_STATE")
    market.run({ type: "instrument.set", instrument: spotInstrument() })
    market.run({ type: "clock.start" })
    market.tick(60_000)
    expect(stateOf(market)).toBe("cancel-only")
    const { events } = market.run({ type: "audit.resume" })
    expect(events).toMatchObject([
      { type: "instrument", state: "open" },
      { type: "audit", isStopped: false },
    ])
    expect(refusalOf(market.run({ type: "audit.resume" }))).toBe("WRONG_STATE")
  })

  test("isn't ended while the books differ", () => {
    const market = stopped()
    const balance = market.engine.state.ledger.balance("ann", "funding", "USDT")
    const before = balance.available
    balance.available = (before - 1n) as never
    const resume = { seq: 1_000, time: market.time, command: { type: "audit.resume" } as const }
    expect(market.engine.apply(resume).answer).toMatchObject({
      ok: false,
      problem: { name: "WRONG_STATE", values: { reason: "all accounts of USDT sum to -1" } },
    })
    balance.available = before
    expect(market.engine.apply({ ...resume, seq: 1_001 }).answer.ok).toBe(true)
  })

  test("that comes during the wait after a start leaves the opening to the resumption", () => {
    const market = exchange()
    market.run({ type: "clock.start" })
    market.run({ type: "audit.stop", reason: "x" })
    market.tick(60_000)
    expect(stateOf(market)).toBe("cancel-only")
    market.run({ type: "audit.resume" })
    expect(stateOf(market)).toBe("open")
  })
})
