/** Checks balances after a trade, and what is held meanwhile (S10, S11, U5). */

import { describe, expect, test } from "vitest"
import type { SpotInstrument } from "#core/instrument/instrument.ts"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { coins, orderOf, refusalOf, spotInstrument, TestExchange } from "#tests/support/test-exchange.ts"

const exchange = (fields: Partial<SpotInstrument> = {}) => {
  const market = new TestExchange(spotInstrument(fields), { isFunded: false })
  for (const account of ["ann", "bob", "cat"])
    for (const currency of ["ABC", "USDT"]) market.fund(account, currency, 10_000)
  return market
}
/** 0.1 % of everybody, as level 0. */
const balances = (market: TestExchange, account: string) => [
  market.balance(account, "ABC"),
  market.balance(account, "USDT"),
]
const account = (market: TestExchange, name: string, currency: string) =>
  market.engine.state.ledger.system(name, currency).balance

describe("A hold (table of holds)", () => {
  test.each<[string, (market: TestExchange) => unknown, string[]]>([
    ["a limit buy holds what it costs", (m) => m.buy("ann", 100, 3), ["10000 + 0", "9700 + 300"]],
    ["a limit sell holds its quantity", (m) => m.sell("ann", 100, 3), ["9997 + 3", "10000 + 0"]],
    [
      "a buy with a reserve price holds what it would cost there",
      (m) => m.buy("ann", 100, 3, { reservePrice: 110 as Ticks }),
      ["10000 + 0", "9670 + 330"],
    ],
    [
      "a stop-limit holds from its placement (S8)",
      (m) => {
        m.sell("bob", 100, 1)
        m.buy("cat", 100, 1)
        return m.stop("ann", "buy", 105, { price: 107, quantity: 2 })
      },
      ["10000 + 0", "9786 + 214"],
    ],
    [
      "an order that expires at once holds nothing",
      (m) => m.market("ann", "buy", 5),
      ["10000 + 0", "10000 + 0"],
    ],
  ])("%s", (_, act, expected) => {
    const market = exchange()
    act(market)
    expect(balances(market, "ann")).toEqual(expected)
  })

  test("with fees in the quote holds the higher of both rates as well", () => {
    const market = exchange({ feeIn: "quote", feeSchedule: [{ maker: -50_000n, taker: 200_000n }] })
    expect(orderOf(market.buy("ann", 100, 3)).hold).toBe(coins(300.6))
    expect(orderOf(market.sell("bob", 200, 3)).hold).toBe(coins(3))
  })

  test.each<[string, (market: TestExchange) => Pick<ReturnType<TestExchange["run"]>, "money">, number]>([
    ["IOC", (m) => m.buy("ann", 100, 3, { timeInForce: "ioc" }), 300.3],
    ["FOK", (m) => m.buy("ann", 100, 3, { timeInForce: "fok" }), 300.3],
    ["market", (m) => m.market("ann", "buy", 3), 300.3],
    [
      "market FOK with a budget",
      (m) => m.market("ann", "buy", 3, { timeInForce: "fok", budget: coins(300.3) }),
      300.3,
    ],
    ["limit that may rest", (m) => m.buy("ann", 100, 3), 300.9],
  ])("of a %s order counts the rate that it can be charged (S10)", (_, place, held) => {
    const market = exchange({ feeIn: "quote", feeSchedule: [{ maker: 300_000n, taker: 100_000n }] })
    market.sell("bob", 100, 3)
    const [hold] = place(market).money.flatMap((event) =>
      event.type === "journal" && event.kind === "order-hold" ? event.lines : [],
    )
    expect(hold?.amount).toBe(-coins(held))
  })

  test("is what a trial says the market order will cost, to the unit", () => {
    const market = exchange({ feeIn: "quote" })
    market.sell("bob", 100, 2)
    market.sell("bob", 101, 2)
    market.run({
      type: "transfer",
      account: "ann",
      from: "funding",
      to: "second",
      currency: "USDT",
      amount: coins(10_000 - 301.301) as Amount,
      key: "t",
    })
    expect(refusalOf(market.market("ann", "buy", 4))).toBe("INSUFFICIENT_BALANCE")
    expect(orderOf(market.market("ann", "buy", 3))).toMatchObject({ status: "filled", charged: coins(0.301) })
    expect(market.balance("ann", "USDT")).toBe("0 + 0")
  })

  test("of a sell by quote amount is the base that a trial says it takes", () => {
    const market = exchange()
    market.buy("bob", 100, 2)
    market.buy("bob", 60, 5)
    const { answer, money } = market.marketFor("ann", "sell", 270)
    expect(orderOf({ answer, events: [] })).toMatchObject({ executed: 3, executedQuote: coins(260) })
    expect(money[0]).toMatchObject({
      kind: "order-hold",
      lines: [{ amount: -coins(3) }, { amount: coins(3) }],
    })
  })

  test("follows amendments: more is taken before, less is given back", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 3))
    expect(orderOf(market.amend("ann", id, { quantity: 5 })).hold).toBe(coins(500))
    expect(orderOf(market.amend("ann", id, { price: 90 })).hold).toBe(coins(450))
    expect(orderOf(market.reduce("ann", id, 1)).hold).toBe(coins(360))
    expect(market.amend("ann", id, { quantity: 1_000 }).answer).toMatchObject({
      ok: false,
      problem: {
        name: "INSUFFICIENT_BALANCE",
        values: { needed: "89640", available: "9640", currency: "USDT" },
      },
    })
    expect(market.engine.order(id)).toMatchObject({ price: 90, quantity: 4, hold: coins(360) })
    expect(market.cancel("ann", id).money.map(({ type }) => type)).toEqual(["journal", "balance"])
    expect(balances(market, "ann")).toEqual(["10000 + 0", "10000 + 0"])
  })

  test("at a reserve price needs no more for a re-price up to it, and forbids one above (S10)", () => {
    const market = exchange()
    const { id } = orderOf(market.buy("ann", 100, 3, { reservePrice: 110 as Ticks }))
    expect(orderOf(market.amend("ann", id, { price: 110 })).hold).toBe(coins(330))
    expect(refusalOf(market.amend("ann", id, { price: 111 }))).toBe("PRICE_OVER_RESERVE")
    expect(refusalOf(market.buy("ann", 111, 1, { reservePrice: 110 as Ticks }))).toBe("PRICE_OVER_RESERVE")
    expect(refusalOf(market.sell("ann", 100, 1, { reservePrice: 110 as Ticks }))).toBe("TYPE_COMBINATION")
  })

  test("that the balance can't give refuses the order, before the book is asked (F1)", () => {
    const market = exchange()
    market.sell("bob", 100, 1)
    expect(refusalOf(market.buy("ann", 101, 200, { postOnly: true }))).toBe("INSUFFICIENT_BALANCE")
    expect(refusalOf(market.buy("ann", 101, 20, { postOnly: true }))).toBe("POST_ONLY_WOULD_TAKE")
    expect(refusalOf(market.sell("ann", 101, 10_001))).toBe("INSUFFICIENT_BALANCE")
  })

  test("loses what DECREMENT takes off both orders (S5, L3)", () => {
    const market = exchange()
    market.sell("ann", 100, 5)
    market.buy("ann", 100, 2, { stp: "DECREMENT" })
    expect(balances(market, "ann")).toEqual(["9997 + 3", "10000 + 0"])
  })
})

describe("A trade", () => {
  test("gives the buyer goods less the fee, the seller money less the fee, and the fees to the house (S11)", () => {
    const market = exchange()
    market.sell("bob", 100, 4)
    const { money } = market.buy("ann", 105, 4)
    expect(balances(market, "ann")).toEqual(["10003.996 + 0", "9600 + 0"])
    expect(balances(market, "bob")).toEqual(["9996 + 0", "10399.6 + 0"])
    expect([account(market, "fees", "ABC"), account(market, "fees", "USDT")]).toEqual([
      coins(0.004),
      coins(0.4),
    ])
    expect(money.flatMap((event) => (event.type === "journal" ? event.kind : []))).toEqual([
      "order-hold",
      "trade",
      "fee",
    ])
    expect(money.filter(({ type }) => type === "fill")).toMatchObject([
      { account: "ann", side: "buy", fee: coins(0.004), feeCurrency: "ABC", liquidity: "taker" },
      { account: "bob", side: "sell", fee: coins(0.4), feeCurrency: "USDT", liquidity: "maker" },
    ])
  })

  test("returns the price improvement of a resting buy at once, in its own journal (S10)", () => {
    const market = exchange()
    market.sell("bob", 100, 1)
    market.buy("ann", 105, 3)
    expect(market.balance("ann", "USDT")).toBe("9690 + 210")
  })

  test("tells each balance once, as it stands at the end", () => {
    const market = exchange()
    market.sell("bob", 100, 1)
    market.sell("bob", 101, 1)
    const { money } = market.buy("ann", 101, 2)
    expect(money.filter(({ type }) => type === "balance")).toMatchObject([
      { account: "ann", currency: "USDT", available: coins(9_799), held: 0n },
      { account: "bob", currency: "ABC", available: coins(9_998), held: 0n },
      { account: "ann", currency: "ABC", available: coins(10_001.998) },
      { account: "bob", currency: "USDT", available: coins(10_200.799) },
    ])
  })

  test("of a FOK with a budget costs no more than it, fee included", () => {
    const market = exchange({ feeIn: "quote" })
    market.sell("bob", 100, 3)
    const fok = { timeInForce: "fok" as const }
    expect(refusalOf(market.market("ann", "buy", 3, { ...fok, budget: coins(300.29) }))).toBe("FOK_BUDGET")
    const { answer } = market.market("ann", "buy", 3, { ...fok, budget: coins(300.3) })
    expect(answer).toMatchObject({ ok: true, value: { order: { status: "filled", hold: 0n } } })
    expect(market.balance("ann", "USDT")).toBe("9699.7 + 0")
  })

  test("by quote amount with the fee inside takes the most lots that both fit (S2)", () => {
    const market = exchange({ feeIn: "quote" })
    market.sell("bob", 100, 9)
    expect(orderOf(market.marketFor("ann", "buy", 400.39))).toMatchObject({ executed: 3, reason: "BUDGET" })
    expect(orderOf(market.marketFor("ann", "buy", 400.4))).toMatchObject({ executed: 4, status: "filled" })
    expect(market.balance("ann", "USDT")).toBe("9299.3 + 0")
  })
})

describe("A fee (U5)", () => {
  /** One lot costs 7 units: the fee of a lot is 0.007 units. */
  const tiny = { tick: 7n, lot: 100_000_000n, notionalUnit: 7n, maxQuantity: 1_000_000 as Lots }

  test("is rounded up once an order, not once a fill", () => {
    const market = exchange(tiny)
    for (let fill = 0; fill < 100; fill += 1) {
      market.buy("bob", 1, 1)
      market.sell("ann", 1, 1, { timeInForce: "ioc" })
    }
    // A hundred orders of one lot pay a unit each.
    expect(account(market, "fees", "USDT")).toBe(100n)
    for (let fill = 0; fill < 300; fill += 1) market.buy("bob", 1, 1, { stp: "NONE" as never })
    expect(account(market, "fees", "USDT")).toBe(100n)
    const before = account(market, "fees", "USDT")
    for (let fill = 0; fill < 200; fill += 1) market.buy("bob", 1, 1)
    orderOf(market.sell("ann", 1, 200))
    // 200 lots × 7 units × 0.1 % = 1.4 units.
    expect(account(market, "fees", "USDT") - before).toBe(2n)
  })

  test("keeps the rates of the order's acceptance to its end (N1)", () => {
    const market = exchange()
    const { id } = orderOf(market.sell("ann", 100, 2))
    market.run({ type: "user.level", account: "ann", level: 4 })
    market.buy("bob", 100, 1)
    expect(market.engine.order(id)).toMatchObject({ charged: coins(0.1) })
    market.sell("ann", 99, 1)
    const { money } = market.buy("bob", 99, 1)
    expect(money.find((event) => event.type === "fill" && event.account === "ann")).toMatchObject({ fee: 0n })
  })

  test("that is a rebate never takes the fees below zero; what lacks comes with a later fill", () => {
    const market = exchange({ feeIn: "quote", feeSchedule: [{ maker: -100_000n, taker: 100_000n }] })
    const { id } = orderOf(market.sell("ann", 100, 4))
    market.run({
      type: "ledger.correct",
      from: "faucet",
      to: "fees",
      currency: "USDT",
      amount: 1n as Amount,
      reason: "test",
    })
    market.buy("house-maker", 100, 1)
    expect(refusalOf(market.buy("house-maker", 100, 1))).toBe("INSUFFICIENT_BALANCE")
    market.fund("house-maker", "USDT", 1_000)
    market.buy("house-maker", 100, 1)
    expect(market.engine.order(id)).toMatchObject({ charged: -1n })
    market.buy("bob", 100, 2)
    // Three fills make a rebate of 0.3; the taker has just paid 0.2 of it.
    expect(account(market, "fees", "USDT")).toBe(0n)
    expect(market.balance("ann", "USDT")).toBe("10300.20000001 + 0")
  })
})

describe("The house", () => {
  test("pays no fee, has no fill told, and its own trades are one journal a minute", () => {
    const market = exchange()
    market.fund("house-maker", "ABC", 100)
    market.fund("house-crowd", "USDT", 100_000)
    market.sell("house-maker", 100, 5)
    expect(market.buy("house-crowd", 100, 3).money).toEqual([])
    const { money } = market.tick(60_000)
    expect(money).toMatchObject([{ type: "journal", kind: "house-net" }])
    const lines = money.flatMap((event) => (event.type === "journal" ? event.lines : []))
    expect(
      lines.map(({ account: name, currency, amount }) => `${name} ${currency} ${amount / 10n ** 8n}`),
    ).toEqual([
      "house-maker.funding.available ABC -5",
      "house-maker.funding.held ABC 2",
      "house-maker.funding.available USDT 300",
      "house-crowd.funding.available ABC 3",
      "house-crowd.funding.available USDT -300",
    ])
    expect(market.tick(60_000).money).toEqual([])
  })

  test("gives a user a real counterparty: both sides stand in the trade's journal", () => {
    const market = exchange()
    market.fund("house-maker", "ABC", 100)
    market.sell("house-maker", 100, 5)
    const { money } = market.buy("ann", 100, 1)
    const trade = money.find((event) => event.type === "journal" && event.kind === "trade")
    expect(
      JSON.stringify(trade, (_, value) => (typeof value === "bigint" ? String(value) : value)),
    ).toContain("house-maker.funding.available")
    expect(money.filter(({ type }) => type === "fill")).toHaveLength(1)
  })
})
