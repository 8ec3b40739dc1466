/** Checks OCO pairs (S16) and scaled orders (S17): all or none, what is held, what cancels what, over restarts too. */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { Side } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { OrderView } from "#server/engine/event.ts"
import type { PlaceOco, PlaceScaled } from "#server/engine/orders/group-command.ts"
import {
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  spotInstrument,
  TestExchange,
  tradesOf,
} from "#tests/support/test-exchange.ts"

const START = 1_000_000
const MINUTE = 60_000
const spot = (more = {}) => new TestExchange(spotInstrument(more), {}, START)

/** A market that has traded at 100, with a bid at 95 and an ask at 105. */
function traded(market = spot()): TestExchange {
  if (market.instrument === PERPETUAL) {
    market.quote(100)
    market.tick(1_000)
  }
  market.sell("cat", 100, 1)
  market.market("bob", "buy", 1)
  market.buy("cat", 95, 50)
  market.sell("cat", 105, 50)
  return market
}

type Fields<C> = { [Field in keyof C]?: C[Field] | undefined }

const oco = (market: TestExchange, side: Side, more: Fields<PlaceOco> = {}) =>
  market.run({
    type: "order.oco",
    account: "ann",
    instrument: market.instrument,
    side,
    quantity: 4,
    price: side === "sell" ? 120 : 80,
    stopPrice: side === "sell" ? 90 : 110,
    stopLimit: side === "sell" ? 85 : 115,
    ...more,
  } as PlaceOco)

const scaled = (market: TestExchange, more: Fields<PlaceScaled> = {}) =>
  market.run({
    type: "order.scaled",
    account: "ann",
    instrument: market.instrument,
    side: "buy",
    from: 90,
    to: 80,
    count: 3,
    quantity: 10,
    distribution: "increasing",
    ...more,
  } as PlaceScaled)

const ordersOf = ({ answer }: ReturnType<typeof oco>): readonly OrderView[] => {
  if (!answer.ok || !("orders" in answer.value)) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer.value.orders
}
/** How orders stand at the end of a command, by id. */
const toldOf = ({ events }: ReturnType<typeof oco>) =>
  events.flatMap((event) =>
    event.type === "order" && event.order.account === "ann"
      ? [[event.order.id, event.order.status, event.order.reason ?? ""]]
      : [],
  )
const heldOf = (market: TestExchange, currency: string) => market.balance("ann", currency).split(" + ")[1]

/** The same exchange after a snapshot was written and read. */
function restored(market: TestExchange): TestExchange {
  const saved = structuredClone(market.engine.save())
  const engine = createEngine()
  engine.load(saved)
  expect(engine.save()).toEqual(saved)
  return Object.assign(market, { engine })
}

describe("An OCO pair (S16)", () => {
  test("is two orders of one group: a limit order in the book, and a stop that waits", () => {
    const market = traded()
    const [limit, stop] = ordersOf(oco(market, "sell"))
    expect(limit).toMatchObject({
      orderType: "limit",
      postOnly: true,
      price: 120,
      quantity: 4,
      status: "new",
    })
    expect(stop).toMatchObject({ orderType: "stop-limit", stopPrice: 90, price: 85, status: "waiting" })
    expect([limit, stop].map((order) => [order?.group, order?.groupKind])).toEqual(
      Array(2).fill([limit?.id, "oco"]),
    )
  })

  test.each([
    ["sell", "ABC", "4"],
    ["buy", "USDT", "460"],
  ] as const)("a %s on spot holds once what the dearer of both needs", (side, currency, held) => {
    const market = traded()
    oco(market, side)
    expect(heldOf(market, currency)).toBe(held)
  })

  test("a fill of a part of the limit order cancels the stop in the same command, and the rest stays", () => {
    const market = traded()
    const [limit, stop] = ordersOf(oco(market, "buy", { price: 96 as Ticks }))
    const sold = market.market("bob", "sell", 1)
    expect(toldOf(sold)).toEqual([
      [limit?.id, "partly-filled", ""],
      [stop?.id, "cancelled", "OCO"],
    ])
    // What the dearer stop would have needed is free again.
    expect(heldOf(market, "USDT")).toBe("288")
    expect(orderOf(market.amend("ann", limit?.id ?? 0, { price: 90 })).price).toBe(90)
  })

  test.each(["sell", "buy"] as const)(
    "a %s stop that fires cancels the limit order before it enters",
    (side) => {
      const market = traded()
      const [limit, stop] = ordersOf(oco(market, side))
      const through = side === "sell" ? 90 : 110
      market.place("bob", side === "sell" ? "buy" : "sell", { price: through as Ticks, quantity: 2 as Lots })
      const hit = market.place("cat", side, { price: through as Ticks, quantity: 52 as Lots })
      expect(toldOf(hit)).toContainEqual([limit?.id, "cancelled", "OCO"])
      expect(market.engine.order(stop?.id ?? 0)?.status).toBe("new")
      expect(heldOf(market, side === "sell" ? "ABC" : "USDT")).toBe(side === "sell" ? "4" : "460")
    },
  )

  test("whichever is cancelled or expires takes the other with it", () => {
    for (const leg of [0, 1]) {
      const market = traded()
      const free = market.balance("ann", "ABC")
      const pair = ordersOf(oco(market, "sell"))
      const ended = market.cancel("ann", pair[leg]?.id ?? 0)
      expect(toldOf(ended)).toEqual(
        expect.arrayContaining([
          [pair[leg]?.id, "cancelled", ""],
          [pair[1 - leg]?.id, "cancelled", "OCO"],
        ]),
      )
      expect(market.balance("ann", "ABC")).toBe(free)
    }
    const market = traded()
    oco(market, "sell", { expiresAt: START + MINUTE })
    market.tick(MINUTE)
    expect([market.engine.openOrders, heldOf(market, "ABC")]).toEqual([2, "0"])
  })

  test("cancelling all, or the group, ends both once", () => {
    const market = traded()
    const [limit] = ordersOf(oco(market, "sell"))
    const foreign = { type: "order.cancel-all", account: "bob", group: limit?.id ?? 0 } as const
    expect(refusalOf(market.run(foreign))).toBe("UNKNOWN_ORDER")
    expect(toldOf(market.run({ ...foreign, account: "ann" }))).toHaveLength(2)
    oco(market, "sell")
    expect(toldOf(market.run({ type: "order.cancel-all", account: "ann" }))).toHaveLength(2)
    expect(heldOf(market, "ABC")).toBe("0")
  })

  test("lots that self-trade prevention takes off count as something that happened", () => {
    const market = traded()
    const [limit, stop] = ordersOf(oco(market, "buy", { price: 96 as Ticks, stp: "DECREMENT" }))
    const own = market.market("ann", "sell", 1, { stp: "DECREMENT" })
    expect(toldOf(own)).toEqual(
      expect.arrayContaining([
        [limit?.id, "new", ""],
        [stop?.id, "cancelled", "OCO"],
      ]),
    )
    expect(heldOf(market, "USDT")).toBe("288")
  })

  test.each([
    ["OCO_PRICES", { price: 89 as Ticks }],
    ["OCO_PRICES", { stopPrice: 101 as Ticks, price: 120 as Ticks }],
    ["OCO_PRICES", { stopPrice: 130 as Ticks }],
    ["STOP_WOULD_TRIGGER", { stopPrice: 100 as Ticks }],
    ["LOT", { quantity: 0.5 as Lots }],
    ["WRONG_SIZE", { quantity: -1 as Lots }],
    ["TYPE_COMBINATION", { stopLimit: undefined }],
    ["TYPE_COMBINATION", { reduceOnly: true }],
    ["POST_ONLY_WOULD_TAKE", { price: 95 as Ticks }],
    ["INSUFFICIENT_BALANCE", { quantity: 1_000_000 as Lots, account: "eve" }],
    ["UNKNOWN_INSTRUMENT", { instrument: "NO_SUCH" }],
  ] as const)("is refused with %s for %j, and nothing is placed", (name, more) => {
    const market = traded(new TestExchange(spotInstrument(), {}, START))
    market.fund("eve", "ABC", 5)
    const before = [market.engine.openOrders, market.engine.state.nextOrderId]
    expect(refusalOf(oco(market, "sell", more))).toBe(name)
    expect([market.engine.openOrders, market.engine.state.nextOrderId]).toEqual(before)
  })

  test("neither is changed while both are open; alone the limit order is one like any other", () => {
    const market = traded()
    const [limit, stop] = ordersOf(oco(market, "sell", { price: 104 as Ticks }))
    expect(refusalOf(market.amend("ann", limit?.id ?? 0, { price: 103 }))).toBe("OCO_FIXED")
    expect(refusalOf(market.amend("ann", stop?.id ?? 0, { quantity: 1 }))).toBe("OCO_FIXED")
    expect(refusalOf(market.reduce("ann", limit?.id ?? 0, 1))).toBe("OCO_FIXED")
    market.market("bob", "buy", 1)
    expect(orderOf(market.amend("ann", limit?.id ?? 0, { price: 110 })).price).toBe(110)
  })

  test("a restart knows the pair: what happens to one cancels the other, with the same holds", () => {
    const before = traded()
    const [limit, stop] = ordersOf(oco(before, "buy", { price: 96 as Ticks }))
    const market = restored(before)
    expect(toldOf(market.market("bob", "sell", 4))).toEqual([
      [limit?.id, "filled", ""],
      [stop?.id, "cancelled", "OCO"],
    ])
    expect(heldOf(market, "USDT")).toBe("0")
  })

  test("a key acts once, and the answer to it is kept over a restart", () => {
    const before = traded()
    const first = oco(before, "sell", { key: "pair", keysMax: 10 })
    const market = restored(before)
    const again = oco(market, "sell", { key: "pair", keysMax: 10 })
    expect(again.answer).toEqual(first.answer)
    expect(again.events).toEqual([])
    expect(refusalOf(oco(market, "sell", { key: "pair", keysMax: 10, quantity: 3 as Lots }))).toBe(
      "KEY_CONFLICT",
    )
  })

  test("of a contract the stop may be by market and reduce only; the limit order is gone before it enters", () => {
    const market = traded(new TestExchange(perpetualInstrument(), {}, START))
    market.market("ann", "buy", 4)
    const [limit] = ordersOf(oco(market, "sell", { stopLimit: undefined, reduceOnly: true }))
    market.buy("bob", 88, 20)
    const hit = market.sell("cat", 88, 60)
    expect(toldOf(hit)).toEqual(expect.arrayContaining([[limit?.id, "cancelled", "OCO"]]))
    expect(market.engine.openOrders).toBe(2)
  })
})

describe("A scaled order (S17)", () => {
  test("is a group of post-only limit orders at even steps whose sizes sum to the total", () => {
    const market = traded()
    const children = ordersOf(scaled(market))
    expect(children.map(({ price, quantity }) => [price, quantity])).toEqual([
      [90, 2],
      [85, 3],
      [80, 5],
    ])
    const [first] = children
    for (const child of children)
      expect(child).toMatchObject({ postOnly: true, group: first?.id, groupKind: "scaled", status: "new" })
    expect(heldOf(market, "USDT")).toBe(String(180 + 255 + 400))
    expect(orderOf(market.amend("ann", first?.id ?? 0, { price: 91 })).price).toBe(91)
    expect(tradesOf(market.market("bob", "sell", 51))).toEqual(["95 × 50", "91 × 1"])
  })

  test.each([
    ["SCALED_RANGE", { count: 1 }],
    ["SCALED_RANGE", { count: 41 }],
    ["SCALED_RANGE", { count: Number.NaN }],
    ["SCALED_RANGE", { from: 90 as Ticks, to: 89 as Ticks }],
    ["TICK", { from: -90 as Ticks }],
    ["TICK", { to: 80.5 as Ticks }],
    ["LOT", { quantity: 2.5 as Lots }],
    ["WRONG_SIZE", { quantity: -10 as Lots }],
    ["MIN_QUANTITY", { quantity: 6 as Lots }],
    ["POST_ONLY_WOULD_TAKE", { from: 105 as Ticks }],
    ["OPEN_ORDERS", { count: 11, quantity: 40 as Lots, distribution: "flat" }],
    ["TYPE_COMBINATION", { reduceOnly: true }],
    ["EXPIRY_RANGE", { expiresAt: START }],
    ["INSUFFICIENT_BALANCE", { account: "eve" }],
    ["UNKNOWN_INSTRUMENT", { instrument: "NO_SUCH" }],
  ] as const)("is refused whole with %s for %j", (name, more) => {
    const market = traded(spot({ maxOpenOrders: 10, minQuantity: 2 as Lots }))
    market.fund("eve", "USDT", 500)
    const before = [market.engine.openOrders, market.engine.state.nextOrderId, heldOf(market, "USDT")]
    expect(refusalOf(scaled(market, more))).toBe(name)
    expect([market.engine.openOrders, market.engine.state.nextOrderId, heldOf(market, "USDT")]).toEqual(
      before,
    )
  })

  test.each([0, 1, 2_000_000_000])(
    "in a market that isn't there, %i children are refused like any",
    (count) => {
      const market = traded()
      expect(refusalOf(scaled(market, { count, instrument: "NO_SUCH" }))).toBe("UNKNOWN_INSTRUMENT")
    },
  )

  test("of a contract all of it has to be borne, cross or isolated", () => {
    for (const mode of ["cross", "isolated"] as const) {
      const market = traded(new TestExchange(perpetualInstrument(), { isFunded: false }, START))
      for (const account of ["bob", "cat"]) market.fund(account, "USDT", 1_000_000, "contract")
      traded(market)
      market.fund("eve", "USDT", 100, "contract")
      market.run({ type: "margin-mode.set", account: "eve", instrument: PERPETUAL, mode })
      market.run({ type: "leverage.set", account: "eve", instrument: PERPETUAL, leverage: 10 })
      // 10 % of 90 × 4 + 85 × 4 + 80 × 4 is 102.
      const quantity = 12 as Lots
      expect(refusalOf(scaled(market, { account: "eve", quantity, distribution: "flat" }))).toBe(
        "INSUFFICIENT_MARGIN",
      )
      expect(market.engine.state.ledger.account("eve").openOrders).toBe(0)
      const fits = scaled(market, { account: "eve", quantity: 11 as Lots, distribution: "flat" })
      expect(ordersOf(fits).map(({ quantity }) => quantity)).toEqual([4, 4, 3])
    }
  })

  test("cancelling the group leaves other orders, and a child that has ended, alone", () => {
    const market = traded()
    const children = ordersOf(scaled(market))
    const { id } = orderOf(market.buy("ann", 70, 1))
    market.cancel("ann", children[1]?.id ?? 0)
    const ended = market.run({ type: "order.cancel-all", account: "ann", group: children[0]?.id ?? 0 })
    expect(ended.answer).toEqual({ ok: true, value: { cancelled: [children[0]?.id, children[2]?.id] } })
    expect([market.engine.order(id)?.status, heldOf(market, "USDT")]).toEqual(["new", "70"])
  })

  test("a snapshot has the group of each, and a key is remembered with all of the answer", () => {
    const before = traded()
    const first = scaled(before, { key: "ladder", keysMax: 10 })
    const market = restored(before)
    expect(scaled(market, { key: "ladder", keysMax: 10 }).answer).toEqual(first.answer)
    expect(market.queue("buy", 85)).toEqual([[ordersOf(first)[1]?.id, 3]])
    expect(market.engine.order(ordersOf(first)[1]?.id ?? 0)?.groupKind).toBe("scaled")
  })
})
