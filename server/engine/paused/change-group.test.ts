/** Checks scaled orders and icebergs that are paused and resumed: money, remainders, refusals, what they keep (S21). */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import {
  change,
  endOf,
  iceberg,
  openOf,
  START,
  scaled,
  spot,
  standing,
  told,
  viewOf,
} from "#tests/support/paused-exchange.ts"
import { orderOf, perpetualInstrument, refusalOf, TestExchange } from "#tests/support/test-exchange.ts"
import { PART_PAIRS_MAX } from "../risk/perpetual/target-watch.ts"
import { PAUSED_MOST } from "./change-group.ts"

describe("A scaled order that is paused (S21)", () => {
  test("leaves the book, holds nothing, and stands in it again with the same prices and sizes", () => {
    const market = spot()
    const [first, second, third] = scaled(market)
    const before = market.balance("ann", "USDT")
    const id = first?.group ?? 0
    const paused = change(market, id, "pause")
    expect(told(paused)).toEqual([first, second, third].map((order) => [order?.id, "cancelled", "PAUSED"]))
    expect(viewOf(paused)).toMatchObject({ id, kind: "scaled", postOnly: true, side: "buy" })
    expect(viewOf(paused).parts.map(({ price, quantity }) => [price, quantity])).toEqual([
      [90, 2],
      [85, 3],
      [80, 5],
    ])
    expect([market.levels("buy"), market.engine.openOrders]).toEqual([[], 0])
    expect(market.balance("ann", "USDT")).toBe("1000000000 + 0")
    const resumed = change(market, id, "resume")
    expect(viewOf(resumed).parts).toEqual([])
    expect(market.levels("buy")).toEqual([
      [90, 2],
      [85, 3],
      [80, 5],
    ])
    expect(openOf(market).every(({ group, groupKind }) => group === id && groupKind === "scaled")).toBe(true)
    expect(market.balance("ann", "USDT")).toBe(before)
    expect(endOf(market, id)).toMatchObject({ end: "RESUMED" })
    expect(market.engine.save().paused).toBeUndefined()
  })

  test("what has filled stays filled: only what remained is placed again", () => {
    const market = spot()
    const [first] = scaled(market)
    market.market("bob", "sell", 3)
    const id = first?.group ?? 0
    change(market, id, "pause")
    expect(standing(market, id)?.parts.map(({ quantity }) => quantity)).toEqual([2, 5])
    change(market, id, "resume")
    expect(openOf(market).map(({ price, quantity }) => [price, quantity])).toEqual([
      [85, 2],
      [80, 5],
    ])
  })

  test("what is refused as it is resumed stays paused, with why, and rests when it passes", () => {
    const market = spot()
    const [first] = scaled(market)
    const id = first?.group ?? 0
    change(market, id, "pause")
    const ask = orderOf(market.sell("bob", 88, 1))
    const resumed = viewOf(change(market, id, "resume"))
    expect(resumed.parts).toMatchObject([{ price: 90, quantity: 2, refusal: "POST_ONLY_WOULD_TAKE" }])
    expect(market.levels("buy")).toEqual([
      [85, 3],
      [80, 5],
    ])
    // What rests by now joins what is paused still.
    expect(viewOf(change(market, id, "pause")).parts.map(({ price }) => price)).toEqual([90, 85, 80])
    market.cancel("bob", ask.id)
    expect(viewOf(change(market, id, "resume")).parts).toEqual([])
    expect(market.levels("buy").map(([price]) => price)).toEqual([90, 85, 80])
  })

  test("money that is missing by then refuses what it isn't enough for", () => {
    const market = spot()
    market.fund("eve", "USDT", 1000)
    const [first] = scaled(market, { account: "eve" })
    const id = first?.group ?? 0
    change(market, id, "pause", "eve")
    expect(market.balance("eve", "USDT")).toBe("1000 + 0")
    market.buy("eve", 60, 10)
    expect(viewOf(change(market, id, "resume", "eve")).parts).toMatchObject([
      { price: 85, quantity: 3, refusal: "INSUFFICIENT_BALANCE" },
      { price: 80, quantity: 5, refusal: "INSUFFICIENT_BALANCE" },
    ])
    expect(market.balance("eve", "USDT")).toBe("220 + 780")
  })

  test("of a contract it gives its margin back, which may be used meanwhile", () => {
    const market = new TestExchange(perpetualInstrument(), {}, START)
    market.quote(100)
    market.tick(1_000)
    market.fund("eve", "USDT", 1_000, "contract")
    const terms = { account: "eve", quantity: 80 as Lots, count: 4 }
    const id = scaled(market, terms)[0]?.group ?? 0
    const other = () => market.buy("eve", 85, 80)
    expect(refusalOf(other())).toBe("INSUFFICIENT_MARGIN")
    change(market, id, "pause", "eve")
    const placed = orderOf(other())
    const { parts } = viewOf(change(market, id, "resume", "eve"))
    expect(parts.at(-1)?.refusal).toBe("INSUFFICIENT_MARGIN")
    market.cancel("eve", placed.id)
    expect(viewOf(change(market, id, "resume", "eve")).parts).toEqual([])
    expect(refusalOf(other())).toBe("INSUFFICIENT_MARGIN")
  })

  test("is ended by its owner: what rests is cancelled, what is paused forgotten", () => {
    const market = spot()
    const id = scaled(market)[0]?.group ?? 0
    change(market, id, "pause")
    market.sell("bob", 88, 1)
    change(market, id, "resume")
    const ended = change(market, id, "end")
    expect(told(ended).map(([, status]) => status)).toEqual(["cancelled", "cancelled"])
    expect(endOf(market, id)).toMatchObject({ end: "OWNER" })
    expect([market.engine.openOrders, standing(market, id)]).toEqual([1, undefined])
    expect(refusalOf(change(market, id, "resume"))).toBe("UNKNOWN_ORDER")
  })

  test("pausing what is paused, and resuming what rests, changes nothing", () => {
    const market = spot()
    const id = scaled(market)[0]?.group ?? 0
    expect(viewOf(change(market, id, "resume")).parts).toEqual([])
    change(market, id, "pause")
    const again = change(market, id, "pause")
    expect([viewOf(again).parts.length, again.events]).toEqual([3, []])
  })

  test("is nobody else's, and no order of another kind is paused", () => {
    const market = spot()
    const id = scaled(market)[0]?.group ?? 0
    const plain = orderOf(market.buy("ann", 70, 1))
    expect(refusalOf(change(market, id, "pause", "bob"))).toBe("UNKNOWN_ORDER")
    expect(refusalOf(change(market, plain.id, "pause"))).toBe("UNKNOWN_ORDER")
    change(market, id, "pause")
    for (const act of ["pause", "resume", "end"] as const)
      expect(refusalOf(change(market, id, act, "bob"))).toBe("UNKNOWN_ORDER")
  })

  test("an OCO pair isn't paused, nor resumed or ended as one that is", () => {
    const market = spot()
    market.sell("cat", 100, 1)
    market.market("bob", "buy", 1)
    const { answer } = market.run({
      ...{ type: "order.oco", account: "ann", instrument: market.instrument, side: "sell" },
      ...{ quantity: 4 as Lots, price: 120 as Ticks, stopPrice: 90 as Ticks, stopLimit: 85 as Ticks },
    })
    const group = answer.ok && "orders" in answer.value ? (answer.value.orders[0]?.group ?? 0) : 0
    for (const act of ["pause", "resume", "end"] as const)
      expect(refusalOf(change(market, group, act))).toBe("OCO_FIXED")
    expect(market.engine.openOrders).toBe(2)
  })

  test("twenty of an account are paused at most", () => {
    const market = spot()
    const ids = Array.from({ length: PAUSED_MOST + 1 }, () => iceberg(market).id)
    const last = ids.pop() ?? 0
    for (const id of ids) change(market, id, "pause")
    expect(refusalOf(change(market, last, "pause"))).toBe("PAUSED_COUNT")
    expect(openOf(market).map(({ id }) => id)).toEqual([last])
    change(market, ids[0] ?? 0, "end")
    expect(refusalOf(change(market, last, "pause"))).toBeUndefined()
  })
})

describe("An iceberg that is paused (S21)", () => {
  test("comes back with its shown part and its client order id, as the group of its first order", () => {
    const market = spot()
    const { id } = iceberg(market, { clientOrderId: "ice" })
    market.market("bob", "sell", 6)
    const paused = viewOf(change(market, id, "pause"))
    expect(paused).toMatchObject({ id, kind: "iceberg", parts: [{ quantity: 14, shown: 4 }] })
    expect(market.balance("ann", "USDT")).toBe("999999460 + 0")
    change(market, id, "resume")
    const [order] = openOf(market)
    expect(order).toMatchObject({
      ...{ quantity: 14, shown: 4, hidden: 10, clientOrderId: "ice", group: id, groupKind: "iceberg" },
    })
    expect(market.levels("buy")).toEqual([[90, 4]])
    // By the same number again, whatever its order's own is by now.
    change(market, id, "pause")
    expect(standing(market, id)?.parts).toMatchObject([{ quantity: 14, shown: 4 }])
  })

  test("smaller than its part it shows all that there is", () => {
    const market = spot()
    const { id } = iceberg(market)
    market.market("bob", "sell", 17)
    change(market, id, "pause")
    expect(standing(market, id)?.parts).toMatchObject([{ quantity: 3, shown: 3 }])
    expect(viewOf(change(market, id, "resume")).parts).toEqual([])
    expect(market.levels("buy")).toEqual([[90, 3]])
  })

  test("too small for the market by then it stays paused, and says so", () => {
    const market = spot({ minQuantity: 3 as Lots })
    const { id } = iceberg(market)
    market.market("bob", "sell", 18)
    change(market, id, "pause")
    expect(viewOf(change(market, id, "resume")).parts).toMatchObject([
      { quantity: 2, refusal: "MIN_QUANTITY" },
    ])
    expect(told(change(market, id, "end"))).toEqual([])
    expect(market.engine.save().paused).toBeUndefined()
  })

  test("its own pair doesn't count against it as it is resumed", () => {
    const market = new TestExchange(perpetualInstrument(), {}, START)
    market.quote(100)
    market.tick(1_000)
    market.buy("cat", 99, 50)
    const part = { stopLoss: { price: 50 as Ticks }, targetsPart: true } as const
    const { id } = iceberg(market, part)
    // All the other pairs that a position may have are those of orders that wait.
    for (let more = 1; more < PART_PAIRS_MAX; more += 1) orderOf(market.buy("ann", 80, 1, part))
    market.sell("bob", 90, 55)
    change(market, id, "pause")
    expect(viewOf(change(market, id, "resume")).parts).toEqual([])
    expect(refusalOf(market.buy("ann", 80, 1, part))).toBe("STOPS")
  })

  test("of a contract it keeps reduce-only, and take-profit and stop-loss for a part with the pair they have made", () => {
    const market = new TestExchange(perpetualInstrument(), {}, START)
    market.quote(100)
    market.tick(1_000)
    market.buy("cat", 99, 50)
    const stopLoss = { price: 50 as Ticks }
    const { id } = iceberg(market, { stopLoss, targetsPart: true })
    market.sell("bob", 90, 55)
    const pairs = () =>
      market.engine.state.clearings.perpetual.accounts.targets
        .entries(market.instrument)
        .flatMap(({ position }) => position.pairs.map(({ id: pair, size }) => [pair, size]))
    const [[pair] = []] = pairs()
    change(market, id, "pause")
    expect(standing(market, id)?.parts).toMatchObject([{ quantity: 15, stopLoss, targetsPart: true, pair }])
    expect(viewOf(change(market, id, "resume")).parts).toEqual([])
    market.sell("bob", 90, 5)
    expect(pairs()).toEqual([[pair, 1_000_000_000n]])
    const closing = orderOf(market.sell("ann", 200, 8, { shown: 2 as Lots, reduceOnly: true }))
    change(market, closing.id, "pause")
    expect(standing(market, closing.id)?.reduceOnly).toBe(true)
    market.buy("cat", 95, 50)
    market.market("ann", "sell", 10, { reduceOnly: true })
    expect(viewOf(change(market, closing.id, "resume")).parts).toMatchObject([
      { refusal: "REDUCE_ONLY_NO_POSITION" },
    ])
  })
})
