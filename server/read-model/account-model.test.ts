/** The account model holds what the events published, numbers it, and knows what came after a number. */

import { describe, expect, test } from "vitest"
import type { Amount, Lots, Price8, Ticks } from "#core/money/units.ts"
import { privateRows } from "#core/wire/private-rows.ts"
import type { EngineEvent, OrderView } from "#server/engine/event.ts"
import type { TwapView } from "#server/engine/twap/twap.ts"
import { type AccountChange, REPLAYED_MAX } from "./account-changes.ts"
import { AccountModel } from "./account-model.ts"
import { MarketTexts } from "./step-texts.ts"

/** Of one change: one for each kind of row, and one more. */
const NUMBERS = Object.keys(privateRows).length + 1
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
    expect(heard.map(({ n }) => (n - 1_000_000) % NUMBERS)).toEqual([0, 0])
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
    expect(model.since(ADA, model.n(ADA) - NUMBERS * REPLAYED_MAX)).toBeDefined()
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

  describe("where a trailing stop stands (S9)", () => {
    const trailing = (fields: Partial<OrderView> = {}): EngineEvent => {
      const waiting = order(5, "waiting")
      if (waiting.type !== "order") throw new Error("an order")
      const { price: _, ...view } = waiting.order
      const of = { side: "sell", orderType: "trailing-stop", distance: 10_000_000n } as const
      return { type: "order", order: { ...view, ...of, ...fields } }
    }
    /** At so many ticks of 0.01. */
    const trade = (price: number, id = price): EngineEvent => ({
      type: "trade",
      instrument: "BTC_USDT",
      id,
      price: price as Ticks,
      quantity: 1 as Lots,
      takerSide: "buy",
      time: 1,
      maker: { order: 1, account: "house-maker" },
      taker: { order: 2, account: "house-crowd" },
    })
    const coins = (units: number) => (BigInt(units) * 100_000_000n) as Price8
    const told = ({ heard }: ReturnType<typeof scene>) =>
      heard.flatMap(({ rows }) => rows.order.map(({ trailingPrice }) => trailingPrice))

    test("is told as it was placed, and as it moves, no oftener than once a second, and never back", () => {
      const watched = scene()
      const { model } = watched
      model.take({ time: 1_000, events: [trailing({ extreme: coins(100) })] })
      model.take({ time: 1_100, events: [trade(11_000)] })
      model.take({ time: 1_900, events: [trade(12_000), trade(11_500)] })
      expect(told(watched)).toEqual(["90.00"])
      model.take({ time: 2_000, events: [] })
      model.take({ time: 9_000, events: [trade(11_000)] })
      // 120 × 0.9
      expect(told(watched)).toEqual(["90.00", "108.00"])
      expect(model.openOrders(ADA, "spot")).toMatchObject([{ trailingPrice: "108.00", sequence: 5 }])
    })

    test("is nothing until the price has reached where it begins to follow", () => {
      const watched = scene()
      watched.model.take({ time: 0, events: [trade(10_000), trailing({ stopPrice: 11_000 as Ticks })] })
      watched.model.take({ time: 2_000, events: [trade(10_999)] })
      watched.model.take({ time: 4_000, events: [trade(11_200)] })
      expect(told(watched)).toEqual(["", "100.80"])
    })

    test("goes on after a start from what was restored, and ends with the order", () => {
      const watched = scene()
      const { model } = watched
      const seeded = trailing({ stopPrice: 9_000 as Ticks, side: "buy" })
      if (seeded.type !== "order") throw new Error("an order")
      model.seedPrice("BTC_USDT", "last", coins(100))
      model.seed({
        account: ADA,
        orders: [seeded.order],
        positions: [],
        seconds: [],
        deposits: [],
        withdrawals: [],
        holdings: [],
        twaps: [],
        paused: [],
        balances: [],
        lastDraw: 0,
      })
      model.take({ time: 5_000, events: [trade(8_999)] })
      expect(told(watched)).toEqual(["98.99"])
      model.take({ time: 6_000, events: [trailing({ status: "filled", side: "buy" })] })
      model.take({ time: 8_000, events: [trade(8_000)] })
      expect(told(watched)).toEqual(["98.99", ""])
    })
  })

  test("keeps TWAPs, ended ones too, until they are forgotten, and tells each change once (S20)", async () => {
    const { model, heard, take } = scene()
    const twap = (more: Partial<TwapView> = {}, isGone = false): EngineEvent => ({
      type: "twap",
      twap: {
        ...{ id: 8, account: ADA, instrument: "BTC_USDT", side: "buy", isRandom: false, status: "running" },
        ...{ quantity: 50 as Lots, executed: 10 as Lots, executedQuote: 7n as Amount },
        ...{ durationMs: 300_000, intervalMs: 60_000, slices: 5, slicesLeft: 4, missed: 0 },
        ...{ next: 61_000, created: 1, updated: 1, sequence: 3 },
        ...more,
      },
      isGone,
    })
    await model.prepare(ADA)
    const start = model.n(ADA)
    take(twap())
    take(twap({ executed: 20 as Lots, slicesLeft: 3, sequence: 4 }), twap({ account: "house-maker" }))
    expect(heard.map(({ rows }) => rows.twap)).toMatchObject([
      [{ id: 8, executed: "0.00010", next: 61_000, gone: false }],
      [{ id: 8, executed: "0.00020", slicesLeft: 3 }],
    ])
    take(twap({ status: "ended", end: "OWNER", sequence: 5 }))
    expect(model.snapshot(ADA).rows.twap).toMatchObject([{ id: 8, status: "ended", end: "OWNER", next: 0 }])
    expect([model.twaps(ADA, "ETH_USDT"), model.twaps("house-maker")]).toEqual([[], []])
    // Who was away hears of it as it stands, once.
    expect(model.since(ADA, start)?.rows.twap).toMatchObject([{ id: 8, status: "ended" }])
    take(twap({ status: "ended", end: "OWNER", sequence: 6 }, true))
    expect(heard.at(-1)?.rows.twap).toMatchObject([{ id: 8, gone: true }])
    expect([model.twaps(ADA), model.snapshot(ADA).rows.twap]).toEqual([[], []])
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
      deposits: [],
      withdrawals: [],
      holdings: [],
      twaps: [],
      paused: [],
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
