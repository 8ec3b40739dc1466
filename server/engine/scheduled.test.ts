/** Checks that everything due happens, in its order (T2, T3, T5, P2 to P5, N3, N4). */

import { describe, expect, test } from "vitest"
import {
  coins,
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  SPOT,
  TestExchange,
} from "#tests/support/test-exchange.ts"
import type { EngineEvent } from "./event.ts"

const HOUR = 3_600_000
const eventsOf = <Type extends EngineEvent["type"]>(events: readonly EngineEvent[], type: Type) =>
  events.filter((event): event is Extract<EngineEvent, { type: Type }> => event.type === type)

/** A perpetual listed at 00:00:00.500, its index at 100, and a book of 99 and 102 deep enough for the impact. */
function perpetual(fields: Parameters<typeof perpetualInstrument>[0] = {}) {
  const exchange = new TestExchange(perpetualInstrument(fields), {}, 500)
  exchange.quote(100)
  exchange.buy("house-maker", 99, 100)
  exchange.sell("house-maker", 102, 100)
  return exchange
}

/** Lets seconds pass one by one, the index quoted in each. */
function pass(exchange: TestExchange, seconds: number, quote = 100): EngineEvent[] {
  const events: EngineEvent[] = []
  for (let second = 0; second < seconds; second += 1) {
    events.push(...exchange.quote(quote).events)
    events.push(...exchange.tick(1_000).events)
  }
  return events
}

describe("Timers (T2, T3)", () => {
  test("a spot market has none", () => {
    const exchange = new TestExchange({ ...perpetualInstrument(), kind: "spot", id: SPOT })
    expect(exchange.engine.nextDue()).toBeUndefined()
  })

  test("a perpetual is marked at each whole second, before the command of that millisecond", () => {
    const exchange = perpetual()
    expect(exchange.engine.nextDue()).toBe(1_000)
    exchange.time = 2_000
    const { events } = exchange.buy("ann", 101, 1)
    expect(events.map(({ type }) => type)).toEqual(["mark", "mark", "order", "depth"])
    expect(exchange.engine.nextDue()).toBe(3_000)
  })

  test("the mark tells index, mark, running rate and next funding", () => {
    const exchange = perpetual()
    // P1 = 100, P2 = 100.5, last = index
    expect(exchange.tick(500).events).toEqual([
      {
        type: "mark",
        time: 1_000,
        instrument: PERPETUAL,
        index: coins(100),
        mark: coins(100),
        rate: 0n,
        nextFunding: 8 * HOUR,
      },
    ])
    exchange.buy("house-crowd", 102, 1)
    expect(eventsOf(exchange.tick(1_000).events, "mark")).toMatchObject([{ mark: coins(100.5) }])
  })

  test("a premium sample comes before the mark of the same second, which tells its rate", () => {
    const exchange = perpetual()
    const marks = eventsOf(pass(exchange, 5), "mark")
    // index between the impact prices: premium 0, rate = the interest
    expect(marks.map(({ rate }) => rate)).toEqual([0n, 0n, 0n, 0n, 10_000n])
  })

  test("commands in which nothing is due tell nothing of it", () => {
    expect(perpetual().tick(499).events).toEqual([])
  })
})

describe("Funding (P4, P5)", () => {
  test("is fixed at the moment, before the mark and any command of that millisecond", () => {
    const exchange = perpetual()
    exchange.time = 8 * HOUR - 5_500
    pass(exchange, 5)
    exchange.quote(100)
    exchange.time = 8 * HOUR
    const { events } = exchange.buy("ann", 101, 1)
    expect(events.map(({ type }) => type)).toEqual([
      ...["funding-rate", "open-interest", "mark", "order", "depth"],
    ])
    const settled = { instrument: PERPETUAL, rate: 10_000n, mark: coins(100), time: 8 * HOUR }
    expect(events[0]).toEqual({ type: "funding-rate", ...settled })
    expect(events[2]).toMatchObject({ nextFunding: 16 * HOUR })
  })

  test("its sample at the moment belongs to the next interval", () => {
    const exchange = perpetual()
    exchange.time = 8 * HOUR - 500
    exchange.quote(100)
    const events = exchange.tick(500).events
    expect(eventsOf(events, "funding-rate")).toMatchObject([{ rate: 0n }])
    expect(eventsOf(events, "mark")).toMatchObject([{ rate: 10_000n }])
  })

  test("the settled rate moves P1 of the next interval", () => {
    // bids far above the index: premium at its bound
    const exchange = new TestExchange(perpetualInstrument({ markBand: 50_000_000n }), {}, 8 * HOUR - 5_500)
    exchange.quote(100)
    exchange.buy("house-maker", 120, 100)
    exchange.sell("house-maker", 121, 100)
    exchange.tick(500)
    exchange.quote(100)
    const events = exchange.tick(5_000).events
    expect(eventsOf(events, "funding-rate")).toMatchObject([{ rate: 300_000n }])
    // P1 = 100.3, P2 = 120.5, last = index 100
    expect(eventsOf(events, "mark").at(-1)).toMatchObject({ mark: coins(100.3) })
  })
})

describe("Pauses", () => {
  test("N4: a stale index refuses orders that open and freezes the mark until the next tick", () => {
    const exchange = perpetual()
    exchange.tick(1_000)
    const { id } = orderOf(exchange.buy("ann", 98, 5))
    exchange.time = 10_500
    expect(refusalOf(exchange.buy("ann", 98, 1))).toBe("INDEX_STALE")
    expect(refusalOf(exchange.amend("ann", id, { price: 97 }))).toBe("INDEX_STALE")
    expect(refusalOf(exchange.reduce("ann", id, 1))).toBeUndefined()
    expect(exchange.tick(1_000).events).toEqual([])
    exchange.quote(100)
    expect(refusalOf(exchange.buy("ann", 98, 1))).toBeUndefined()
    expect(eventsOf(exchange.tick(1_000).events, "mark")).toHaveLength(1)
  })

  test("N3: cancel-only goes on marking; halted doesn't, and its funding is recorded at rate 0", () => {
    const exchange = perpetual()
    exchange.time = 8 * HOUR - 5_500
    exchange.quote(100)
    exchange.run({ type: "instrument.state", instrument: PERPETUAL, state: "cancel-only" })
    expect(eventsOf(exchange.tick(1_000).events, "mark")).toHaveLength(1)
    exchange.run({ type: "instrument.state", instrument: PERPETUAL, state: "halted" })
    exchange.quote(100)
    const events = exchange.tick(5_000).events
    expect(events.map(({ type }) => type)).toEqual(["funding-rate", "open-interest"])
    expect(events[0]).toMatchObject({ rate: 0n })
  })

  test("an empty side gives no sample", () => {
    const exchange = new TestExchange(perpetualInstrument(), {}, 500)
    exchange.buy("house-maker", 150, 100)
    const marks = eventsOf(pass(exchange, 6), "mark")
    expect(marks.map(({ mark, rate }) => [mark, rate])).toEqual(marks.map(() => [coins(100), 0n]))
  })

  test("T5, T6: after downtime marks and samples come once, each funding for itself", () => {
    const exchange = perpetual()
    exchange.time = 17 * HOUR + 1_500
    const events = exchange.quote(100).events
    expect(eventsOf(events, "funding-rate").map(({ time, rate }) => [time / HOUR, rate])).toEqual([
      [8, 0n],
      [16, 0n],
    ])
    expect(eventsOf(events, "mark")).toEqual([])
    expect(eventsOf(exchange.tick(500).events, "mark")).toHaveLength(1)
    expect(exchange.engine.nextDue()).toBe(17 * HOUR + 3_000)
  })

  test("within a minute each missed second is marked for itself", () => {
    const exchange = perpetual()
    exchange.time = 9_000
    expect(eventsOf(exchange.run({ type: "clock.tick" }).events, "mark")).toHaveLength(9)
  })
})
