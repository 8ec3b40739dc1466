/** The account model holds what the events published, numbers it, and knows what came after a number. */

import { describe, expect, test } from "vitest"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { privateRows } from "#core/wire/private-rows.ts"
import type { EngineEvent, OrderView } from "#server/engine/event.ts"
import { type AccountChange, REPLAYED_MAX } from "./account-changes.ts"
import { AccountModel } from "./account-model.ts"
import { MarketTexts } from "./step-texts.ts"

const ADA = "u1"
const texts = new MarketTexts({ tick: 1_000_000n, lot: 1_000n })

const order = (id: number, status: OrderView["status"] = "new", account = ADA): EngineEvent => ({
  type: "order",
  order: {
    id,
    account,
    instrument: "BTC_USDT",
    kind: "spot",
    side: "buy",
    orderType: "limit",
    timeInForce: "gtc",
    price: 100 as Ticks,
    quantity: 5 as Lots,
    postOnly: false,
    executed: 0 as Lots,
    executedQuote: 0n as Amount,
    status,
    charged: 0n as Amount,
    feeCurrency: "BTC",
    hold: 5_000n as Amount,
    created: 1,
    updated: 1,
    sequence: id,
  },
})
const balance = (available: bigint, account = ADA): EngineEvent => ({
  type: "balance",
  account,
  wallet: "funding",
  currency: "USDT",
  available: available as Amount,
  held: 0n as Amount,
})
const fill = (id: number, account = ADA): EngineEvent => ({
  type: "fill",
  kind: "spot",
  account,
  order: 1,
  instrument: "BTC_USDT",
  id,
  side: "buy",
  price: 100 as Ticks,
  quantity: 1 as Lots,
  turnover: 1_000n as Amount,
  fee: 1n as Amount,
  feeCurrency: "BTC",
  liquidity: "taker",
  time: 1,
})

function scene(old: number[] = []) {
  const model = new AccountModel({
    textsOf: () => texts,
    ticksBefore: () => 1_000,
    now: () => 1_000,
    loadFills: async () =>
      old.map((trade) => ({ ...fill(trade), trade, order: 1, instrument: "BTC_USDT" }) as never),
    loadNotices: async () => [],
  })
  const heard: AccountChange[] = []
  model.listen((changes) => {
    const change = changes.get(ADA)
    if (change) heard.push(change)
  })
  const take = (...events: EngineEvent[]) => model.take({ time: 1, events })
  return { model, heard, take }
}
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

describe("the account model", () => {
  test("holds open orders and balances of users, and nothing of the house", () => {
    const { model, take } = scene()
    take(order(1), order(2), balance(7n), order(3, "new", "house-maker"), balance(1n, "house-crowd"))
    take(order(1, "filled"))
    expect(ids(model.openOrders(ADA, "spot"))).toEqual([2])
    expect(model.balance(ADA, "funding", "USDT").available).toBe("0.00000007")
    expect(model.openOrder(ADA, "spot", { id: 1 })).toBeUndefined()
    expect(model.openOrders("house-maker", "spot")).toEqual([])
    expect(model.n("house-maker")).toBe(model.n("u77"))
  })

  test("tells one change a batch, each order once and as it stands, chained by number (W5)", () => {
    const { heard, take } = scene()
    take(order(1), order(1, "filled"), balance(1n), balance(2n))
    take(fill(1))
    take(order(9, "new", "u2"))
    expect(heard).toMatchObject([
      { rows: { order: [{ id: 1, status: "filled" }], balance: [{ available: "0.00000002" }] } },
      { rows: { order: [], fill: [{ trade: 1 }] } },
    ])
    expect(heard[1]?.prev).toBe(heard[0]?.n)
    expect(heard.map(({ n }) => (n - 1_000_000) % 7)).toEqual([0, 0])
  })

  test("numbers from its start on, so that another process's never match", () => {
    const { model } = scene()
    expect(model.n(ADA)).toBe(1_000_000)
  })

  test("gives what came after a number, merged, as far as it is kept", async () => {
    const { model, take } = scene()
    await model.prepare(ADA)
    const start = model.n(ADA)
    take(order(1), balance(1n))
    const between = model.n(ADA)
    take(order(1, "cancelled"), order(2), fill(1))
    take(balance(3n), fill(2))
    expect(model.since(ADA, start)).toMatchObject({
      prev: start,
      n: model.n(ADA),
      rows: {
        order: [{ id: 1, status: "cancelled" }, { id: 2 }],
        fill: [{ trade: 1 }, { trade: 2 }],
        balance: [{ available: "0.00000003" }],
      },
    })
    expect(model.since(ADA, between)?.rows.fill).toHaveLength(2)
    expect(model.since(ADA, model.n(ADA))).toMatchObject({ rows: { order: [], fill: [], balance: [] } })
    for (const unknown of [start + 1, start - 7, model.n(ADA) + 7, 0])
      expect(model.since(ADA, unknown)).toBeUndefined()
  })

  test("keeps nothing to be sent again for accounts whose owner never connected", () => {
    const { model, take } = scene()
    const start = model.n(ADA)
    take(order(1))
    expect(model.since(ADA, start)).toBeUndefined()
  })

  test("forgets the oldest changes beyond its limit, and says so by not knowing them", async () => {
    const { model, take } = scene()
    await model.prepare(ADA)
    const start = model.n(ADA)
    for (let round = 0; round <= 2 * REPLAYED_MAX; round += 1) take(balance(BigInt(round)))
    expect(model.since(ADA, start)).toBeUndefined()
    expect(model.since(ADA, model.n(ADA) - 7 * REPLAYED_MAX)).toBeDefined()
  })

  test("puts the fills of earlier runs before its own, each once", async () => {
    const { model, take } = scene([1, 2, 3])
    take(fill(3), fill(4))
    await model.prepare(ADA)
    await model.prepare(ADA)
    expect(model.snapshot(ADA).rows.fill.map(({ trade }) => trade)).toEqual([1, 2, 3, 4])
    for (let trade = 5; trade < 400; trade += 1) take(fill(trade))
    expect(model.snapshot(ADA).rows.fill).toHaveLength(privateRows.fill.inSnapshot)
    expect(model.snapshot(ADA).rows.fill.at(-1)?.trade).toBe(399)
  })

  test("begins with what was restored, and remembers when practice money was drawn", () => {
    const { model, take } = scene()
    const seeded = order(5)
    if (seeded.type !== "order") throw new Error("an order")
    model.seed({
      account: ADA,
      orders: [seeded.order],
      positions: [],
      seconds: [],
      balances: [balance(9n) as never],
      lastDraw: 42,
    })
    expect([ids(model.openOrders(ADA, "spot")), model.lastDraw(ADA), model.lastDraw("u2")]).toEqual([
      [5],
      42,
      0,
    ])
    const line = { currency: "USDT", amount: 1n as Amount }
    take({
      type: "journal",
      kind: "faucet",
      reference: "k",
      lines: [
        { ...line, account: "faucet", amount: -1n as Amount },
        { ...line, account: "u2.funding.available" },
      ],
    })
    expect(model.lastDraw("u2")).toBe(1)
  })
})
