/** Open interest is the sum of all longs after each command, is told when it changes, and at a fixed step (P31). */

import { beforeEach, expect, test } from "vitest"
import { createEngine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { coins, PERPETUAL, perpetualInstrument, TestExchange } from "#tests/support/test-exchange.ts"

const QUARTER = 15 * 60_000

let market: TestExchange
/** Index and mark at 100; one lot is 1 ABC. */
beforeEach(() => {
  market = new TestExchange(perpetualInstrument(), {}, 10_000)
  market.quote(100)
  market.tick(1_000)
})

const toldBy = (events: readonly EngineEvent[]) =>
  events.filter((event) => event.type === "open-interest").map(({ size, isSample }) => [size, isSample])
const changed = (lots: number) => [[coins(lots), false]]
const held = (engine = market.engine) => engine.state.clearings.perpetual.accounts.interest.of(PERPETUAL)

test("it grows by what opens on both sides, and not by what changes hands", () => {
  market.sell("cat", 100, 10)
  expect(toldBy(market.buy("ann", 100, 4).events)).toEqual(changed(4))
  expect(toldBy(market.buy("house-maker", 100, 3).events)).toEqual(changed(7))
  // Ann sells to bob: one long for another.
  market.buy("bob", 99, 4)
  expect(toldBy(market.sell("ann", 99, 4).events)).toEqual([])
  expect(held()).toBe(coins(7))
})

test("it is told once a command, as it then stands, and falls with what closes", () => {
  for (const price of [100, 101, 102]) market.sell("cat", price, 2)
  expect(toldBy(market.buy("ann", 102, 6).events)).toEqual(changed(6))
  market.buy("cat", 99, 6)
  expect(toldBy(market.sell("ann", 99, 6).events)).toEqual(changed(0))
})

test("a position that turns around counts with what it opens on the other side", () => {
  market.sell("cat", 100, 4)
  market.buy("ann", 100, 4)
  market.buy("cat", 100, 10)
  expect(toldBy(market.sell("ann", 100, 10).events)).toEqual(changed(6))
})

test("at each full quarter of an hour it is told whether it has changed or not, with a stale index as well", () => {
  market.sell("cat", 100, 2)
  market.buy("ann", 100, 2)
  market.time = QUARTER - 500
  market.run({ type: "clock.tick" })
  const { events } = market.tick(1_000)
  expect(events.filter(({ type }) => type === "mark")).toEqual([])
  expect(events.find(({ type }) => type === "open-interest")).toEqual({
    type: "open-interest",
    instrument: PERPETUAL,
    size: coins(2),
    time: QUARTER,
    isSample: true,
  })
})

test("a snapshot brings it back, and nothing is told of it", () => {
  market.sell("cat", 100, 2)
  market.buy("ann", 100, 2)
  const copy = createEngine()
  copy.load(market.engine.save())
  expect(held(copy)).toBe(coins(2))
  const { events } = copy.apply({ seq: 1_000, time: market.time, command: { type: "clock.tick" } })
  expect(toldBy(events)).toEqual([])
})
