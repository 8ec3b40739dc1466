/** Deposits: credited once, taken back with their chain, added up below the least amount (D1, D2). */

import { describe, expect, test } from "vitest"
import type { DepositStatus } from "#core/chain/custody-status.ts"
import type { Outcome } from "#server/engine/answer.ts"
import { CustodyExchange, depositsOf, toldOf } from "#tests/support/custody-exchange.ts"
import { coins } from "#tests/support/test-exchange.ts"

const statuses = (outcome: Outcome): DepositStatus[] => depositsOf(outcome).map(({ status }) => status)

describe("A deposit (D1)", () => {
  test("is counted up, credited at the first number and final at the second", () => {
    const exchange = new CustodyExchange()
    expect(statuses(exchange.seen("t", 5))).toEqual(["seen"])
    expect([exchange.own("custody"), exchange.own("deposits-clearing"), exchange.funds()]).toEqual([
      "-5",
      "5",
      "0 0",
    ])
    expect(statuses(exchange.confirmed("t", 1))).toEqual(["confirming"])
    expect(statuses(exchange.confirmed("t", 19))).toEqual(["confirming"])
    const credit = exchange.confirmed("t", 20)
    expect(depositsOf(credit)).toMatchObject([
      { status: "credited", credited: exchange.time, confirmations: 20 },
    ])
    expect([exchange.own("custody"), exchange.own("deposits-clearing"), exchange.funds()]).toEqual([
      "-5",
      "0",
      "5 0",
    ])
    expect(statuses(exchange.confirmed("t", 39))).toEqual(["credited"])
    expect(depositsOf(exchange.confirmed("t", 90))).toMatchObject([{ status: "final", confirmations: 40 }])
    expect(exchange.funds()).toBe("5 0")
  })

  test("may be seen, credited and final within one report", () => {
    const exchange = new CustodyExchange()
    exchange.seen("t", 5)
    expect(statuses(exchange.confirmed("t", 64))).toEqual(["final"])
    expect(exchange.funds()).toBe("5 0")
  })

  test("is one, however often and in whatever order it is reported", () => {
    const exchange = new CustodyExchange()
    const reports: [string, () => Outcome][] = [
      ["seen", () => exchange.seen("t", 5)],
      ["confirmed", () => exchange.confirmed("t", 20)],
      ["seen with another amount", () => exchange.seen("t", 50)],
      ["confirmed for good", () => exchange.confirmed("t", 40)],
      ["gone after that", () => exchange.vanished("t")],
      ["an unknown one confirmed", () => exchange.confirmed("other", 40)],
      ["an unknown one gone", () => exchange.vanished("other")],
    ]
    for (const [name, report] of reports) {
      report()
      const before = structuredClone(exchange.engine.save())
      const { answer, events } = report()
      expect([toldOf(answer), events], name).toEqual(["done", []])
      const after = exchange.engine.save()
      expect({ ...after, seq: 0, custody: { ...after.custody, dropped: 0 } }, name).toEqual({
        ...before,
        seq: 0,
        custody: { ...before.custody, dropped: 0 },
      })
    }
    expect(exchange.funds()).toBe("5 0")
    expect(exchange.engine.state.custody.dropped).toBeGreaterThan(6)
  })

  test("of another output of the same transaction is another", () => {
    const exchange = new CustodyExchange()
    exchange.seen("t", 5)
    exchange.seen("t", 7, { index: 1 })
    exchange.confirmed("t", 40)
    exchange.confirmed("t", 40, { index: 1 })
    expect(exchange.funds()).toBe("12 0")
  })

  test.each<[string, number, object]>([
    ["UNKNOWN_CURRENCY", 5, { currency: "BTC" }],
    ["WRONG_SIZE", 0, {}],
    ["WRONG_SIZE", -5, {}],
    ["AMOUNT_LIMIT", 2e14, {}],
  ])("is refused with %s and leaves nothing", (name, count, terms) => {
    const exchange = new CustodyExchange()
    const { answer, events } = exchange.seen("t", count, terms)
    expect([toldOf(answer), events]).toEqual([name, []])
  })

  test("below the least amount waits until its address has enough, and then all of it is credited", () => {
    const exchange = new CustodyExchange()
    exchange.seen("a", 0.4)
    expect(statuses(exchange.confirmed("a", 40))).toEqual(["below-minimum"])
    exchange.seen("b", 0.4, { address: "another of u1" })
    expect(statuses(exchange.confirmed("b", 20))).toEqual(["below-minimum"])
    exchange.seen("c", 0.6)
    expect(depositsOf(exchange.confirmed("c", 20)).map(({ tx, status }) => [tx, status])).toEqual([
      ["a", "final"],
      ["c", "credited"],
    ])
    expect([exchange.funds(), exchange.own("deposits-clearing")]).toEqual(["1 0", "0.4"])
  })

  test("below the least amount that loses its blocks counts no more", () => {
    const exchange = new CustodyExchange()
    exchange.seen("a", 0.6)
    exchange.confirmed("a", 20)
    expect(statuses(exchange.confirmed("a", 3))).toEqual(["confirming"])
    exchange.seen("b", 0.6)
    expect(statuses(exchange.confirmed("b", 20))).toEqual(["below-minimum"])
    expect(statuses(exchange.confirmed("a", 20))).toEqual(["credited", "credited"])
  })
})

describe("A reorganisation (D2)", () => {
  test("before the credit undoes the posting; the deposit may come again", () => {
    const exchange = new CustodyExchange()
    exchange.seen("t", 5)
    exchange.confirmed("t", 19)
    expect(statuses(exchange.vanished("t"))).toEqual(["vanished"])
    expect([exchange.own("custody"), exchange.own("deposits-clearing")]).toEqual(["0", "0"])
    expect(depositsOf(exchange.confirmed("t", 20))).toEqual([])
    expect(depositsOf(exchange.seen("t", 5))).toMatchObject([{ id: 1, status: "seen", confirmations: 0 }])
    exchange.confirmed("t", 20)
    expect(exchange.funds()).toBe("5 0")
  })

  test("that keeps it takes blocks away, but not the credit", () => {
    const exchange = new CustodyExchange()
    exchange.seen("t", 5)
    exchange.confirmed("t", 25)
    expect(depositsOf(exchange.confirmed("t", 3))).toMatchObject([{ status: "credited", confirmations: 3 }])
    exchange.confirmed("t", 40)
    expect(exchange.funds()).toBe("5 0")
  })

  test("after the credit takes the money back", () => {
    const exchange = new CustodyExchange()
    exchange.deposit("old", 3)
    exchange.seen("t", 5)
    exchange.confirmed("t", 20)
    expect(depositsOf(exchange.vanished("t"))).toMatchObject([{ status: "reversed", credited: 0 }])
    expect([exchange.funds(), exchange.own("custody"), exchange.own("claims")]).toEqual(["3 0", "-3", "0"])
    exchange.seen("t", 5)
    exchange.confirmed("t", 40)
    expect(exchange.funds()).toBe("8 0")
  })

  test("after the money is spent leaves a claim, which stops what leaves and takes what comes in", () => {
    const exchange = new CustodyExchange()
    exchange.seen("t", 5)
    exchange.confirmed("t", 20)
    const out = { type: "transfer", account: "u1", from: "funding", to: "second", currency: "USDT" } as const
    exchange.run({ ...out, amount: coins(4), key: "out" })
    exchange.vanished("t")
    expect([exchange.funds(), exchange.own("claims"), exchange.own("custody")]).toEqual(["0 0", "-4", "0"])
    expect(toldOf(exchange.request(5))).toBe("CLAIMS_OPEN")
    exchange.seen("b", 1, { currency: "BTC", chain: "bitcoin" })
    exchange.confirmed("b", 6, { chain: "bitcoin" })
    expect(toldOf(exchange.run({ ...out, currency: "BTC", amount: coins(1), key: "no" }).answer)).toBe(
      "CLAIMS_OPEN",
    )
    const back = exchange.run({ ...out, from: "second", to: "funding", amount: coins(1), key: "back" })
    expect(back.answer).toMatchObject({ ok: true, value: { moved: { balances: [{}, { available: 0n }] } } })
    expect([exchange.funds(), exchange.own("claims")]).toEqual(["0 0", "-3"])
    exchange.deposit("more", 10)
    expect([exchange.funds(), exchange.own("claims")]).toEqual(["7 0", "0"])
    expect(toldOf(exchange.request(5))).toBe("done")
  })
})
