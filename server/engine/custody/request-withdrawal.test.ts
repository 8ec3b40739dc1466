/** A withdrawal is asked for, and taken back: checks in the order of D3, the limit of D4. */

import { describe, expect, test } from "vitest"
import type { Amount } from "#core/money/units.ts"
import { DAILY_LIMIT } from "#server/engine/custody/check-withdrawal.ts"
import type { RequestWithdrawal } from "#server/engine/custody/custody-command.ts"
import { CustodyExchange, START, toldOf, WAIT_MS, withdrawalsOf } from "#tests/support/custody-exchange.ts"
import { coins } from "#tests/support/test-exchange.ts"

const DAY = 86_400_000
const HOUR = 3_600_000

const withMoney = (count = 100_000): CustodyExchange => {
  const exchange = new CustodyExchange()
  exchange.deposit("start", count)
  return exchange
}

describe("A withdrawal (D3)", () => {
  test("holds amount and fee, and waits", () => {
    const exchange = withMoney()
    expect(exchange.requested(50)).toEqual({
      ...{ id: 1, account: "u1", key: "k-1", chain: "tron", currency: "USDT", addressId: 1 },
      ...{ address: "T-outside", remark: "mine", amount: coins(50), fee: coins(1), worth: coins(50) },
      ...{ identity: "verified", status: "waiting", reason: "", tx: "", approvedBy: [] },
      ...{ requested: START, waitsUntil: START + WAIT_MS, updated: START },
      sequence: exchange.engine.state.log.seq,
    })
    expect(exchange.funds()).toBe("99949 51")
  })

  test("asked for again with its key is the first one; with another body it is refused", () => {
    const exchange = withMoney()
    const first = exchange.requested(50, { key: "k", remark: 'a\tremark\nwith "all"' })
    expect(exchange.requested(50, { key: "k" })).toEqual(first)
    expect(toldOf(exchange.request(50, { key: "k", address: "T-other" }))).toBe("KEY_CONFLICT")
    expect(exchange.funds()).toBe("99949 51")
  })

  const refusals: [string, number, Partial<RequestWithdrawal>][] = [
    ["UNKNOWN_CURRENCY", 50, { chain: "bitcoin" }],
    ["WRONG_SIZE", 0, {}],
    ["WRONG_SIZE", -50, {}],
    ["MIN_WITHDRAWAL", 4.99999999, {}],
    ["ADDRESS_WAITING", 50, { addressReadyAt: START + HOUR }],
    ["REST_AFTER_CHANGE", 50, { restUntil: START + HOUR }],
    ["DAILY_LIMIT", 1_000.00000001, { identity: "none" }],
    ["DAILY_LIMIT", 1_001, { identity: "review" }],
    ["INSUFFICIENT_BALANCE", 99_999.00000001, {}],
    ["AMOUNT_LIMIT", 2e14, {}],
    ["FORBIDDEN", 50, { account: "house-maker" }],
    ["REQUEST_EXPIRED", 50, { sentAt: START - 300_001 }],
  ]
  test.each(refusals)("is refused with %s (%d)", (name, count, more) => {
    const exchange = withMoney()
    const before = exchange.engine.save().custody
    expect(toldOf(exchange.request(count, more))).toBe(name)
    expect([exchange.engine.save().custody, exchange.funds()]).toEqual([before, "100000 0"])
  })

  test("is asked family by family: what comes first in D3 is the answer", () => {
    const exchange = withMoney(0.5)
    const worst = { identity: "none", addressReadyAt: START + HOUR, restUntil: START + HOUR } as const
    const lift: [string, () => void, Partial<RequestWithdrawal>][] = [
      ["ACCOUNT_FROZEN", () => exchange.run({ type: "user.freeze", account: "u1", isFrozen: false }), {}],
      ["TRANSFERS_STOPPED", () => exchange.run({ type: "audit.resume" }), {}],
      [
        "WITHDRAWALS_FROZEN",
        () => exchange.run({ type: "withdrawals.freeze", isFrozen: false, reason: "" }),
        {},
      ],
      [
        "CHAIN_CLOSED",
        () => exchange.run({ type: "custody.chain", chain: "tron", currency: "USDT", isOpen: true }),
        {},
      ],
      ["ADDRESS_WAITING", () => undefined, {}],
      ["REST_AFTER_CHANGE", () => undefined, { hasSecondProof: true }],
      ["DAILY_LIMIT", () => undefined, { hasSecondProof: true, restUntil: 0 }],
      ["INSUFFICIENT_BALANCE", () => undefined, { hasSecondProof: true, restUntil: 0, identity: "verified" }],
    ]
    exchange.run({ type: "user.freeze", account: "u1", isFrozen: true })
    exchange.run({ type: "audit.stop", reason: "a test" })
    exchange.run({ type: "withdrawals.freeze", isFrozen: true, reason: "a test" })
    exchange.run({ type: "custody.chain", chain: "tron", currency: "USDT", isOpen: false })
    for (const [name, raise, more] of lift) {
      expect(toldOf(exchange.request(2_000, { ...worst, ...more }))).toBe(name)
      raise()
    }
  })

  test("leaves what isn't final alone (D1)", () => {
    const exchange = withMoney(100)
    exchange.seen("new", 50)
    exchange.confirmed("new", 20)
    expect(exchange.request(100)).toMatchObject({
      problem: { name: "NOT_FINAL", values: { needed: "101", available: "100" } },
    })
    expect(toldOf(exchange.request(150))).toBe("INSUFFICIENT_BALANCE")
    exchange.confirmed("new", 40)
    expect(toldOf(exchange.request(149))).toBe("done")
  })

  test("can be cancelled while it waits and in review, by its owner alone, also when he is frozen", () => {
    const exchange = withMoney()
    const { id } = exchange.requested(50)
    const cancel = (account = "u1") => exchange.run({ type: "withdraw.cancel", account, id })
    expect(toldOf(cancel("u2").answer)).toBe("UNKNOWN_WITHDRAWAL")
    exchange.run({ type: "user.freeze", account: "u1", isFrozen: true })
    expect(withdrawalsOf(cancel())).toMatchObject([{ status: "cancelled", updated: exchange.time }])
    expect(exchange.funds()).toBe("100000 0")
    expect(toldOf(cancel().answer)).toBe("WRONG_STATE")
    expect(withdrawalsOf(exchange.wait(WAIT_MS))).toEqual([])
    exchange.run({ type: "user.freeze", account: "u1", isFrozen: false })
    const other = exchange.requested(50, { identity: "none" })
    expect(withdrawalsOf(exchange.wait(WAIT_MS))).toMatchObject([{ id: other.id, status: "review" }])
    expect(toldOf(exchange.run({ type: "withdraw.cancel", account: "u1", id: other.id }).answer)).toBe("done")
    expect(toldOf(exchange.run({ type: "withdraw.cancel", account: "u1", id: 99 }).answer)).toBe(
      "UNKNOWN_WITHDRAWAL",
    )
  })
})

describe("The limit of 24 hours (D4)", () => {
  const none = { identity: "none" } as const

  test("moves with the clock, to the millisecond", () => {
    const exchange = withMoney()
    exchange.requested(600, none)
    exchange.wait(1_000)
    exchange.requested(400, none)
    expect(toldOf(exchange.request(5, none))).toBe("DAILY_LIMIT")
    exchange.wait(DAY - 1_001)
    expect(toldOf(exchange.request(600, none))).toBe("DAILY_LIMIT")
    exchange.wait(1)
    expect(toldOf(exchange.request(601, none))).toBe("DAILY_LIMIT")
    expect(toldOf(exchange.request(600, none))).toBe("done")
  })

  test("counts what was asked for in any coin at its price, rounded up, and the index before the last trade", () => {
    const exchange = new CustodyExchange()
    exchange.seen("b", 1, { currency: "BTC", chain: "bitcoin" })
    exchange.confirmed("b", 6, { chain: "bitcoin" })
    const btc = { currency: "BTC", chain: "bitcoin", ...none } as const
    expect(toldOf(exchange.request(0.01, btc))).toBe("IDENTITY_NEEDED")
    expect(exchange.requested(0.01, { ...btc, identity: "verified" }).worth).toBeNull()
    exchange.quote("BTC", 50_000.00000001)
    const answer = exchange.request(0.01, btc)
    expect(answer).toMatchObject({ ok: true, value: { withdrawal: { worth: coins(500) + 1n } } })
    expect(toldOf(exchange.request(0.01, btc))).toBe("DAILY_LIMIT")
  })

  test("is given back by what was cancelled, rejected or has failed", () => {
    const exchange = withMoney()
    exchange.fill(2_000)
    const ends: ((id: number) => unknown)[] = [
      (id) => exchange.run({ type: "withdraw.cancel", account: "u1", id }),
      (id) => {
        exchange.wait(WAIT_MS)
        exchange.run({ type: "withdraw.reject", id, reason: "no" })
      },
      (id) => {
        exchange.wait(WAIT_MS)
        exchange.run({ type: "withdraw.approve", id, by: "one" })
        exchange.run({ type: "withdraw.send", id })
        exchange.run({ type: "custody.failed", id })
      },
      (id) => {
        exchange.wait(WAIT_MS)
        exchange.run({ type: "withdraw.approve", id, by: "one" })
        exchange.run({ type: "withdraw.send", id })
        exchange.run({ type: "custody.sent", id, tx: "t" })
        exchange.run({ type: "custody.failed", id, reason: "double spent" })
      },
    ]
    for (const end of ends) end(exchange.requested(1_000, none).id)
    expect(exchange.funds()).toBe("100000 0")
    const used = () => exchange.engine.state.custody.usedBy("u1", exchange.time)
    expect(used()).toBe(0n as Amount)
    exchange.requested(1_000, none)
    expect(used()).toBe(DAILY_LIMIT)
    expect(toldOf(exchange.request(5, none))).toBe("DAILY_LIMIT")
  })

  test("is everybody's own", () => {
    const exchange = withMoney()
    exchange.deposit("two", 5_000, "u2")
    exchange.requested(1_000, none)
    expect(toldOf(exchange.request(1_000, { ...none, account: "u2" }))).toBe("done")
  })
})
