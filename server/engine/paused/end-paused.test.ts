/** Checks how what is paused ends, over restarts too, and that nothing of it is lost or doubled on the way (S21). */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import {
  change,
  endOf,
  iceberg,
  MINUTE,
  openOf,
  restored,
  START,
  scaled,
  spot,
  standing,
  viewOf,
} from "#tests/support/paused-exchange.ts"
import { orderOf, refusalOf } from "#tests/support/test-exchange.ts"

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
