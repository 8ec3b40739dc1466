/** Checks what freezing an account forbids, and fee levels by turnover (N1, F1, S12). */

import { describe, expect, test } from "vitest"
import { coins, orderOf, refusalOf, spotInstrument, TestExchange } from "#tests/support/test-exchange.ts"

const DAY = 86_400_000
const START = Math.floor(1_785_000_000_000 / DAY) * DAY + 1_000
const exchange = (fields: Parameters<typeof spotInstrument>[0] = {}) =>
  new TestExchange(spotInstrument(fields), {}, START)
const userEvents = (market: TestExchange) => market.events.filter(({ type }) => type === "user")

describe("A frozen account", () => {
  test("may cancel, and nothing else", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 4))
    market.run({ type: "user.freeze", account: "ann", isFrozen: true })
    expect(userEvents(market).at(-1)).toMatchObject({ account: "ann", isFrozen: true })
    expect(refusalOf(market.buy("ann", 100, 1))).toBe("ACCOUNT_FROZEN")
    expect(refusalOf(market.amend("ann", id, { quantity: 2 }))).toBe("ACCOUNT_FROZEN")
    expect(refusalOf(market.reduce("ann", id, 1))).toBe("ACCOUNT_FROZEN")
    market.sell("bob", 100, 1)
    expect(market.engine.order(id)).toMatchObject({ executed: 1 })
    expect(market.cancel("ann", id).answer.ok).toBe(true)
    market.run({ type: "user.freeze", account: "ann", isFrozen: false })
    expect(market.buy("ann", 100, 1).answer.ok).toBe(true)
  })
})

describe("The fee level (N1)", () => {
  /** Trades this many whole USDT today. */
  const trade = (market: TestExchange, usdt: number) => {
    market.sell("bob", 1_000, usdt / 1_000)
    market.buy("ann", 1_000, usdt / 1_000)
  }

  test("is set at 00:00 UTC from the full days before, and falls when they are over", () => {
    const market = exchange()
    trade(market, 5_000_000)
    expect(userEvents(market)).toEqual([])
    market.tick(DAY)
    expect(userEvents(market)).toMatchObject([
      { account: "ann", level: 2, turnover: coins(5_000_000) },
      { account: "bob", level: 2, turnover: coins(5_000_000) },
    ])
    for (let day = 1; day < 30; day += 1) market.tick(DAY)
    expect(market.engine.state.ledger.account("ann").level).toBe(2)
    market.tick(DAY)
    expect(userEvents(market).slice(-2)).toMatchObject([
      { account: "ann", level: 0, turnover: 0n },
      { account: "bob", level: 0, turnover: 0n },
    ])
    expect(market.engine.nextDue()).toBeUndefined()
  })

  test("adds up days and both sides of the market", () => {
    const market = exchange()
    for (let day = 0; day < 3; day += 1) {
      trade(market, 400_000)
      market.tick(DAY)
    }
    expect(userEvents(market).at(-1)).toMatchObject({ level: 1, turnover: coins(1_200_000) })
  })

  test("counts a market in another quote by what that quote is worth", () => {
    const market = exchange({ id: "ABC_XYZ", quote: "XYZ" })
    const pair = spotInstrument({ id: "XYZ_USDT", base: "XYZ" })
    market.run({ type: "instrument.set", instrument: pair })
    market.fund("ann", "USDT", 1_000)
    market.fund("bob", "USDT", 1_000)
    market.run({
      type: "order.place",
      account: "ann",
      instrument: pair.id,
      side: "buy",
      orderType: "limit",
      price: 20 as never,
      quantity: 1 as never,
    })
    market.run({
      type: "order.place",
      account: "bob",
      instrument: pair.id,
      side: "sell",
      orderType: "limit",
      price: 20 as never,
      quantity: 1 as never,
    })
    trade(market, 100_000)
    market.tick(DAY)
    expect(userEvents(market).at(-1)).toMatchObject({ level: 1, turnover: coins(2_000_020) })
  })

  test("set by hand stays, until it is given back to the turnover", () => {
    const market = exchange()
    market.run({ type: "user.level", account: "ann", level: 4 })
    trade(market, 1_000_000)
    market.tick(DAY)
    expect(userEvents(market).at(-2)).toMatchObject({ account: "ann", level: 4 })
    market.run({ type: "user.level", account: "ann" })
    expect(userEvents(market).at(-1)).toMatchObject({ account: "ann", level: 1 })
    expect(refusalOf(market.run({ type: "user.level", account: "ann", level: 5 }))).toBe("FORMAT")
  })
})

describe("An order by its client order id", () => {
  test("is asked for, amended and cancelled by it", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 4, { clientOrderId: "a-1" }))
    const named = { account: "ann", clientOrderId: "a-1" }
    expect(orderOf(market.run({ type: "order.query", ...named }))).toMatchObject({ id, status: "new" })
    expect(orderOf(market.run({ type: "order.amend", ...named, price: 99 as never }))).toMatchObject({
      price: 99,
    })
    expect(orderOf(market.run({ type: "order.cancel", ...named }))).toMatchObject({ status: "cancelled" })
    expect(refusalOf(market.run({ type: "order.cancel", ...named }))).toBe("UNKNOWN_ORDER")
    expect(refusalOf(market.run({ type: "order.query", ...named, account: "bob" }))).toBe("UNKNOWN_ORDER")
    expect(refusalOf(market.run({ type: "order.query", account: "ann" }))).toBe("TYPE_COMBINATION")
  })

  test("that has ended is told as it was first answered, for an hour", () => {
    const market = exchange()
    market.sell("bob", 100, 4)
    const placed = market.buy("ann", 100, 4, { clientOrderId: "a-1" })
    const query = { type: "order.query", account: "ann", clientOrderId: "a-1" } as const
    expect(market.run(query).answer).toEqual(placed.answer)
    expect(refusalOf(market.run({ ...query, clientOrderId: "a-2" }))).toBe("UNKNOWN_ORDER")
    market.tick(3_600_000)
    expect(refusalOf(market.run(query))).toBe("UNKNOWN_ORDER")
  })

  test("an amendment sent again with its key acts once (S12)", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 4))
    const amend = { type: "order.amend", account: "ann", order: id, quantity: 3 as never, key: "k" } as const
    const first = market.run(amend)
    market.reduce("ann", id, 1)
    expect(market.run(amend).answer).toEqual(first.answer)
    expect(market.engine.order(id)).toMatchObject({ quantity: 2 })
    expect(refusalOf(market.run({ ...amend, key: "l", sentAt: START - 300_001 }))).toBe("REQUEST_EXPIRED")
  })
})
