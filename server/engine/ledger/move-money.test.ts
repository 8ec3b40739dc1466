/** Movements of money without a trade: which are accepted and which refused (D6, S12). */

import { describe, expect, test } from "vitest"
import type { Amount } from "#core/money/units.ts"
import type { MoveCapital, Transfer } from "#server/engine/command.ts"
import { coins, refusalOf, spotInstrument, TestExchange } from "#tests/support/test-exchange.ts"

const START = 1_785_000_000_000
const HOUR = 3_600_000
const exchange = () => {
  const market = new TestExchange(spotInstrument(), { isFunded: false }, START)
  market.fund("ann", "USDT", 1_000)
  return market
}
const transfer = (more: Partial<Transfer> = {}): Transfer => ({
  type: "transfer",
  account: "ann",
  from: "funding",
  to: "contract",
  currency: "USDT",
  amount: coins(250),
  key: "t-1",
  ...more,
})

describe("A transfer (D6)", () => {
  test("moves at once, tells both balances, and is one journal", () => {
    const { answer, money } = exchange().run(transfer())
    const [funding, contract] = [
      { wallet: "funding", currency: "USDT", available: coins(750), held: 0n },
      { wallet: "contract", currency: "USDT", available: coins(250), held: 0n },
    ]
    expect(answer).toMatchObject({
      ok: true,
      value: { moved: { balances: [funding, contract], time: START } },
    })
    expect(money).toMatchObject([
      {
        type: "journal",
        kind: "transfer",
        reference: "t-1",
        lines: [
          { account: "ann.funding.available", currency: "USDT", amount: -coins(250) },
          { account: "ann.contract.available", currency: "USDT", amount: coins(250) },
        ],
      },
      { type: "balance", ...funding },
      { type: "balance", ...contract },
    ])
  })

  test.each<[string, Partial<Transfer>]>([
    ["FORMAT", { key: "no spaces" }],
    ["REQUEST_EXPIRED", { sentAt: START - 300_001 }],
    ["REQUEST_EXPIRED", { sentAt: START + 5_001 }],
    ["UNKNOWN_CURRENCY", { currency: "NONE" }],
    ["TYPE_COMBINATION", { to: "funding" }],
    ["WRONG_SIZE", { amount: 0n as Amount }],
    ["WRONG_SIZE", { amount: -1n as Amount }],
    ["INSUFFICIENT_BALANCE", { amount: coins(1_000.00000001) }],
    ["INSUFFICIENT_BALANCE", { from: "second" }],
  ])("is refused with %s where it must be (%#)", (name, more) => {
    expect(refusalOf(exchange().run(transfer(more)))).toBe(name)
  })

  test("is answered as the first time for its key, for an hour, and acts once", () => {
    const market = exchange()
    const first = market.run(transfer({ sentAt: START }))
    const again = market.run(transfer({ sentAt: START + 1 }))
    expect([again.answer, again.money]).toEqual([first.answer, []])
    expect(refusalOf(market.run(transfer({ amount: coins(1) })))).toBe("KEY_CONFLICT")
    expect(market.balance("ann", "USDT")).toBe("750 + 0")
    market.tick(HOUR)
    expect(market.run(transfer()).answer.ok).toBe(true)
    expect(market.balance("ann", "USDT")).toBe("500 + 0")
  })

  test("of a frozen account is refused, before its currency is looked at", () => {
    const market = exchange()
    market.run({ type: "user.freeze", account: "ann", isFrozen: true })
    expect(refusalOf(market.run(transfer({ currency: "NONE" })))).toBe("ACCOUNT_FROZEN")
  })

  test("can't take what orders hold", () => {
    const market = exchange()
    market.buy("ann", 100, 8)
    expect(refusalOf(market.run(transfer()))).toBe("INSUFFICIENT_BALANCE")
    expect(market.run(transfer({ amount: coins(200), key: "t-2" })).answer.ok).toBe(true)
  })
})

describe("Practice money", () => {
  const draw = {
    type: "faucet.draw",
    account: "bob",
    amounts: [{ currency: "USDT", amount: coins(500) }],
  } as const

  test("comes from the faucet, once in 24 hours", () => {
    const market = exchange()
    expect(market.run(draw).money[0]).toMatchObject({
      kind: "faucet",
      lines: [
        { account: "faucet", amount: -coins(500) },
        { account: "bob.funding.available", amount: coins(500) },
      ],
    })
    market.tick(23 * HOUR - 1)
    expect(market.run(draw).answer).toMatchObject({ problem: { name: "TOO_SOON", values: { hours: 2 } } })
    market.tick(HOUR + 1)
    expect(market.run(draw).answer.ok).toBe(true)
    expect(market.balance("bob", "USDT")).toBe("1000 + 0")
  })

  test("asked for by the same key at the same time is given once", () => {
    const market = exchange()
    const [one, other] = [market.run({ ...draw, key: "p" }), market.run({ ...draw, key: "p" })]
    expect(other.answer).toEqual(one.answer)
    expect(market.balance("bob", "USDT")).toBe("500 + 0")
  })

  test("is the house's as often as its markets need", () => {
    const market = exchange()
    const house = { ...draw, account: "house-maker" }
    expect([market.run(house).answer.ok, market.run(house).answer.ok]).toEqual([true, true])
  })
})

describe("The operator's money", () => {
  const move = (from: string, to: string, amount = 10): MoveCapital => ({
    type: "capital.move",
    from,
    to,
    currency: "USDT",
    amount: coins(amount),
    reason: "opening",
  })

  test("goes from the faucet to capital, to the house, to a user", () => {
    const market = exchange()
    for (const [from, to] of [
      ["faucet", "operator.capital"],
      ["operator.capital", "house-maker.funding.available"],
      ["house-maker.funding.available", "ann.funding.available"],
    ] as const)
      expect(market.run(move(from, to)).answer.ok).toBe(true)
    expect(market.balance("ann", "USDT")).toBe("1010 + 0")
  })

  test.each<[string, MoveCapital]>([
    ["INSUFFICIENT_BALANCE", move("operator.capital", "ann.funding.available")],
    ["INSUFFICIENT_BALANCE", move("house-maker.funding.available", "fees")],
    ["TYPE_COMBINATION", move("ann.funding.available", "fees")],
    ["TYPE_COMBINATION", move("fees", "fees")],
    ["FORMAT", move("nowhere", "fees")],
    ["FORMAT", move("faucet", "ann.funding.held")],
    ["WRONG_SIZE", move("faucet", "fees", 0)],
    ["AMOUNT_LIMIT", move("faucet", "fees", 1e15)],
  ])("is refused with %s where it must be (%#)", (name, command) => {
    expect(refusalOf(exchange().run(command))).toBe(name)
  })

  test("of a user moves by a correction only, with its reason", () => {
    const market = exchange()
    const { money } = market.run({
      ...move("ann.funding.available", "operator.capital"),
      type: "ledger.correct",
    })
    expect(money[0]).toMatchObject({ kind: "correction", reference: "opening" })
    expect(market.balance("ann", "USDT")).toBe("990 + 0")
  })
})
