/** A contract ends: only closing at last, then its positions settle at the mean of the index (N5). */

import { beforeEach, describe, expect, test } from "vitest"
import { formatAmount } from "#core/money/steps.ts"
import type { TimeMs } from "#core/money/units.ts"
import { createEngine } from "#server/engine/engine.ts"
import {
  coins,
  orderOf,
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  TestExchange,
} from "#tests/support/test-exchange.ts"

const MINUTE = 60_000
const END: TimeMs = 100 * MINUTE

let market: TestExchange

/** Index and mark at 100; `ann` is long 10 of `cat`; the contract ends at minute 100. */
beforeEach(() => {
  market = new TestExchange(perpetualInstrument({ markBand: 50_000_000n }), { isFunded: false })
  for (const account of ["ann", "bob", "cat"]) market.fund(account, "USDT", 1_000, "contract")
  market.fund("cat", "USDT", 100_000, "contract")
  market.quote(100)
  market.tick(1_000)
  market.sell("cat", 100, 10)
  market.buy("ann", 100, 10)
  expect(refusalOf(market.run({ type: "instrument.schedule", instrument: PERPETUAL, delistAt: END }))).toBe(
    undefined,
  )
})

/** The index at this price every five seconds, until this time. */
function quoteUntil(time: TimeMs, price: number) {
  let events = market.quote(price).events
  while (market.time < time) {
    market.time = Math.min(market.time + 5_000, time)
    events = [...events, ...market.quote(price).events]
  }
  return events
}
const cash = (account: string) =>
  formatAmount(market.engine.state.ledger.balance(account, "contract", "USDT").available)

describe("the last half hour (N5)", () => {
  test("takes what closes, and nothing else but of the house", () => {
    quoteUntil(END - 30 * MINUTE - 5_000, 100)
    const { id } = orderOf(market.buy("bob", 95, 1))
    const stop = orderOf(market.stop("bob", "buy", 101, { price: 102, quantity: 1 })).id
    quoteUntil(END - 30 * MINUTE, 100)
    expect(refusalOf(market.buy("bob", 96, 1))).toBe("CLOSING_ONLY")
    expect(refusalOf(market.amend("bob", id, { price: 94 }))).toBe("CLOSING_ONLY")
    expect(refusalOf(market.buy("house-maker", 99, 5))).toBeUndefined()
    expect(refusalOf(market.sell("ann", 120, 1, { reduceOnly: true }))).toBeUndefined()
    expect(orderOf(market.sell("ann", 99, 2, { reduceOnly: true })).status).toBe("filled")
    market.sell("house-maker", 101, 1)
    market.run({ type: "position.close", account: "cat", instrument: PERPETUAL, slot: "net" })
    expect(market.engine.order(stop)).toBeUndefined()
    expect(market.engine.order(id)?.status).toBe("new")
  })
})

describe("the end (N5)", () => {
  test("settles each position at the mean of the last 1,800 seconds, without a fee", () => {
    quoteUntil(END - 45 * MINUTE, 100)
    quoteUntil(END - 30 * MINUTE, 90)
    quoteUntil(END - 15 * MINUTE, 100)
    const before = [cash("ann"), cash("cat")].map(Number)
    const events = quoteUntil(END, 110)
    expect(events.filter(({ type }) => type === "settled")).toMatchObject([
      { account: "ann", size: coins(10), price: coins(105) },
      { account: "cat", size: coins(10), price: coins(105) },
    ])
    expect([cash("ann"), cash("cat")].map(Number)).toEqual([(before[0] ?? 0) + 50, (before[1] ?? 0) - 50])
    expect(market.engine.instrumentState(PERPETUAL)).toBe("halted")
    expect(market.engine.state.timers.list().filter(({ key }) => key === PERPETUAL)).toEqual([])
    expect(refusalOf(market.sell("ann", 100, 1, { reduceOnly: true }))).toBe("DELISTED")
  })

  test("what an account lacks is the fund's", () => {
    market.sell("cat", 100, 80)
    market.buy("ann", 100, 80)
    // Nothing is liquidated while trading is paused; 900 below the entry of 90 lots is more than she has.
    market.run({ type: "instrument.state", instrument: PERPETUAL, state: "cancel-only" })
    quoteUntil(END, 85)
    expect(cash("ann")).toBe("0")
    expect(market.engine.state.ledger.system("insurance", "USDT").balance).toBeLessThan(0n)
  })

  test("a restored engine averages on", () => {
    quoteUntil(END - 10 * MINUTE, 100)
    const twin = createEngine()
    twin.load(market.engine.save())
    expect(twin.save()).toEqual(market.engine.save())
    const seq = market.engine.state.log.seq + 1
    const command = { type: "clock.tick" } as const
    const told = [market.engine, twin].map((engine) => engine.apply({ seq, time: END, command }).events)
    expect(told[0]).toEqual(told[1])
    expect(told[0]?.some(({ type }) => type === "settled")).toBe(true)
  })
})
