/** Buying of a product, and what the operator offers: limits, issues, the reserve (A1, A2). */

import { describe, expect, test } from "vitest"
import { AiExchange, DAY, holdingOf, MORNING, product, refusalIn } from "#tests/support/ai-exchange.ts"
import { journalsIn } from "#tests/support/second-exchange.ts"
import { coins } from "#tests/support/test-exchange.ts"

describe("a purchase (A2)", () => {
  test("takes the principal, and sets its whole reward aside in the same journal", () => {
    const exchange = new AiExchange()
    const bought = exchange.buy("u1", 1_000, { key: "mine" })
    expect(holdingOf(bought)).toEqual({
      ...{ id: 1, account: "u1", product: "usdt-3", name: "USDT 3", issue: 1, key: "mine", currency: "USDT" },
      ...{ principal: coins(1_000), rate: 100_000n, days: 3, earlyFee: 500_000n, bought: MORNING },
      ...{ starts: Date.UTC(2026, 10, 24), promised: coins(3), accruedDays: 0, reward: 0n },
      ...{ status: "in-progress", sequence: exchange.engine.state.log.seq },
    })
    expect(journalsIn(bought)).toEqual([
      "ai-buy ai:1: u1.funding.available -1000, u1.ai.principal 1000, ai-reserve.available -3, ai-reserve.held 3",
    ])
    expect([exchange.money("u1"), exchange.reserve()]).toEqual(["9000 + 1000 + 0", "997 + 3"])
    const issue = bought.events.find(({ type }) => type === "ai-issue")
    expect(issue).toMatchObject({
      issue: { number: 1, sold: coins(1_000), promised: coins(3), state: "open" },
    })
  })

  test("is done once under its key, and answered the same for an hour (S12)", () => {
    const exchange = new AiExchange()
    const first = exchange.buy("u1", 100, { key: "once" })
    exchange.restart()
    expect(exchange.buy("u1", 100, { key: "once" }).answer).toEqual(first.answer)
    expect(refusalIn(exchange.buy("u1", 101, { key: "once" }))).toEqual(["KEY_CONFLICT", {}])
    expect(exchange.money("u1")).toBe("9900 + 100 + 0")
  })

  test("is refused by the first of the rules that it breaks", () => {
    const exchange = new AiExchange({ reserve: 2, money: 700 })
    exchange.run({ type: "user.freeze", account: "u9", isFrozen: true })
    const asked = (usdt: number, more: object = {}) => refusalIn(exchange.buy("u1", usdt, more))
    exchange.run(product({ product: "plan", offer: "draft" }))
    exchange.run(product({ product: "gone", offer: "closed" }))
    expect(refusalIn(exchange.buy("u9", 0))).toEqual(["ACCOUNT_FROZEN", {}])
    expect(asked(0, { product: "none" })).toEqual(["UNKNOWN_PRODUCT", {}])
    expect(asked(0, { product: "plan" })).toEqual(["UNKNOWN_PRODUCT", {}])
    expect(asked(0, { product: "gone" })).toEqual(["WRONG_STATE", { state: "closed" }])
    expect(asked(0)).toEqual(["WRONG_SIZE", {}])
    expect(asked(-10)).toEqual(["WRONG_SIZE", {}])
    const limits = { minimum: "10", left: "1000", currency: "USDT" }
    expect(asked(9)).toEqual(["PURCHASE_LIMIT", limits])
    expect(asked(1_001)).toEqual(["PURCHASE_LIMIT", limits])
    expect(asked(1_000)).toEqual([
      "INSUFFICIENT_BALANCE",
      { needed: "1000", available: "700", currency: "USDT" },
    ])
    expect(asked(700)).toEqual(["RESERVE_LIMIT", { reward: "2.1", left: "2", currency: "USDT" }])
    expect(asked(600)).toBe("done")
    exchange.run({ type: "audit.stop", reason: "test" })
    expect(asked(10)).toEqual(["TRANSFERS_STOPPED", {}])
  })

  test("counts what is open against the limit of a user, and what was sold against the issue", () => {
    const exchange = new AiExchange({ size: 1_505 })
    const asked = (account: string, usdt: number) => refusalIn(exchange.buy(account, usdt))
    const { id } = holdingOf(exchange.buy("u1", 600))
    expect(asked("u1", 401)).toEqual(["PURCHASE_LIMIT", { minimum: "10", left: "400", currency: "USDT" }])
    exchange.withdraw("u1", id)
    expect(asked("u1", 900)).toBe("done")
    // An early end gives nothing back to the issue; what is left below the least purchase isn't sold.
    expect(asked("u2", 10)).toEqual(["ISSUE_FULL", { left: "0", currency: "USDT" }])
    exchange.run(product({ product: "second", currency: "USDT" }))
    expect(refusalIn(exchange.buy("u2", 10, { product: "second" }))).toEqual([
      "ISSUE_FULL",
      { left: "0", currency: "USDT" },
    ])
    exchange.issue(50)
    expect(asked("u2", 60)).toEqual(["ISSUE_FULL", { left: "50", currency: "USDT" }])
    expect(asked("u2", 50)).toBe("done")
  })

  test("keeps its terms when the product changes", () => {
    const exchange = new AiExchange()
    exchange.buy("u1", 1_000)
    exchange.run(product({ rate: 200_000n, days: 9, name: "Other", earlyFee: 0n }))
    exchange.pass(4 * DAY)
    expect(exchange.money("u1")).toBe("10003 + 0 + 0")
  })
})

describe("products and issues (A1)", () => {
  test("an issue is ended by the next one and with its product, and recorded for good", () => {
    const exchange = new AiExchange()
    exchange.buy("u1", 1_000)
    exchange.pass(DAY)
    expect(exchange.issue(700).answer).toMatchObject({
      ok: true,
      value: { issue: { number: 2, state: "open" } },
    })
    exchange.run(product({ offer: "closed" }))
    exchange.pass(3 * DAY)
    expect(exchange.engine.state.ai.product("usdt-3")?.issues).toMatchObject([
      {
        number: 1,
        sold: coins(1_000),
        promised: coins(3),
        paid: coins(3),
        state: "ended",
        ended: MORNING + DAY,
      },
      { number: 2, size: coins(700), sold: 0n, state: "ended", ended: MORNING + DAY },
    ])
    expect(refusalIn(exchange.issue(700))).toEqual(["WRONG_STATE", { state: "closed" }])
    expect(refusalIn(exchange.run({ type: "ai.issue", product: "none", size: coins(700) }))).toEqual([
      "UNKNOWN_PRODUCT",
      {},
    ])
  })

  test.each([
    [{ product: "USDT" }, "product"],
    [{ name: "two\nlines" }, "name"],
    [{ name: " " }, "name"],
    [{ days: 0 }, "days"],
    [{ days: 1.5 }, "days"],
    [{ rate: 0n }, "rate"],
    [{ rate: 10_000_001n }, "rate"],
    [{ minimum: coins(0) }, "minimum"],
    [{ maximum: coins(9) }, "maximum"],
    [{ earlyFee: -1n }, "earlyFee"],
    [{ earlyFee: 100_000_001n }, "earlyFee"],
  ])("%o is no product", (fields, field) => {
    expect(refusalIn(new AiExchange().run(product(fields)))).toEqual(["FORMAT", { field }])
  })

  test("a currency is one that is traded, and stays once something was issued", () => {
    const exchange = new AiExchange()
    expect(refusalIn(exchange.run(product({ currency: "XYZ" })))).toEqual(["UNKNOWN_CURRENCY", {}])
    expect(refusalIn(exchange.run(product({ currency: "ABC" })))).toEqual([
      "WRONG_STATE",
      { state: "issued" },
    ])
    expect(refusalIn(exchange.issue(9))).toEqual(["WRONG_SIZE", {}])
  })
})
