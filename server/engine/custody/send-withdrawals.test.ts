/** A withdrawal from its wait to its end: who lets it go, that it is sent once, and what it leaves in the ledger (D3, D5). */

import { describe, expect, test } from "vitest"
import { formatAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command } from "#server/engine/command.ts"
import { checkSend } from "#server/engine/custody/send-withdrawals.ts"
import { CustodyExchange, toldOf, WAIT_MS, withdrawalsOf } from "#tests/support/custody-exchange.ts"
import { coins } from "#tests/support/test-exchange.ts"

const withMoney = (count = 100_000): CustodyExchange => {
  const exchange = new CustodyExchange()
  exchange.deposit("start", count)
  return exchange
}
const statuses = (outcome: Outcome) => withdrawalsOf(outcome).map(({ status }) => status)

/** Lines by kind of journal: `withdrawal: u1.funding.held -50, …`. */
const journalsOf = ({ events }: Outcome): string[] =>
  events.flatMap((event) =>
    event.type === "journal"
      ? [
          `${event.kind}: ${event.lines.map(({ account, amount }) => `${account} ${formatAmount(amount)}`).join(", ")}`,
        ]
      : [],
  )

describe("After its wait (D3)", () => {
  test.each([
    [9_999.99999999, "verified", "approved"],
    [10_000, "verified", "review"],
    [500, "none", "review"],
    [500, "review", "review"],
  ] as const)("%d USDT of a user whose identity is `%s` is %s", (count, identity, status) => {
    const exchange = withMoney()
    exchange.requested(count, { identity })
    expect(statuses(exchange.wait(WAIT_MS - 1))).toEqual([])
    expect(statuses(exchange.wait(1))).toEqual([status])
  })

  test.each<[string, Command]>([
    ["he was frozen", { type: "user.freeze", account: "u1", isFrozen: true }],
    ["all are", { type: "withdrawals.freeze", isFrozen: true, reason: "a test" }],
    ["the self-audit has stopped everything", { type: "audit.stop", reason: "a test" }],
  ])("nothing is approved by itself when %s", (_name, command) => {
    const exchange = withMoney()
    const { id } = exchange.requested(50)
    const { id: other } = exchange.requested(60)
    exchange.run(command)
    expect(statuses(exchange.wait(WAIT_MS))).toEqual(["review", "review"])
    exchange.run({ type: "withdraw.approve", id, by: "one" })
    expect(toldOf(exchange.run({ type: "withdraw.send", id }).answer)).not.toBe("done")
    expect(statuses(exchange.run({ type: "withdraw.cancel", account: "u1", id: other }))).toEqual([
      "cancelled",
    ])
  })

  test("one person approves up to 50,000 USDT, two different ones above", () => {
    const exchange = withMoney(200_000)
    const { id: one } = exchange.requested(50_000)
    const { id: two } = exchange.requested(50_000.00000001)
    exchange.wait(WAIT_MS)
    const approve = (id: number, by: string) => exchange.run({ type: "withdraw.approve", id, by })
    expect(statuses(approve(one, "ann"))).toEqual(["approved"])
    expect(withdrawalsOf(approve(two, "ann"))).toMatchObject([{ status: "review", approvedBy: ["ann"] }])
    expect(toldOf(approve(two, "ann").answer)).toBe("WRONG_STATE")
    expect(withdrawalsOf(approve(two, "bob"))).toMatchObject([
      { status: "approved", approvedBy: ["ann", "bob"] },
    ])
    expect(toldOf(approve(two, "cid").answer)).toBe("WRONG_STATE")
  })

  test("what can't be valued needs two as well", () => {
    const exchange = new CustodyExchange()
    exchange.seen("b", 1, { currency: "BTC", chain: "bitcoin" })
    exchange.confirmed("b", 6, { chain: "bitcoin" })
    const { id } = exchange.requested(0.5, { currency: "BTC", chain: "bitcoin" })
    expect(statuses(exchange.wait(WAIT_MS))).toEqual(["review"])
    expect(statuses(exchange.run({ type: "withdraw.approve", id, by: "ann" }))).toEqual(["review"])
    expect(statuses(exchange.run({ type: "withdraw.approve", id, by: "bob" }))).toEqual(["approved"])
  })

  test("a rejected one says why and gives everything back", () => {
    const exchange = withMoney()
    const { id } = exchange.requested(20_000)
    exchange.wait(WAIT_MS)
    expect(
      withdrawalsOf(exchange.run({ type: "withdraw.reject", id, reason: "a stolen card" })),
    ).toMatchObject([{ status: "rejected", reason: "a stolen card" }])
    expect(exchange.funds()).toBe("100000 0")
  })

  test("of two who decide at once the first one does", () => {
    const exchange = withMoney()
    const { id } = exchange.requested(20_000)
    exchange.wait(WAIT_MS)
    exchange.run({ type: "withdraw.cancel", account: "u1", id })
    for (const late of [
      { type: "withdraw.approve", id, by: "ann" },
      { type: "withdraw.reject", id, reason: "no" },
      { type: "withdraw.send", id },
    ] as const)
      expect(toldOf(exchange.run(late).answer)).toBe("WRONG_STATE")
    const { id: other } = exchange.requested(20_000)
    exchange.wait(WAIT_MS)
    exchange.run({ type: "withdraw.approve", id: other, by: "ann" })
    expect(toldOf(exchange.run({ type: "withdraw.cancel", account: "u1", id: other }).answer)).toBe(
      "WRONG_STATE",
    )
    expect(exchange.funds()).toBe("79999 20001")
  })
})

describe("Sent (D5)", () => {
  test("to its end, each report once", () => {
    const exchange = withMoney(100)
    const { id } = exchange.requested(50)
    exchange.wait(WAIT_MS)
    const steps: [Command, string, string[]][] = [
      [{ type: "withdraw.send", id }, "sending", []],
      [
        { type: "custody.sent", id, tx: "out" },
        "sent",
        [
          "withdrawal: u1.funding.held -50, withdrawals-clearing 50",
          "withdrawal-fee: u1.funding.held -1, fees 1",
        ],
      ],
      [{ type: "custody.final", id }, "final", ["withdrawal: withdrawals-clearing -50, custody 50"]],
    ]
    for (const [command, status, journals] of steps) {
      const outcome = exchange.run(command)
      expect([statuses(outcome), journalsOf(outcome)]).toEqual([[status], journals])
      const again = exchange.run(command)
      expect([toldOf(again.answer), again.events]).toEqual(["WRONG_STATE", []])
    }
    expect([exchange.funds(), exchange.own("custody"), exchange.own("fees")]).toEqual(["49 0", "-50", "1"])
  })

  test("only in the order of its states", () => {
    const exchange = withMoney(100)
    const { id } = exchange.requested(50)
    const early: Command[] = [
      { type: "withdraw.approve", id, by: "ann" },
      { type: "withdraw.reject", id, reason: "no" },
      { type: "withdraw.send", id },
      { type: "custody.sent", id, tx: "t" },
      { type: "custody.final", id },
      { type: "custody.failed", id },
    ]
    for (const command of early)
      expect(toldOf(exchange.run(command).answer), command.type).toBe("WRONG_STATE")
    exchange.wait(WAIT_MS)
    for (const command of early.toSpliced(2, 1))
      expect(toldOf(exchange.run(command).answer), command.type).toBe("WRONG_STATE")
    for (const command of early)
      expect(toldOf(exchange.run({ ...command, id: 9 } as Command).answer)).toBe("UNKNOWN_WITHDRAWAL")
  })

  test("waits while the wallets don't hold it: what may still come back isn't theirs", () => {
    const exchange = new CustodyExchange()
    exchange.move("faucet", "u1.funding.available", 1_000)
    exchange.fill(50)
    exchange.seen("unconfirmed", 500, { account: "u2" })
    exchange.seen("credited", 500, { account: "u2" })
    exchange.confirmed("credited", 20)
    const { id: first } = exchange.requested(30)
    const { id: second } = exchange.requested(30)
    exchange.wait(WAIT_MS)
    expect(toldOf(exchange.run({ type: "withdraw.send", id: first }).answer)).toBe("done")
    expect(exchange.run({ type: "withdraw.send", id: second }).answer).toMatchObject({
      problem: { name: "INSUFFICIENT_BALANCE", values: { needed: "30", available: "20" } },
    })
    exchange.run({ type: "custody.sent", id: first, tx: "t" })
    expect(toldOf(exchange.run({ type: "withdraw.send", id: second }).answer)).toBe("INSUFFICIENT_BALANCE")
    exchange.run({ type: "custody.final", id: first })
    expect(toldOf(exchange.run({ type: "withdraw.send", id: second }).answer)).toBe("INSUFFICIENT_BALANCE")
    const { state } = exchange.engine
    const waiting = state.custody.withdrawals.get(second)
    expect(waiting && checkSend(state, waiting)).toMatchObject({ name: "INSUFFICIENT_BALANCE" })
    exchange.vanished("unconfirmed")
    exchange.vanished("credited")
    exchange.fill(10)
    expect(waiting && checkSend(state, waiting)).toBeUndefined()
    expect(toldOf(exchange.run({ type: "withdraw.send", id: second }).answer)).toBe("done")
  })

  test("nothing of who owes is sent", () => {
    const exchange = withMoney(100)
    const { id } = exchange.requested(50)
    exchange.wait(WAIT_MS)
    exchange.seen("b", 60)
    exchange.confirmed("b", 20)
    exchange.run({
      ...{ type: "transfer", account: "u1", from: "funding", to: "second", currency: "USDT", key: "t" },
      amount: coins(100),
    })
    exchange.vanished("b")
    expect(toldOf(exchange.run({ type: "withdraw.send", id }).answer)).toBe("CLAIMS_OPEN")
    exchange.deposit("c", 60)
    expect(toldOf(exchange.run({ type: "withdraw.send", id }).answer)).toBe("done")
  })

  test("failed before it was sent is as if it was cancelled; after that amount and fee come back", () => {
    const exchange = withMoney(100)
    const { id } = exchange.requested(50)
    exchange.wait(WAIT_MS)
    exchange.run({ type: "withdraw.send", id })
    expect(journalsOf(exchange.run({ type: "custody.failed", id }))).toEqual([
      "withdrawal-hold: u1.funding.held -51, u1.funding.available 51",
    ])
    const sent = exchange.sent(50, "out")
    const failed = exchange.run({ type: "custody.failed", id: sent, reason: "nonce" })
    expect(withdrawalsOf(failed)).toMatchObject([{ status: "failed", reason: "nonce", tx: "out" }])
    expect(journalsOf(failed)).toEqual([
      "withdrawal: withdrawals-clearing -50, u1.funding.available 50",
      "withdrawal-fee: fees -1, u1.funding.available 1",
    ])
    expect([exchange.funds(), exchange.own("fees")]).toEqual(["100 0", "0"])
  })
})

describe("Network costs", () => {
  const cost = (tx: string, count: number): Command => ({
    ...{ type: "custody.cost", chain: "tron", currency: "USDT", tx },
    amount: coins(count),
  })

  test("are paid by fees once for each transaction, and never by those that may have to go back", () => {
    const exchange = withMoney(100)
    const id = exchange.sent(20, "a")
    exchange.run(cost("early", 0.5))
    expect([exchange.own("fees"), exchange.own("custody")]).toEqual(["1", "-100"])
    exchange.run({ type: "custody.final", id })
    exchange.run(cost("a", 0.25))
    exchange.run(cost("a", 0.25))
    expect([exchange.own("fees"), exchange.own("custody")]).toEqual(["0.75", "-79.75"])
    exchange.run(cost("b", 5))
    expect([exchange.own("fees"), exchange.own("custody")]).toEqual(["0", "-79"])
    exchange.run(cost("c", 0))
    exchange.run(cost("c", -1))
    expect(exchange.own("fees")).toBe("0")
  })

  test("of which fees lack a part take it from the operator's capital, where that is said, as far as there is any", () => {
    const exchange = withMoney(100)
    exchange.fill(3)
    exchange.run({ type: "custody.final", id: exchange.sent(20, "a") })
    const booked = exchange.run({ ...cost("a", 1.5), isCovered: true } as Command)
    expect(journalsOf(booked)).toEqual([
      "capital: operator.capital -0.5, fees 0.5",
      "network-cost: fees -1.5, custody 1.5",
    ])
    exchange.run({ ...cost("a", 1.5), isCovered: true } as Command)
    expect(exchange.own("operator.capital")).toBe("2.5")
    exchange.run({ ...cost("b", 9), isCovered: true } as Command)
    expect([exchange.own("operator.capital"), exchange.own("fees")]).toEqual(["0", "0"])
  })

  test("fees that were given away by hand have to be there when a withdrawal fails", () => {
    const exchange = withMoney(100)
    const id = exchange.sent(20, "a")
    expect(toldOf(exchange.move("fees", "operator.capital", 1).answer)).toBe("INSUFFICIENT_BALANCE")
    exchange.run({ type: "custody.failed", id })
    expect(exchange.funds()).toBe("100 0")
  })
})

describe("By hand (L2)", () => {
  test.each(["deposits-clearing", "withdrawals-clearing", "claims"])("nothing goes to or from %s", (name) => {
    const exchange = withMoney(100)
    exchange.fill(5)
    expect(toldOf(exchange.move("operator.capital", name, 1).answer)).toBe("FORMAT")
    expect(toldOf(exchange.move(name, "operator.capital", 1).answer)).toBe("FORMAT")
  })

  test("no more is taken out of custody than is free", () => {
    const exchange = new CustodyExchange()
    exchange.fill(5)
    exchange.seen("a", 10)
    expect(toldOf(exchange.move("operator.capital", "custody", 5).answer)).toBe("done")
    expect(toldOf(exchange.move("faucet", "custody", 1).answer)).toBe("INSUFFICIENT_BALANCE")
  })
})

test("what is frozen and closed is told whole", () => {
  const exchange = new CustodyExchange()
  const closed = exchange.run({ type: "custody.chain", chain: "tron", currency: "USDT", isOpen: false })
  expect(closed.events).toEqual([
    { type: "custody", isFrozen: false, reason: "", closed: [{ chain: "tron", currency: "USDT" }] },
  ])
  const frozen = exchange.run({ type: "withdrawals.freeze", isFrozen: true, reason: "audit" })
  expect(frozen.events).toMatchObject([{ type: "custody", isFrozen: true, reason: "audit", closed: [{}] }])
  exchange.run({ type: "custody.chain", chain: "tron", currency: "USDT", isOpen: true })
  const lifted = exchange.run({ type: "withdrawals.freeze", isFrozen: false, reason: "" })
  expect(lifted.events).toEqual([{ type: "custody", isFrozen: false, reason: "", closed: [] }])
  const unknown = { type: "custody.chain", chain: "tron", currency: "BTC", isOpen: false } as const
  expect(toldOf(exchange.run(unknown).answer)).toBe("UNKNOWN_CURRENCY")
  expect(exchange.engine.state.custody.usedBy("u1", exchange.time)).toBe(0n as Amount)
})
