/** Take-profit and stop-loss, on a position and with an order: set, fired, ended with it (P23, P24). */

import { beforeEach, describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { Command, SetTargets, TargetTerms } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import {
  coins,
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  TestExchange,
} from "#tests/support/test-exchange.ts"

let market: TestExchange

/** Index, mark and last at 100; one tick is 1 USDT, one lot 1 ABC. `ann` is long 10. */
beforeEach(() => {
  market = new TestExchange(perpetualInstrument())
  market.quote(100)
  market.tick(1_000)
  market.sell("cat", 100, 10)
  market.buy("ann", 100, 10)
})

const at = (
  price: number,
  more: Omit<TargetTerms, "price" | "limit"> & { limit?: number } = {},
): TargetTerms => ({ ...more, price: price as Ticks }) as TargetTerms
const last = (price: number, limit?: number) =>
  at(price, { source: "last", ...(limit === undefined ? {} : { limit }) })
const set = (more: Omit<Partial<SetTargets>, "quantity"> & { quantity?: number }) =>
  market.run({
    type: "position.tpsl",
    account: "ann",
    instrument: PERPETUAL,
    slot: "net",
    ...more,
  } as Command)
const position = () =>
  market.engine.state.clearings.perpetual.accounts.known("ann")?.known(PERPETUAL)?.positions.net
const size = () => Number((position()?.size ?? 0n) / 100_000_000n)
const pairs = () =>
  (position()?.pairs ?? []).map(({ size: of }) => (of === undefined ? "all" : Number(of / 100_000_000n)))
const tradeAt = (price: number) => {
  market.sell("cat", price, 1)
  return market.buy("bob", price, 1)
}
/** The index for the next mark. */
const markTo = (price: number) => {
  market.tick(1_500)
  market.quote(price)
  return market.tick(1_000)
}
const sent = (events: readonly EngineEvent[]) =>
  events.flatMap((event) =>
    event.type === "order" && event.order.origin ? [[event.order.origin, event.order.executed]] : [],
  )

describe("on a position (P23)", () => {
  test("it closes all of it when the price is reached, and ends with it", () => {
    set({ takeProfit: last(110), stopLoss: last(90) })
    market.buy("house-maker", 109, 20)
    expect(sent(tradeAt(110).events)).toEqual([["take-profit", 10]])
    expect([size(), pairs()]).toEqual([0, []])
  })

  test("its source is the mark unless the last price was chosen", () => {
    set({ takeProfit: at(102), stopLoss: last(90) })
    market.buy("house-maker", 99, 20)
    expect(sent(tradeAt(105).events)).toEqual([])
    expect(sent(markTo(106).events)).toEqual([["take-profit", 10]])
  })

  test("a whole one follows the position's size; a part is never larger than it", () => {
    set({ stopLoss: last(90) })
    set({ quantity: 8, takeProfit: last(110) })
    expect(pairs()).toEqual(["all", 8])
    market.buy("cat", 100, 5)
    market.sell("ann", 100, 5)
    expect(pairs()).toEqual(["all", 5])
    market.buy("house-maker", 90, 20)
    market.sell("bob", 90, 1)
    expect(size()).toBe(0)
  })

  test("what one side of a pair closes is gone for the other", () => {
    set({ quantity: 6, takeProfit: last(110), stopLoss: last(90) })
    market.buy("house-maker", 109, 4)
    expect(sent(tradeAt(110).events)).toEqual([["take-profit", 4]])
    expect([size(), pairs()]).toEqual([6, [2]])
    market.buy("house-maker", 89, 20)
    expect(sent(market.sell("bob", 89, 1).events)).toEqual([["stop-loss", 2]])
    expect([size(), pairs()]).toEqual([4, []])
  })

  test("with a limit it is filled no worse, and what is left is tried again a second later", () => {
    set({ takeProfit: last(110, 110) })
    market.buy("house-maker", 109, 20)
    expect(sent(tradeAt(110).events)).toEqual([["take-profit", 0]])
    expect(sent(tradeAt(111).events)).toEqual([])
    market.buy("house-maker", 111, 20)
    expect(sent(market.tick(2_000).events)).toEqual([["take-profit", 10]])
  })

  test("the stop goes before the take-profit, and accounts by their id", () => {
    market.sell("cat", 100, 5)
    market.buy("aaa", 100, 5)
    set({ stopLoss: last(95), takeProfit: last(130) })
    market.run({
      type: "position.tpsl",
      account: "aaa",
      instrument: PERPETUAL,
      slot: "net",
      stopLoss: last(95),
    } as Command)
    market.buy("house-maker", 94, 50)
    const { events } = market.sell("bob", 94, 1)
    const accounts = events.flatMap((event) =>
      event.type === "order" && event.order.origin ? [event.order.account] : [],
    )
    expect(accounts).toEqual(["aaa", "ann"])
  })

  test("P24: it goes before the liquidation that the same mark would bring", () => {
    // 1,000,000,000 USDT are far from it: the order of events alone is looked at.
    set({ stopLoss: at(95) })
    market.buy("house-maker", 93, 20)
    const { events } = markTo(94)
    expect(sent(events)).toEqual([["stop-loss", 10]])
    expect(events.some(({ type }) => type === "liquidation")).toBe(false)
  })

  test("it ends when the position turns around or is closed by another order", () => {
    set({ takeProfit: last(110), stopLoss: last(90) })
    set({ quantity: 4, takeProfit: last(120) })
    market.buy("cat", 100, 15)
    const { events } = market.sell("ann", 100, 15)
    expect([size(), pairs()]).toEqual([-5, []])
    const told = events.filter((event) => event.type === "position" && event.account === "ann")
    expect(told).toMatchObject([{ size: coins(-5) }])
    expect(told[0]).not.toHaveProperty("targets")
  })

  test("a short takes its profit below and stops its loss above", () => {
    market.buy("cat", 100, 20)
    market.sell("ann", 100, 20)
    expect(refusalOf(set({ takeProfit: last(110) }))).toBe("TRIGGER_WOULD_FIRE")
    set({ takeProfit: last(95), stopLoss: last(105) })
    market.sell("house-maker", 106, 20)
    expect(sent(tradeAt(105).events)).toEqual([["stop-loss", 10]])
  })

  test("refusals, in their order", () => {
    const stopLoss = last(90)
    expect(refusalOf(set({ stopLoss, instrument: "NO_SUCH" }))).toBe("UNKNOWN_INSTRUMENT")
    expect(refusalOf(set({ stopLoss, account: "bob" }))).toBe("UNKNOWN_POSITION")
    expect(refusalOf(set({ stopLoss, slot: "long" }))).toBe("UNKNOWN_POSITION")
    expect(refusalOf(set({ stopLoss, pair: 7 }))).toBe("UNKNOWN_POSITION")
    expect(refusalOf(set({ quantity: 3 }))).toBe("TYPE_COMBINATION")
    expect(refusalOf(set({ stopLoss: last(0.5) }))).toBe("TICK")
    expect(refusalOf(set({ stopLoss, quantity: 1.5 }))).toBe("LOT")
    expect(refusalOf(set({ stopLoss: last(100), quantity: 11 }))).toBe("TRIGGER_WOULD_FIRE")
    expect(refusalOf(set({ stopLoss, quantity: 11 }))).toBe("OVER_POSITION")
    for (let count = 0; count < 10; count += 1) set({ stopLoss, quantity: 1 })
    expect(refusalOf(set({ stopLoss, quantity: 1 }))).toBe("STOPS")
    market.run({ type: "instrument.state", instrument: PERPETUAL, state: "halted" })
    expect(refusalOf(set({ stopLoss }))).toBe("TRADING_STATE")
    market.run({ type: "user.freeze", account: "ann", isFrozen: true })
    expect(refusalOf(set({ stopLoss }))).toBe("ACCOUNT_FROZEN")
    const pair = position()?.pairs[0]?.id ?? 0
    expect(refusalOf(set({ pair }))).toBeUndefined()
    expect(pairs()).toHaveLength(9)
  })

  test("a pair is changed by its id, and a key sets it once", () => {
    const add = () => set({ quantity: 3, takeProfit: last(120), key: "once" })
    expect([refusalOf(add()), refusalOf(add()), pairs()]).toEqual([undefined, undefined, [3]])
    const pair = position()?.pairs[0]?.id ?? 0
    set({ pair, stopLoss: last(80) })
    expect(position()?.pairs).toMatchObject([{ id: pair, size: coins(3), stopLoss: { price: 80 } }])
    expect(position()?.pairs[0]).not.toHaveProperty("takeProfit")
  })

  test("nothing fires while the contract isn't open (N3), and a restored engine goes on", () => {
    set({ stopLoss: at(95) })
    market.buy("house-maker", 93, 20)
    market.run({ type: "instrument.state", instrument: PERPETUAL, state: "cancel-only" })
    expect(sent(markTo(94).events)).toEqual([])
    market.run({ type: "instrument.state", instrument: PERPETUAL, state: "open" })
    const twin = createEngine()
    twin.load(market.engine.save())
    expect(twin.save()).toEqual(market.engine.save())
    expect(sent(market.tick(1_000).events)).toEqual([["stop-loss", 10]])
  })
})

describe("with an order (P23)", () => {
  const buy = (price: number, quantity: number, more: Record<string, unknown>) =>
    market.place("bob", "buy", { price: price as Ticks, quantity: quantity as Lots, ...more })
  const bobs = () =>
    market.engine.state.clearings.perpetual.accounts.known("bob")?.known(PERPETUAL)?.positions.net

  test("the first fill sets it for the whole position", () => {
    const { id } = orderOf(buy(98, 6, { takeProfit: last(110), stopLoss: at(90) }))
    expect(market.engine.order(id)).toMatchObject({ takeProfit: { price: 110 }, stopLoss: { price: 90 } })
    market.sell("cat", 98, 2)
    expect(market.engine.order(id)).not.toHaveProperty("takeProfit")
    const [whole, ...others] = bobs()?.pairs ?? []
    expect([whole?.size, whole?.takeProfit?.price, whole?.stopLoss?.source, others]).toEqual([
      undefined,
      110,
      "mark",
      [],
    ])
  })

  test("for a part it grows with what the order opens", () => {
    buy(98, 6, { stopLoss: last(90), targetsPart: true })
    market.sell("cat", 98, 2)
    market.sell("cat", 98, 3)
    expect(bobs()?.pairs.map((pair) => pair.size)).toEqual([coins(5)])
  })

  test("it is compared by the price that the order would open at", () => {
    // Last and mark at 100: bought at 90, a profit at 95 is still to come, a loss at 95 isn't.
    expect(refusalOf(buy(90, 1, { stopLoss: last(95) }))).toBe("TRIGGER_WOULD_FIRE")
    expect(refusalOf(buy(90, 1, { takeProfit: last(95) }))).toBeUndefined()
    expect(refusalOf(buy(103, 1, { stopLoss: last(101) }))).toBe("TRIGGER_WOULD_FIRE")
    expect(refusalOf(market.market("bob", "buy", 1, { takeProfit: at(99) }))).toBe("TRIGGER_WOULD_FIRE")
  })

  test("what only closes has none", () => {
    const close = { reduceOnly: true, takeProfit: last(110) }
    expect(
      refusalOf(market.place("ann", "sell", { price: 100 as Ticks, quantity: 1 as Lots, ...close })),
    ).toBe("TYPE_COMBINATION")
    expect(refusalOf(buy(98, 6, { targetsPart: true }))).toBe("TYPE_COMBINATION")
  })

  test("a stop with one fires first and is protected then", () => {
    const { id } = orderOf(
      market.place("bob", "buy", {
        orderType: "stop-market",
        stopPrice: 105 as Ticks,
        quantity: 2 as Lots,
        stopLoss: last(103),
      }),
    )
    market.sell("house-maker", 105, 5)
    market.buy("cat", 105, 1)
    expect(market.engine.order(id)).toBeUndefined()
    expect(bobs()?.pairs).toMatchObject([{ stopLoss: { price: 103 } }])
  })
})
