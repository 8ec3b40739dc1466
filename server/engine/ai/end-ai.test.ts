/** Days that accrue, terms that end, and early ends (A3–A5). */

import { describe, expect, test } from "vitest"
import {
  AiExchange,
  DAY,
  holdingOf,
  holdingsIn,
  MORNING,
  product,
  refusalIn,
} from "#tests/support/ai-exchange.ts"
import { journalsIn } from "#tests/support/second-exchange.ts"

const MIDNIGHT = Date.UTC(2026, 10, 24)

describe("accrual (A3)", () => {
  test("nothing before a whole day since the next 00:00 UTC, then a day's reward each, then all is paid", () => {
    const exchange = new AiExchange({ time: MIDNIGHT - 60_000 })
    exchange.buy("u1", 1_000)
    expect(holdingsIn(exchange.pass(60_000))).toEqual([])
    expect(holdingsIn(exchange.pass(DAY - 1))).toEqual([])
    const first = exchange.pass(1)
    expect(holdingsIn(first)).toEqual(["#1 in-progress 1 1 "])
    expect(journalsIn(first)).toEqual(["ai-accrual ai:1:1: ai-reserve.held -1, u1.ai.reward 1"])
    expect([exchange.money("u1"), exchange.reserve()]).toEqual(["9000 + 1000 + 1", "997 + 2"])
    exchange.pass(DAY)
    const last = exchange.pass(DAY)
    expect(holdingsIn(last)).toEqual(["#1 finished 3 3 1003"])
    expect(journalsIn(last)).toEqual([
      "ai-accrual ai:1:3: ai-reserve.held -1, u1.ai.reward 1",
      "ai-end ai:1: u1.ai.principal -1000, u1.ai.reward -3, u1.funding.available 1003",
    ])
    expect([exchange.money("u1"), exchange.reserve()]).toEqual(["10003 + 0 + 0", "997 + 0"])
    expect(exchange.engine.nextDue()).not.toBe(MIDNIGHT + 4 * DAY)
  })

  test("a purchase at 00:00 itself begins a day later", () => {
    const exchange = new AiExchange({ time: MIDNIGHT })
    expect(holdingOf(exchange.buy("u1", 10)).starts).toBe(MIDNIGHT + DAY)
  })

  test("after downtime each missed day comes with its own date, by id, and once (A5, T5)", () => {
    const exchange = new AiExchange()
    exchange.buy("u1", 1_000)
    exchange.pass(DAY)
    exchange.buy("u2", 500)
    const late = exchange.pass(30 * DAY)
    expect(holdingsIn(late)).toEqual([
      "#1 in-progress 1 1 ",
      "#1 in-progress 2 2 ",
      "#2 in-progress 1 0.5 ",
      "#2 in-progress 2 1 ",
      "#1 finished 3 3 1003",
      "#2 finished 3 1.5 501.5",
    ])
    const ends = late.events.flatMap((event) => (event.type === "ai" ? [event.holding.ended] : []))
    expect(ends).toEqual([undefined, undefined, undefined, undefined, MIDNIGHT + 3 * DAY, MIDNIGHT + 4 * DAY])
    expect(journalsIn(late)).toContain("ai-accrual ai:2:2: ai-reserve.held -0.5, u2.ai.reward 0.5")
    expect(exchange.pass(DAY).events).toEqual([])
  })

  test("what rounding keeps back on one day comes on another: the whole reward is what was promised", () => {
    const exchange = new AiExchange()
    exchange.run(product({ days: 7, rate: 333n }))
    const { promised } = holdingOf(exchange.buy("u1", 10, { amount: 1_000_000_007n as never }))
    expect(promised).toBe(23_310n)
    exchange.pass(9 * DAY)
    expect(exchange.money("u1")).toBe("10000.0002331 + 0 + 0")
  })

  test("goes on after a restart as if there had been none", () => {
    const [plain, restarted] = [new AiExchange(), new AiExchange()]
    for (const exchange of [plain, restarted]) exchange.buy("u1", 1_000)
    for (let day = 0; day < 5; day++) {
      restarted.restart()
      expect(restarted.pass(DAY).events).toEqual(plain.pass(DAY).events)
    }
    expect(restarted.engine.save()).toEqual(plain.engine.save())
  })

  test("of somebody frozen goes on, and is paid", () => {
    const exchange = new AiExchange()
    exchange.buy("u1", 1_000)
    exchange.run({ type: "user.freeze", account: "u1", isFrozen: true })
    exchange.pass(4 * DAY)
    expect(exchange.money("u1")).toBe("10003 + 0 + 0")
  })
})

describe("an early end (A4)", () => {
  test("pays the principal less the fee; what has accrued and what was promised goes back to the reserve", () => {
    const exchange = new AiExchange()
    exchange.buy("u1", 1_000)
    exchange.pass(2 * DAY)
    const end = exchange.withdraw("u1", 1)
    expect(holdingOf(end)).toMatchObject({ status: "withdrawn", accruedDays: 1, ended: MORNING + 2 * DAY })
    expect(journalsIn(end)).toEqual([
      "ai-end ai:1: u1.ai.principal -1000, u1.ai.reward -1, ai-reserve.held -2, ai-reserve.available 3, fees 5, u1.funding.available 995",
    ])
    expect([exchange.money("u1"), exchange.reserve()]).toEqual(["9995 + 0 + 0", "1000 + 0"])
    expect(exchange.pass(5 * DAY).events).toEqual([])
  })

  test("is done once under its key, and never of another's, an ended, or an unknown holding", () => {
    const exchange = new AiExchange()
    exchange.buy("u1", 100)
    expect(refusalIn(exchange.withdraw("u2", 1))).toEqual(["UNKNOWN_HOLDING", {}])
    expect(refusalIn(exchange.withdraw("u1", 7))).toEqual(["UNKNOWN_HOLDING", {}])
    const first = exchange.withdraw("u1", 1, "end")
    exchange.restart()
    expect(exchange.withdraw("u1", 1, "end").answer).toEqual(first.answer)
    expect(refusalIn(exchange.withdraw("u1", 1, "again"))).toEqual(["UNKNOWN_HOLDING", {}])
    expect(exchange.money("u1")).toBe("9999.5 + 0 + 0")
  })

  test("is refused to somebody frozen, and while transfers are stopped", () => {
    const exchange = new AiExchange()
    exchange.buy("u1", 100)
    exchange.run({ type: "user.freeze", account: "u1", isFrozen: true })
    expect(refusalIn(exchange.withdraw("u1", 1))).toEqual(["ACCOUNT_FROZEN", {}])
    exchange.run({ type: "user.freeze", account: "u1", isFrozen: false })
    exchange.run({ type: "audit.stop", reason: "test" })
    expect(refusalIn(exchange.withdraw("u1", 1))).toEqual(["TRANSFERS_STOPPED", {}])
  })
})
