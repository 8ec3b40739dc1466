/** The daily loss limit (O5): lower at once, higher or none after 24 h; the sums of the UTC day. */

import { describe, expect, test } from "vitest"
import { SecondExchange } from "#tests/support/second-exchange.ts"
import { coins, refusalOf } from "#tests/support/test-exchange.ts"

const DAY = 86_400_000
const limited = (exchange: SecondExchange, usdt?: number) =>
  exchange.run({
    type: "second.limit",
    account: "ann",
    ...(usdt === undefined ? {} : { limit: coins(usdt) }),
  })
const toldOf = (exchange: SecondExchange) => exchange.engine.state.seconds.account("ann").limitEvent()

/** A contract of `usdt` that ann loses, or wins where `isWon`. */
function play(exchange: SecondExchange, usdt: number, isWon = false): void {
  exchange.quote(100)
  if (!exchange.open("ann", "bullish", usdt).answer.ok) throw new Error("ann may not open")
  exchange.time += 28_000
  exchange.quote(100)
  exchange.time += 2_000
  exchange.quote(isWon ? 101 : 99)
}

describe("Setting it", () => {
  test("a first one, and each lower one, is in force at once", () => {
    const exchange = new SecondExchange()
    const first = limited(exchange, 500)
    expect(first.answer).toEqual({
      ok: true,
      value: { limit: { type: "loss-limit", account: "ann", limit: coins(500) } },
    })
    expect(first.events).toEqual([{ type: "loss-limit", account: "ann", limit: coins(500) }])
    limited(exchange, 200)
    expect(toldOf(exchange)).toEqual({ type: "loss-limit", account: "ann", limit: coins(200) })
  })

  test.each([[500], [undefined]])("a higher one (%s) waits 24 h to the millisecond", (higher) => {
    const exchange = new SecondExchange()
    limited(exchange, 200)
    const from = exchange.time + DAY
    limited(exchange, higher)
    const next = { limit: higher === undefined ? null : coins(higher), from }
    expect(toldOf(exchange)).toEqual({ type: "loss-limit", account: "ann", limit: coins(200), next })
    exchange.restart()
    exchange.pass(DAY - 1)
    expect(toldOf(exchange)).toMatchObject({ limit: coins(200), next })
    const { events } = exchange.pass(1)
    const now = {
      type: "loss-limit",
      account: "ann",
      ...(higher === undefined ? {} : { limit: coins(higher) }),
    }
    expect(events).toContainEqual(now)
    expect(toldOf(exchange)).toEqual(now)
  })

  test("the same one asked for again goes on waiting, another one waits anew, a lower one ends the waiting", () => {
    const exchange = new SecondExchange()
    limited(exchange, 200)
    const first = exchange.time + DAY
    limited(exchange, 500)
    exchange.pass(1_000)
    limited(exchange, 500)
    expect(toldOf(exchange)).toMatchObject({ next: { limit: coins(500), from: first } })
    limited(exchange, 400)
    expect(toldOf(exchange)).toMatchObject({ next: { limit: coins(400), from: first + 1_000 } })
    exchange.pass(DAY - 1_000)
    expect(toldOf(exchange)).toMatchObject({ limit: coins(200) })
    limited(exchange, 200)
    exchange.pass(DAY)
    expect(toldOf(exchange)).toEqual({ type: "loss-limit", account: "ann", limit: coins(200) })
  })

  test("comes into force once after downtime, at its own moment (T5)", () => {
    const exchange = new SecondExchange()
    limited(exchange, 200)
    limited(exchange)
    exchange.restart()
    exchange.time += 3 * DAY
    const { events } = exchange.run({ type: "clock.start" })
    expect(events.filter(({ type }) => type === "loss-limit")).toHaveLength(1)
    expect(toldOf(exchange)).toEqual({ type: "loss-limit", account: "ann" })
  })

  test("refusals: a frozen account, nothing or less, more than any amount", () => {
    const exchange = new SecondExchange()
    expect(refusalOf(limited(exchange, 0))).toBe("WRONG_SIZE")
    const huge = { type: "second.limit", account: "ann", limit: (10n ** 22n + 1n) as never } as const
    expect(refusalOf(exchange.run(huge))).toBe("AMOUNT_LIMIT")
    exchange.run({ type: "user.freeze", account: "ann", isFrozen: true })
    expect(refusalOf(limited(exchange, 0))).toBe("ACCOUNT_FROZEN")
  })
})

describe("What counts", () => {
  test("stakes lost less profits won, and every open stake as if it were lost", () => {
    const exchange = new SecondExchange({ time: 5 * DAY })
    limited(exchange, 200)
    play(exchange, 100)
    play(exchange, 50, true)
    // 100 lost, 40 won: 60 of 200.
    expect(refusalOf(exchange.open("ann", "bullish", 140.00000001))).toBe("DAILY_LOSS")
    expect(exchange.open("ann", "bullish", 100).answer.ok).toBe(true)
    expect(refusalOf(exchange.open("ann", "bearish", 41))).toBe("DAILY_LOSS")
    expect(exchange.open("ann", "bearish", 40).answer.ok).toBe(true)
    expect(exchange.engine.state.seconds.account("ann").sumsOf(exchange.time)).toEqual({
      ...{ lost: coins(100), won: coins(40), settled: 2 },
    })
  })

  test("a day that won gives no room for more than the limit", () => {
    const exchange = new SecondExchange({ time: 5 * DAY })
    limited(exchange, 200)
    play(exchange, 200, true)
    expect(refusalOf(exchange.open("ann", "bullish", 201))).toBe("DAILY_LOSS")
    expect(exchange.open("ann", "bullish", 200).answer.ok).toBe(true)
  })

  test("the next UTC day begins with nothing; what is settled in it counts there", () => {
    const exchange = new SecondExchange({ time: 6 * DAY - 50_000 })
    limited(exchange, 200)
    play(exchange, 100)
    exchange.open("ann", "bullish", 100)
    expect(refusalOf(exchange.open("ann", "bullish", 5))).toBe("DAILY_LOSS")
    exchange.time = 6 * DAY + 5_000
    exchange.quote(99)
    expect(exchange.time % DAY).toBe(5_000)
    expect(exchange.engine.state.seconds.account("ann").sumsOf(exchange.time).settled).toBe(0)
    exchange.time += 5_000
    exchange.quote(98)
    expect(exchange.engine.state.seconds.account("ann").sumsOf(exchange.time)).toEqual({
      ...{ lost: coins(100), won: 0n, settled: 1 },
    })
    expect(refusalOf(exchange.open("ann", "bullish", 101))).toBe("DAILY_LOSS")
  })
})
