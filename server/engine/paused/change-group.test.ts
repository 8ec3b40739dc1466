/** Checks scaled orders and icebergs that are paused: money, remainders, refusals, ends, and the same over restarts (S21). */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { Command, PlaceOrder } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { OrderView } from "#server/engine/event.ts"
import { viewOrder } from "#server/engine/matching/order.ts"
import type { PlaceScaled } from "#server/engine/orders/group-command.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import {
  orderOf,
  perpetualInstrument,
  refusalOf,
  spotInstrument,
  TestExchange,
} from "#tests/support/test-exchange.ts"
import { PAUSED_MOST } from "./change-group.ts"
import type { PausedView } from "./paused.ts"

const START = 1_700_000_000_000
const MINUTE = 60_000
const spot = (more = {}) => new TestExchange(spotInstrument(more), {}, START)

type Fields<C> = { [Field in keyof C]?: C[Field] | undefined }
/** 2, 3 and 5 lots at 90, 85 and 80. */
const scaled = (market: TestExchange, more: Fields<PlaceScaled> = {}) => {
  const { answer } = market.run({
    ...{ type: "order.scaled", account: "ann", instrument: market.instrument, side: "buy" },
    ...{ from: 90, to: 80, count: 3, quantity: 10, distribution: "increasing", ...more },
  } as PlaceScaled)
  if (!answer.ok || !("orders" in answer.value)) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer.value.orders
}
const iceberg = (market: TestExchange, more: Partial<PlaceOrder> = {}) =>
  orderOf(market.buy("ann", 90, 20, { shown: 4 as Lots, ...more }))
const change = (market: TestExchange, group: number, act: "pause" | "resume" | "end", account = "ann") =>
  market.run({ type: "group.change", account, group, act })
const viewOf = ({ answer }: ReturnType<typeof change>): PausedView => {
  if (!answer.ok || !("paused" in answer.value)) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer.value.paused
}
const standing = (market: TestExchange, id: number) => market.engine.state.paused.get(id)?.view
const openOf = (market: TestExchange, account = "ann"): OrderView[] =>
  market.engine.state.orders
    .values()
    .filter((order) => order.account === account)
    .map(viewOrder)
const told = ({ events }: ReturnType<typeof change>) =>
  events.flatMap((event) =>
    event.type === "order" ? [[event.order.id, event.order.status, event.order.reason ?? ""]] : [],
  )
const endOf = (market: TestExchange, id: number) =>
  market.events.findLast((event) => event.type === "paused" && event.paused.id === id)

function restored(market: TestExchange): TestExchange {
  const saved = structuredClone(market.engine.save())
  const engine = createEngine()
  engine.load(saved)
  expect(engine.save()).toEqual(saved)
  return Object.assign(market, { engine })
}

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

  test("an OCO pair isn't paused", () => {
    const market = spot()
    market.sell("cat", 100, 1)
    market.market("bob", "buy", 1)
    const { answer } = market.run({
      ...{ type: "order.oco", account: "ann", instrument: market.instrument, side: "sell" },
      ...{ quantity: 4 as Lots, price: 120 as Ticks, stopPrice: 90 as Ticks, stopLimit: 85 as Ticks },
    })
    const group = answer.ok && "orders" in answer.value ? (answer.value.orders[0]?.group ?? 0) : 0
    expect(refusalOf(change(market, group, "pause"))).toBe("OCO_FIXED")
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

describe("What is paused ends (S21)", () => {
  test.each<[string, Command]>([
    ["OWNER", { type: "order.cancel-all", account: "ann" }],
    ["OWNER", { type: "order.cancel-all", account: "ann", instrument: "ABC_USDT", kind: "spot" }],
    ["COUNTDOWN", { type: "countdown.set", account: "ann", afterMs: 5_000 }],
    ["DELISTED", { type: "instrument.schedule", instrument: "ABC_USDT", delistAt: START + MINUTE }],
  ])("with %s by %j", (end, command) => {
    const market = spot()
    const id = scaled(market)[0]?.group ?? 0
    change(market, id, "pause")
    market.run(command)
    market.tick(MINUTE)
    expect([standing(market, id), endOf(market, id)]).toMatchObject([undefined, { end }])
  })

  test("with its group, and not with another market, kind or account", () => {
    const market = spot()
    const id = scaled(market)[0]?.group ?? 0
    change(market, id, "pause")
    market.run({ type: "order.cancel-all", account: "ann", kind: "perpetual" })
    market.run({ type: "order.cancel-all", account: "bob" })
    expect(refusalOf(market.run({ type: "order.cancel-all", account: "ann", group: id + 1 }))).toBe(
      "UNKNOWN_ORDER",
    )
    expect(standing(market, id)).toBeDefined()
    expect(refusalOf(market.run({ type: "order.cancel-all", account: "ann", group: id }))).toBeUndefined()
    expect(standing(market, id)).toBeUndefined()
  })

  test("at its time: an expired one isn't placed again, over a restart as well", () => {
    const market = spot()
    const expiresAt = START + MINUTE
    const [first] = scaled(market, { expiresAt })
    const later = iceberg(market, { expiresAt: expiresAt + 1 })
    const id = first?.group ?? 0
    for (const each of [id, later.id]) change(market, each, "pause")
    restored(market).tick(MINUTE - 1)
    expect(
      viewOf(change(market, id, "resume")).parts.every(({ refusal }) => refusal === "EXPIRY_RANGE"),
    ).toBe(true)
    market.tick(1)
    expect([endOf(market, id), standing(market, id)]).toMatchObject([{ end: "GTT" }, undefined])
    expect(standing(market, later.id)).toBeDefined()
    market.tick(1)
    expect([standing(market, later.id), market.engine.openOrders]).toEqual([undefined, 0])
  })

  test("a frozen account pauses and ends, and resumes nothing", () => {
    const market = spot()
    const id = scaled(market)[0]?.group ?? 0
    market.run({ type: "user.freeze", account: "ann", isFrozen: true })
    expect(refusalOf(change(market, id, "pause"))).toBeUndefined()
    expect(refusalOf(change(market, id, "resume"))).toBe("ACCOUNT_FROZEN")
    expect(standing(market, id)?.parts).toHaveLength(3)
    expect(refusalOf(change(market, id, "end"))).toBeUndefined()
  })

  test("while its market isn't open it is paused and stays so", () => {
    const market = spot()
    const id = scaled(market)[0]?.group ?? 0
    market.run({ type: "instrument.state", instrument: market.instrument, state: "halted" })
    change(market, id, "pause")
    const { parts } = viewOf(change(market, id, "resume"))
    expect(parts.map(({ refusal }) => refusal)).toEqual(Array(3).fill("TRADING_STATE"))
    market.run({ type: "instrument.state", instrument: market.instrument, state: "open" })
    expect(viewOf(change(market, id, "resume")).parts).toEqual([])
  })
})

describe("Whatever is paused and resumed (S21)", () => {
  test.each([1, 2, 3, 4, 5, 6])(
    "no lot is lost or doubled, and money comes back to the last digit, seed %i",
    (seed) => {
      const chance = new SeededChance(seed)
      for (let run = 0; run < 10; run += 1) {
        const market = spot()
        const before = market.engine.state.ledger.balance("ann", "funding", "USDT").available
        const isScaled = chance.happens(0.5)
        const total = chance.whole(40, 400)
        const id = isScaled
          ? (scaled(market, { quantity: total as Lots, count: 5, to: 70 as Ticks })[0]?.group ?? 0)
          : orderOf(market.buy("ann", 90, total, { shown: chance.whole(4, 40) as Lots })).id
        const filled = () =>
          market.events.reduce(
            (sum, event) => (event.type === "fill" && event.account === "ann" ? sum + event.quantity : sum),
            0,
          )
        const spent = () =>
          market.events.reduce(
            (sum, event) => (event.type === "fill" && event.account === "ann" ? sum + event.turnover : sum),
            0n,
          )
        const resting = () =>
          openOf(market).reduce((sum, each) => sum + (each.quantity ?? 0) - each.executed, 0)
        const waiting = () =>
          standing(market, id)?.parts.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0
        for (let step = 0; step < 40; step += 1) {
          const what = chance.whole(1, 6)
          if (what <= 2) change(market, id, "pause")
          else if (what <= 4) change(market, id, "resume")
          else if (what === 5) market.market("bob", "sell", chance.whole(1, 20))
          else {
            // Now and then somebody stands where it would rest.
            const ask = market.sell("bob", chance.whole(60, 95), 1, { postOnly: true })
            change(market, id, "resume")
            if (ask.answer.ok) market.run({ type: "order.cancel-all", account: "bob" })
          }
          if (chance.happens(0.1)) restored(market)
          expect([seed, run, step, filled() + resting() + waiting()]).toEqual([seed, run, step, total])
          if (resting() === 0) expect(market.balance("ann", "USDT")).toMatch(/ \+ 0$/)
        }
        const bought = filled()
        market.run({ type: "order.cancel-all", account: "ann" })
        expect(market.engine.save().paused).toBeUndefined()
        expect(market.engine.state.ledger.balance("ann", "funding", "USDT")).toMatchObject({
          available: before - spent(),
          held: 0n,
        })
        if (run === 0) expect(bought).toBeGreaterThan(0)
      }
    },
  )
})
