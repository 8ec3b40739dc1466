/** An isolated position stands by itself, whatever happens to the rest of its account (P10, P27, P30). */

import { beforeEach, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import {
  coins,
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  SPOT,
  TestExchange,
} from "#tests/support/test-exchange.ts"

/** Its mark comes after that of {@link PERPETUAL}, by name. */
const OTHER = "XYZ_USDT_PERP"
const OTHER_INDEX = "XYZ_USDT"
const TIERS = [
  { cap: coins(10_000), leverageMax: 10, rate: 1_000_000n },
  { cap: coins(1_000_000), leverageMax: 5, rate: 2_000_000n },
]

let market: TestExchange

const quote = (index: string, price: number): Command => ({
  type: "feed.quote",
  index,
  source: "one",
  last: coins(price) as bigint as Price8,
})
const isLiquidating = ({ state }: Engine) => state.clearings.perpetual.accounts.known("ann")?.isLiquidating
const of = <Type extends EngineEvent["type"]>(events: readonly EngineEvent[], type: Type) =>
  events.filter((event): event is EngineEvent & { type: Type } => event.type === type)

/** Both indexes at these prices, and the marks of the next two seconds with them; a jump is believed after a second (P1). */
function moveTo(price: number, other: number, run = (command: Command) => market.run(command).events) {
  market.time += 1_500
  const events = [...run(quote(SPOT, price)), ...run(quote(OTHER_INDEX, other))]
  for (let second = 0; second < 2; second += 1) {
    market.time += 1_000
    events.push(...run({ type: "clock.tick" }))
  }
  return events
}

/** `ann`, isolated in the other contract, is short 10 there of `bob`; her cross account is long 150 of `cat`. */
beforeEach(() => {
  market = new TestExchange(perpetualInstrument({ tiers: TIERS }), { isFunded: false })
  const other = perpetualInstrument({ id: OTHER, base: "XYZ", index: OTHER_INDEX })
  expect(refusalOf(market.run({ type: "instrument.set", instrument: other }))).toBeUndefined()
  market.fund("ann", "USDT", 3_228, "contract")
  market.fund("bob", "USDT", 110, "contract")
  market.fund("cat", "USDT", 10_000_000, "contract")
  moveTo(100, 100)
  market.run({ type: "margin-mode.set", account: "ann", instrument: OTHER, mode: "isolated" })
  for (const account of ["ann", "cat"])
    market.run({ type: "leverage.set", account, instrument: PERPETUAL, leverage: 5 })
  market.sell("ann", 100, 10, { instrument: OTHER })
  expect(orderOf(market.buy("bob", 100, 10, { instrument: OTHER })).status).toBe("filled")
  market.sell("cat", 100, 150)
  expect(orderOf(market.buy("ann", 100, 150)).status).toBe("filled")
})

test("R2: closed by another's deleveraging, it leaves a restored engine as the one that went on", () => {
  moveTo(100, 100)
  moveTo(80, 100) // nobody bids: what is left of ann's equity is above two thirds of what it needs, and waits
  const live = market.engine
  expect(isLiquidating(live)).toBe(true)
  const restored = createEngine()
  restored.load(live.save())

  const deleveraged = moveTo(80, 92, (command) => {
    const stamped = { seq: live.state.log.seq + 1, time: market.time, command }
    const outcome = live.apply(stamped)
    expect(restored.apply(stamped)).toEqual(outcome)
    expect(restored.save()).toEqual(live.save())
    // With the mark that closes the position her account isn't counted again: that of the next does it.
    if (of(outcome.events, "deleveraged").length > 0) expect(isLiquidating(live)).toBe(true)
    return outcome.events
  })
  expect(of(deleveraged, "deleveraged")).toMatchObject([
    { account: "ann", instrument: OTHER, size: coins(10) },
  ])
})
