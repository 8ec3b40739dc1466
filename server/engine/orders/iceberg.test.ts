/** Checks icebergs: what the book shows, how they are refilled, what they hold, over amendments and restarts (S19). */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { PlaceOrder, Side } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import {
  coins,
  orderOf,
  perpetualInstrument,
  refusalOf,
  spotInstrument,
  TestExchange,
} from "#tests/support/test-exchange.ts"

const exchange = (fields: Parameters<typeof spotInstrument>[0] = {}) =>
  new TestExchange(spotInstrument(fields))
const iceberg = (
  market: TestExchange,
  side: Side,
  [price, quantity, shown]: readonly [number, number, number],
  more: Partial<PlaceOrder> = {},
) =>
  market.place("ann", side, {
    ...{ price: price as Ticks, quantity: quantity as Lots, shown: shown as Lots },
    ...more,
  })
/** `maker price quantity` of each trade. */
const tradesWith = ({ events }: ReturnType<TestExchange["run"]>) =>
  events.flatMap((event) =>
    event.type === "trade" ? [`${event.maker.order}: ${event.price} × ${event.quantity}`] : [],
  )
const depthOf = ({ events }: ReturnType<TestExchange["run"]>) =>
  events.flatMap((event) => (event.type === "depth" ? [`${event.side} ${event.price}: ${event.total}`] : []))

describe("An iceberg (S19)", () => {
  test("shows its part, and holds all of it", () => {
    const market = exchange()
    const placed = iceberg(market, "buy", [100, 10, 3])
    expect(orderOf(placed)).toMatchObject({ quantity: 10, shown: 3, hidden: 7, hold: coins(1000) })
    expect(depthOf(placed)).toEqual(["buy 100: 3"])
    expect(market.levels("buy")).toEqual([[100, 3]])
  })

  test("each part that is used up is followed by the next, behind whoever stands there", () => {
    const market = exchange()
    iceberg(market, "sell", [100, 8, 3])
    market.sell("bob", 100, 4)
    const first = market.market("cat", "buy", 5)
    expect(tradesWith(first)).toEqual(["1: 100 × 3", "2: 100 × 2"])
    expect(depthOf(first)).toEqual(["sell 100: 5"])
    expect(market.queue("sell", 100).map(([id]) => id)).toEqual([2, 1])
    const all = market.market("cat", "buy", 10)
    expect(tradesWith(all)).toEqual(["2: 100 × 2", "1: 100 × 3", "1: 100 × 2"])
    expect(market.engine.openOrders).toBe(0)
  })

  test("a part that is only begun keeps its place", () => {
    const market = exchange()
    iceberg(market, "sell", [100, 8, 3])
    market.sell("bob", 100, 4)
    market.market("cat", "buy", 2)
    expect(tradesWith(market.market("cat", "buy", 2))).toEqual(["1: 100 × 1", "2: 100 × 1"])
  })

  test("as a taker it takes with all of it, and shows a part of what is left", () => {
    const market = exchange()
    market.sell("bob", 100, 4)
    const placed = iceberg(market, "buy", [100, 10, 3])
    expect(tradesWith(placed)).toEqual(["1: 100 × 4"])
    expect(depthOf(placed)).toEqual(["sell 100: 0", "buy 100: 3"])
    expect(orderOf(placed)).toMatchObject({ executed: 4, hidden: 3 })
  })

  test("fill-or-kill and a market order by money find what is hidden", () => {
    const market = exchange()
    iceberg(market, "sell", [100, 8, 3])
    expect(refusalOf(market.buy("bob", 100, 9, { timeInForce: "fok" }))).toBe("FOK_NOT_FILLABLE")
    expect(tradesWith(market.marketFor("bob", "buy", 400))).toEqual(["1: 100 × 3", "1: 100 × 1"])
    expect(orderOf(market.buy("bob", 100, 4, { timeInForce: "fok" })).status).toBe("filled")
  })

  test("a fill-or-kill meets an own order where it stands among the parts", () => {
    const market = exchange()
    iceberg(market, "sell", [100, 8, 3])
    market.sell("bob", 100, 4)
    const fok = { timeInForce: "fok", stp: "EXPIRE_TAKER" } as const
    expect(refusalOf(market.buy("bob", 100, 4, fok))).toBe("FOK_NOT_FILLABLE")
    expect(orderOf(market.buy("bob", 100, 3, fok)).status).toBe("filled")
  })

  test("what is taken off comes out of what is hidden first, and its place stays", () => {
    const market = exchange()
    iceberg(market, "sell", [100, 8, 3])
    market.sell("bob", 100, 4)
    expect(market.levels("sell")).toEqual([[100, 7]])
    market.reduce("ann", 1, 4)
    expect([market.levels("sell"), market.engine.order(1)?.hidden]).toEqual([[[100, 7]], 1])
    market.amend("ann", 1, { quantity: 2 })
    expect(market.levels("sell")).toEqual([[100, 6]])
    expect(market.queue("sell", 100)).toEqual([
      [1, 2],
      [2, 4],
    ])
    // Smaller than its part, it is moved as an order that shows all.
    expect(orderOf(market.amend("ann", 1, { price: 101 })).price).toBe(101)
  })

  test("decrement takes off one part after the other", () => {
    const market = exchange()
    iceberg(market, "sell", [100, 8, 3])
    const own = market.buy("ann", 100, 5, { stp: "DECREMENT" })
    expect(orderOf(own)).toMatchObject({ status: "expired-in-match", prevented: 5 })
    expect(market.engine.order(1)).toMatchObject({ quantity: 3, prevented: 5 })
    expect(market.levels("sell")).toEqual([[100, 1]])
  })

  test.each([
    ["LOT", 2.5, {}],
    ["ICEBERG_RANGE", 0, {}],
    ["ICEBERG_RANGE", 1, { minQuantity: 2 as Lots }],
    ["ICEBERG_RANGE", 4, { minNotional: coins(401) }],
    ["ICEBERG_RANGE", 201, {}],
    ["ICEBERG_RANGE", 1, {}],
  ] as const)("is refused with %s for a part of %d of 200 lots", (name, shown, fields) => {
    expect(refusalOf(iceberg(exchange(fields), "buy", [100, 200, shown]))).toBe(name)
  })

  test.each([{ timeInForce: "ioc" }, { timeInForce: "fok" }, { orderType: "stop-limit", stopPrice: 120 }])(
    "%j never rests in parts",
    (more) => {
      expect(refusalOf(iceberg(exchange(), "buy", [100, 10, 3], more as Partial<PlaceOrder>))).toBe(
        "TYPE_COMBINATION",
      )
    },
  )

  test("an amendment that would make the part too small is refused; a key stands for the part too", () => {
    const market = exchange({ minNotional: coins(300) })
    iceberg(market, "buy", [100, 10, 3], { clientOrderId: "a" })
    expect(refusalOf(market.amend("ann", 1, { price: 99 }))).toBe("ICEBERG_RANGE")
    expect(refusalOf(market.amend("ann", 1, { quantity: 301 }))).toBe("ICEBERG_RANGE")
    expect(refusalOf(iceberg(market, "buy", [100, 10, 4], { clientOrderId: "a" }))).toBe("KEY_CONFLICT")
  })

  test("of a contract counts with all of it", () => {
    const market = new TestExchange(perpetualInstrument())
    market.quote(100)
    market.tick(1_000)
    iceberg(market, "sell", [100, 8, 3])
    expect(tradesWith(market.market("bob", "buy", 8))).toEqual(["1: 100 × 3", "1: 100 × 3", "1: 100 × 2"])
  })

  test("a restart knows what is shown, in which place, and what is hidden", () => {
    const market = exchange()
    iceberg(market, "sell", [100, 8, 3])
    market.sell("bob", 100, 4)
    market.market("cat", "buy", 5)
    market.market("cat", "buy", 3)
    const saved = structuredClone(market.engine.save())
    const engine = createEngine()
    engine.load(saved)
    expect(engine.save()).toEqual(saved)
    const again = Object.assign(market, { engine })
    expect(again.levels("sell")).toEqual([[100, 2]])
    expect(tradesWith(again.market("cat", "buy", 9))).toEqual(["1: 100 × 2", "1: 100 × 2"])
  })
})

describe("Icebergs in a crowd (S19)", () => {
  test.each([1, 2, 3])("lose no lot and never show more than their part, seed %i", (seed) => {
    const chance = new SeededChance(seed)
    const accounts = ["ann", "bob", "cat"] as const
    // Whoever may trade with oneself, so that every lot is traded or open.
    const market = new TestExchange(spotInstrument(), { houseAccounts: new Set(accounts) })
    let [traded, placed] = [0, 0]
    for (let step = 0; step < 400; step += 1) {
      const side = chance.pick(["buy", "sell"] as const)
      const price = 100 + chance.whole(-3, 3)
      const quantity = chance.whole(1, 20)
      const account = chance.pick(accounts)
      const shown = chance.whole(1, quantity) as Lots
      const outcome = market.place(account, side, {
        ...{ price: price as Ticks, quantity: quantity as Lots, stp: "NONE" },
        ...(chance.happens(0.6) && { shown }),
      })
      placed += quantity
      for (const event of outcome.events) if (event.type === "trade") traded += 2 * event.quantity
      let open = 0
      for (const of of ["buy", "sell"] as const)
        for (const level of market.engine.levels(market.instrument, of)) {
          const queue = market.engine.queue(market.instrument, of, level.price)
          let visible = 0
          for (const order of queue) {
            const left = (order.quantity ?? 0) - order.executed
            const part = left - (order.hidden ?? 0)
            expect(part).toBeGreaterThan(0)
            expect(part).toBeLessThanOrEqual(order.shown ?? left)
            visible += part
            open += left
          }
          expect(level.total).toBe(visible)
        }
      expect(traded + open).toBe(placed)
    }
  })
})
