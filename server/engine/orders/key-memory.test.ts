/** Checks that a key acts once, for an hour (S12). */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import {
  coins,
  orderOf,
  refusalOf,
  spotInstrument,
  TestExchange,
  tradesOf,
} from "#tests/support/test-exchange.ts"

const exchange = (fields: Parameters<typeof spotInstrument>[0] = {}) =>
  new TestExchange(spotInstrument(fields))

describe("Keys (S12)", () => {
  const place = (market: TestExchange, quantity = 1, account = "ann") =>
    market.buy(account, 100, quantity, { clientOrderId: "k-1" })

  test("the same key with the same body gives the first answer again, and nothing happens", () => {
    const market = exchange()
    const first = place(market)
    market.cancel("ann", orderOf(first).id)
    const again = place(market)
    expect([again.answer, again.events]).toEqual([first.answer, []])
    expect(market.engine.openOrders).toBe(0)
  })

  const fokTwice = (more: { keysMax?: number }) => {
    const market = exchange()
    const fok = { timeInForce: "fok", clientOrderId: "k-2", ...more } as const
    expect(refusalOf(market.buy("ann", 100, 1, fok))).toBe("FOK_NOT_FILLABLE")
    market.sell("bob", 100, 1)
    return { market, again: market.buy("ann", 100, 1, fok) }
  }

  test("what is remembered of every kind of answer is the very answer", () => {
    const market = exchange()
    market.sell("bob", 100, 2)
    const given = (command: Command) => {
      const [first, again] = [market.run(command), market.run(command)]
      expect(again.answer).toEqual(first.answer)
      expect([first.answer.ok, again.events, again.money]).toEqual([true, [], []])
    }
    const order = { type: "order.place", account: "ann", instrument: market.instrument, keysMax: 99 } as const
    const limit = { ...order, side: "buy", orderType: "limit", price: 100 as Ticks } as const
    given({ ...limit, quantity: 3 as Lots, clientOrderId: "a" })
    given({ ...limit, quantity: 1 as Lots, clientOrderId: "b", postOnly: true, sentAt: 0 })
    given({
      ...limit,
      orderType: "stop-limit",
      stopPrice: 200 as Ticks,
      quantity: 1 as Lots,
      clientOrderId: "c",
    })
    market.sell("bob", 101, 2)
    given({ ...order, side: "buy", orderType: "market", budget: coins(150), clientOrderId: "d" })
    given({ type: "order.amend", account: "ann", clientOrderId: "a", quantity: 9 as Lots, key: "e" })
    const money = { account: "ann", currency: "USDT", amount: coins(5) } as const
    given({ type: "transfer", from: "funding", to: "contract", ...money, key: "f" })
    given({ type: "faucet.draw", account: "ann", amounts: [money], key: "g" })
    const restored = createEngine()
    restored.load(market.engine.save())
    expect(restored.state.keys.list()).toEqual(market.engine.state.keys.list())
    const query = { type: "order.query", account: "ann", clientOrderId: "d" } as const
    expect(restored.apply({ seq: 1_000, time: 0, command: query }).answer).toEqual(market.run(query).answer)
  })

  test("a refusal changed nothing and isn't remembered: its key is judged anew", () => {
    const { market, again } = fokTwice({ keysMax: 10 })
    expect([refusalOf(again), tradesOf(again)]).toEqual([undefined, ["100 × 1"]])
    expect(market.engine.rememberedKeys).toBe(1)
  })

  test("in a command log of before, which says no quota, a refusal is remembered like any answer", () => {
    expect(refusalOf(fokTwice({}).again)).toBe("FOK_NOT_FILLABLE")
  })

  test("the same key with another body is KEY_CONFLICT; another account's key is another key", () => {
    const market = exchange()
    place(market)
    expect(refusalOf(place(market, 2))).toBe("KEY_CONFLICT")
    expect(refusalOf(place(market, 2, "bob"))).toBeUndefined()
  })

  test("a key is free again after an hour of engine time, and forgotten by then", () => {
    const market = exchange()
    place(market)
    market.time += 3_599_999
    expect(refusalOf(place(market, 2))).toBe("KEY_CONFLICT")
    expect(market.engine.nextDue()).toBe(3_600_000)
    market.tick(1)
    expect([market.engine.rememberedKeys, market.engine.nextDue()]).toEqual([0, undefined])
    expect(refusalOf(place(market, 2))).toBeUndefined()
  })

  test("house accounts need none: theirs are not remembered", () => {
    const market = exchange()
    place(market, 1, "house-maker")
    expect(refusalOf(place(market, 2, "house-maker"))).toBeUndefined()
    expect(market.engine.rememberedKeys).toBe(0)
  })

  test("a key of other characters or length is FORMAT", () => {
    const keyed = (clientOrderId: string) => refusalOf(exchange().buy("ann", 100, 1, { clientOrderId }))
    expect([keyed("a b"), keyed(""), keyed("x".repeat(37)), keyed("AZaz09._:/-")]).toEqual([
      "FORMAT",
      "FORMAT",
      "FORMAT",
      undefined,
    ])
  })
})

describe("Quotas of keys (S12)", () => {
  const KEYS_MAX = 150
  const OWN_MAX = 40
  const OF_EARLIER_LOGS = {}
  const HOSTILE = Array.from({ length: 15 }, (_, place) => `hostile-${place}`)

  class Keyed {
    market = new TestExchange(spotInstrument(), { keysMax: KEYS_MAX })
    #keys = 0
    /** Places an order under a new key and cancels it; answers the refusal. */
    trade(account: string, quota: { keysMax?: number } = { keysMax: OWN_MAX }): string | undefined {
      this.#keys += 1
      const clientOrderId = `k-${this.#keys}`
      const placed = this.market.buy(account, 100, 1, { clientOrderId, ...quota })
      if (placed.answer.ok) this.market.cancel(account, orderOf(placed).id)
      return refusalOf(placed)
    }
    /** Trades until it is refused; answers how often it wasn't, and the refusal. */
    tradeOn(account: string, quota?: { keysMax?: number }): [number, string] {
      for (let done = 0; ; done += 1) {
        const refusal = this.trade(account, quota)
        if (refusal !== undefined) return [done, refusal]
      }
    }
  }

  test("an account has as many keys as its own rate limit gives in an hour, then RATE_LIMIT", () => {
    const keyed = new Keyed()
    expect(keyed.tradeOn("ann")).toEqual([OWN_MAX, "RATE_LIMIT"])
    expect(keyed.trade("bob")).toBeUndefined()
    keyed.market.tick(3_600_000)
    expect(keyed.tradeOn("ann")).toEqual([OWN_MAX, "RATE_LIMIT"])
  })

  test("fifteen accounts that use up all memory don't keep a sixteenth from its equal share", () => {
    const keyed = new Keyed()
    const taken = HOSTILE.map((account) => keyed.tradeOn(account)[0])
    expect(taken.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(KEYS_MAX)
    for (const account of HOSTILE) expect(keyed.trade(account)).toMatch(/ENGINE_BUSY|RATE_LIMIT/)
    const [done, refusal] = keyed.tradeOn("honest")
    expect([done, refusal]).toEqual([Math.ceil(KEYS_MAX / 16), "ENGINE_BUSY"])
  })

  test("a restored memory counts each account's keys as before", () => {
    const keyed = new Keyed()
    keyed.tradeOn("ann")
    const restored = createEngine()
    restored.load(keyed.market.engine.save())
    const keys = restored.state.keys
    expect(keys.checkRoom("ann", OWN_MAX)).toEqual({ name: "RATE_LIMIT" })
    expect([keys.checkRoom("ann", OWN_MAX + 1), keys.checkRoom("bob", 1)]).toEqual([undefined, undefined])
  })

  test("a command log of before has one memory for all, as it had then", () => {
    const keyed = new Keyed()
    expect(keyed.tradeOn("ann", OF_EARLIER_LOGS)).toEqual([KEYS_MAX, "ENGINE_BUSY"])
    expect(keyed.market.buy("bob", 100, 1, { clientOrderId: "k" }).answer).toMatchObject({
      problem: { name: "ENGINE_BUSY" },
    })
  })
})
