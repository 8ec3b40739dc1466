/** The engine keeps the order of commands, takes quotes, and forgets what has ended. */

import { describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import {
  coins,
  orderOf,
  refusalOf,
  SPOT,
  spotInstrument,
  TestExchange,
} from "#tests/support/test-exchange.ts"
import type { FeedQuote } from "./command.ts"
import { createEngine } from "./engine.ts"
import { INDEXES_MAX } from "./instruments.ts"
import { INDEX_SOURCES_MAX } from "./pricing/index-price.ts"

const quote = (fields: Partial<FeedQuote> = {}): FeedQuote => ({
  type: "feed.quote",
  index: SPOT,
  source: "one",
  last: 100n as Price8,
  ...fields,
})

describe("The order of commands (T1)", () => {
  const following = (seq: number, time: number) => {
    const engine = createEngine()
    engine.apply({ seq: 5, time: 1_000, command: { type: "clock.tick" } })
    return () => engine.apply({ seq, time, command: { type: "clock.tick" } })
  }
  test("a sequence that doesn't rise and a time that falls are bugs of the caller", () => {
    expect(following(5, 1_000)).toThrow(RangeError)
    expect(following(6, 999)).toThrow(RangeError)
    expect(following(6, 1_000)).not.toThrow()
    expect(following(9, 2_000)).not.toThrow()
  })
})

describe("Quotes (P1)", () => {
  test("each accepted one is an index event, numbered without gaps", () => {
    const exchange = new TestExchange(spotInstrument(), {}, 70)
    const sources = (usdt: number) => [{ source: "one", price: coins(usdt), weight: 1n }]
    const events = [100, 101].map((price) => exchange.quote(price).events)
    expect(events).toEqual([
      [{ type: "index", index: SPOT, seq: 1, time: 70, price: coins(100), sources: sources(100) }],
      [{ type: "index", index: SPOT, seq: 2, time: 70, price: coins(101), sources: sources(101) }],
    ])
    expect(exchange.engine.indexPrice(SPOT)).toBe(coins(101))
  })

  test("one without a price, or a jump that waits, is taken and tells nothing", () => {
    const exchange = new TestExchange(spotInstrument())
    expect(exchange.run({ type: "feed.quote", index: SPOT, source: "one", bid: 5n as Price8 })).toMatchObject(
      {
        answer: { ok: true, value: {} },
        events: [],
      },
    )
    exchange.quote(100)
    expect(exchange.quote(120).events).toEqual([])
  })

  test("sources weigh as the settings say", () => {
    const exchange = new TestExchange(spotInstrument(), { indexWeights: new Map([["two", 3n]]) })
    exchange.quote(100, "one")
    exchange.quote(104, "two")
    expect(exchange.engine.indexPrice(SPOT)).toBe(coins(103))
  })

  test("sources of an index and indexes of an engine are limited", () => {
    const exchange = new TestExchange(spotInstrument())
    for (let count = 0; count < INDEX_SOURCES_MAX; count += 1) exchange.run(quote({ source: `s${count}` }))
    expect(refusalOf(exchange.run(quote({ source: "one more" })))).toBe("UNKNOWN_INSTRUMENT")
    for (let count = 1; count < INDEXES_MAX; count += 1) exchange.run(quote({ index: `I${count}_USDT` }))
    expect(refusalOf(exchange.run(quote({ index: "MORE_USDT" })))).toBe("UNKNOWN_INSTRUMENT")
  })
})

describe("Memory", () => {
  test("an ended order is forgotten after the command that told its end", () => {
    const exchange = new TestExchange(spotInstrument())
    for (let round = 0; round < 100; round += 1) {
      const { id } = orderOf(exchange.sell("ann", 100, 1))
      exchange.buy("bob", 100, 1)
      expect([exchange.engine.openOrders, exchange.engine.order(id)]).toEqual([0, undefined])
    }
  })

  test("order ids go on from the first that the settings give", () => {
    const exchange = new TestExchange(spotInstrument(), { firstOrderId: 500 })
    expect([orderOf(exchange.buy("ann", 100, 1)).id, orderOf(exchange.buy("ann", 100, 1)).id]).toEqual([
      500, 501,
    ])
  })
})
