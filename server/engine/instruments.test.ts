/** Checks listing and changing instruments (N3, N5). */

import { describe, expect, test } from "vitest"
import {
  coins,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  SPOT,
  spotInstrument,
  TestExchange,
} from "#tests/support/test-exchange.ts"

const HOUR = 3_600_000
const set = (
  exchange: TestExchange,
  instrument: ReturnType<typeof spotInstrument | typeof perpetualInstrument>,
) => exchange.run({ type: "instrument.set", instrument })

describe("Listing (N5)", () => {
  test("tells the instrument with its state", () => {
    expect(new TestExchange(spotInstrument({ state: "halted" })).events).toEqual([
      { type: "instrument", instrument: SPOT, state: "halted" },
    ])
  })

  test("what core forbids is refused with its reasons, and nothing is listed", () => {
    const exchange = new TestExchange(spotInstrument())
    const { answer } = set(exchange, spotInstrument({ id: "XYZ_USDT", notionalUnit: 7n }))
    expect(answer).toMatchObject({
      ok: false,
      problem: {
        name: "FORMAT",
        values: { instrument: "XYZ_USDT", reason: expect.stringContaining("says K = 7") },
      },
    })
    expect(exchange.engine.instrumentState("XYZ_USDT")).toBeUndefined()
  })

  test("funding hours must divide a day (P5)", () => {
    expect(refusalOf(set(new TestExchange(spotInstrument()), perpetualInstrument({ fundingHours: 5 })))).toBe(
      "FORMAT",
    )
  })

  test("new limits hold at once; book, last price and trade ids go on", () => {
    const exchange = new TestExchange(spotInstrument())
    exchange.sell("ann", 100, 5)
    exchange.buy("bob", 100, 1)
    set(exchange, spotInstrument({ maxOpenOrders: 1, priceRule: "strict" }))
    expect(refusalOf(exchange.sell("ann", 100, 1))).toBe("OPEN_ORDERS")
    expect(refusalOf(exchange.buy("bob", 101, 1))).toBe("PRICE_RULE")
    expect(exchange.buy("bob", 100, 1).events[0]).toMatchObject({ type: "trade", id: 2 })
  })

  test("its currencies don't change while somebody has an order: what that holds is of the old ones", () => {
    const exchange = new TestExchange(spotInstrument())
    exchange.sell("ann", 100, 5)
    exchange.run({ type: "instrument.state", instrument: SPOT, state: "cancel-only" })
    for (const other of [{ base: "XYZ" }, { quote: "XYZ" }])
      expect(refusalOf(set(exchange, spotInstrument(other)))).toBe("TRADING_STATE")
  })

  test("tick and lot change only while it isn't open and nobody has an order; trade ids still go on", () => {
    const exchange = new TestExchange(spotInstrument())
    exchange.sell("ann", 100, 5)
    exchange.buy("bob", 100, 1)
    const finer = spotInstrument({ tick: coins(0.1), notionalUnit: coins(0.1), state: "open" })
    expect(refusalOf(set(exchange, finer))).toBe("TRADING_STATE")
    exchange.run({ type: "instrument.state", instrument: SPOT, state: "cancel-only" })
    expect(refusalOf(set(exchange, finer))).toBe("TRADING_STATE")
    exchange.cancel("ann", 1)
    expect(refusalOf(set(exchange, finer))).toBeUndefined()
    exchange.sell("ann", 1_005, 5)
    expect(exchange.buy("bob", 1_005, 2).events[0]).toMatchObject({ type: "trade", id: 2, price: 1_005 })
    expect(exchange.engine.order(3)).toMatchObject({ executedQuote: coins(201) })
  })

  test("a perpetual whose funding hours change is funded by the new ones", () => {
    const exchange = new TestExchange(perpetualInstrument(), {}, 500)
    set(exchange, perpetualInstrument({ fundingHours: 4 }))
    exchange.time = 4 * HOUR
    expect(exchange.run({ type: "clock.tick" }).events).toMatchObject([
      { type: "funding-rate", instrument: PERPETUAL, time: 4 * HOUR },
      { type: "open-interest", instrument: PERPETUAL, time: 4 * HOUR },
    ])
    exchange.time = 8 * HOUR
    const { events } = exchange.run({ type: "clock.tick" })
    expect(events.filter(({ type }) => type === "funding-rate")).toHaveLength(1)
  })

  test("a state of what isn't listed is UNKNOWN_INSTRUMENT", () => {
    const exchange = new TestExchange(spotInstrument())
    const outcome = exchange.run({ type: "instrument.state", instrument: "NO_SUCH", state: "open" })
    expect(refusalOf(outcome)).toBe("UNKNOWN_INSTRUMENT")
  })
})
