/** Checks TWAPs: slices, catching up, pausing, ending with the reason, and the same over restarts (S20). */

import { describe, expect, test } from "vitest"
import type { Lots, Ticks } from "#core/money/units.ts"
import { nextSlice } from "#core/order/twap.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import {
  PERPETUAL,
  perpetualInstrument,
  refusalOf,
  spotInstrument,
  TestExchange,
} from "#tests/support/test-exchange.ts"
import type { TwapView } from "./twap.ts"
import type { PlaceTwap } from "./twap-command.ts"

const START = 1_700_000_000_000
const MINUTE = 60_000

/** A market with deep sides at 99 and 101. */
function deep(market = new TestExchange(spotInstrument(), {}, START)): TestExchange {
  if (market.instrument === PERPETUAL) {
    market.quote(100)
    market.tick(1_000)
  }
  const lots = market.instrument === PERPETUAL ? 500 : 100_000
  market.buy("cat", 99, lots)
  market.sell("cat", 101, lots)
  return market
}
type More = { [Field in keyof PlaceTwap]?: PlaceTwap[Field] | undefined }
const place = (market: TestExchange, more: More = {}) =>
  market.run({
    type: "twap.place",
    account: "ann",
    instrument: market.instrument,
    side: "buy",
    quantity: 100,
    durationMs: 10 * MINUTE,
    intervalMs: MINUTE,
    ...more,
  } as PlaceTwap)
const viewOf = ({ answer }: ReturnType<typeof place>): TwapView => {
  if (!answer.ok || !("twap" in answer.value)) throw new Error(`refused: ${JSON.stringify(answer)}`)
  return answer.value.twap
}
const change = (market: TestExchange, twap: number, act: "pause" | "resume" | "end", account = "ann") =>
  market.run({ type: "twap.change", account, twap, act })
const standing = (market: TestExchange, id: number) => market.engine.state.twaps.get(id)?.view
/** Lots of its slices so far, in order. */
const slicesOf = (market: TestExchange, id: number): number[] =>
  market.events.flatMap((event) =>
    event.type === "order" && event.order.group === id && event.order.groupKind === "twap"
      ? [event.order.quantity ?? 0]
      : [],
  )

function restored(market: TestExchange): TestExchange {
  const saved = structuredClone(market.engine.save())
  const engine = createEngine()
  engine.load(saved)
  expect(engine.save()).toEqual(saved)
  return Object.assign(market, { engine })
}
/** A process that was away for so long, and starts with this pause. */
function startAgain(market: TestExchange, awayMs: number, pauseMs = 0): TestExchange {
  restored(market).time += awayMs
  market.run({ type: "clock.start", pauseMs })
  return market
}

describe("A TWAP (S20)", () => {
  test("sends its first slice at once and each later one at its time, until all is traded", () => {
    const market = deep()
    const { id, slices, status, executed } = viewOf(place(market, { quantity: 105 as Lots }))
    expect([slices, status, executed]).toEqual([10, "running", 10])
    market.tick(MINUTE - 1)
    expect(slicesOf(market, id)).toEqual([10])
    market.tick(1)
    expect(slicesOf(market, id)).toEqual([10, 10])
    for (let minute = 2; minute < 10; minute += 1) market.tick(MINUTE)
    expect(slicesOf(market, id)).toEqual([10, 10, 10, 10, 10, 11, 11, 11, 11, 11])
    expect(standing(market, id)).toMatchObject({ status: "ended", end: "FILLED", executed: 105, missed: 0 })
    expect(market.balance("ann", "ABC")).toBe("1000000104.895 + 0")
  })

  test("its slices are real orders of its owner, taken at once or not at all, and hold nothing between", () => {
    const market = deep()
    const placed = place(market)
    const [child] = placed.events.flatMap((event) => (event.type === "order" ? [event.order] : []))
    expect(child).toMatchObject({ account: "ann", orderType: "market", status: "filled", groupKind: "twap" })
    expect(child?.group).toBe(viewOf(placed).id)
    expect(market.balance("ann", "USDT")).toBe("999998990 + 0")
  })

  test("random sizes come of its seed alone, between 80 and 120 %, and their sum is the total", () => {
    const sizes = [7, 7, 8].map((seed) => {
      const market = deep()
      const { id } = viewOf(place(market, { quantity: 1_000 as Lots, seed }))
      for (let minute = 1; minute < 10; minute += 1) market.tick(MINUTE)
      return slicesOf(market, id)
    })
    expect(sizes[0]).toEqual(sizes[1])
    expect(sizes[0]).not.toEqual(sizes[2])
    for (const slices of sizes) {
      expect(slices.reduce((sum, lots) => sum + lots, 0)).toBe(1_000)
      expect(new Set(slices).size).toBeGreaterThan(3)
      for (const lots of slices) expect(lots).toBeGreaterThanOrEqual(60)
    }
  })

  test("with a limit price nothing trades beyond it; what was left is caught up, three slices at most at a time", () => {
    const market = deep()
    const { id } = viewOf(place(market, { price: 100 as Ticks }))
    for (let minute = 1; minute < 8; minute += 1) market.tick(MINUTE)
    expect(standing(market, id)).toMatchObject({ executed: 0, slicesLeft: 2 })
    market.sell("bob", 100, 1_000)
    market.tick(MINUTE)
    expect(slicesOf(market, id).at(-1)).toBe(30)
    market.tick(MINUTE)
    expect(standing(market, id)).toMatchObject({ status: "ended", end: "TIME", executed: 60 })
  })

  test("paused its time stands still, and resumed it goes on with what was left of it", () => {
    const market = deep()
    const { id } = viewOf(place(market))
    market.tick(MINUTE / 2)
    change(market, id, "pause")
    market.tick(60 * MINUTE)
    expect(slicesOf(market, id)).toEqual([10])
    expect(refusalOf(change(market, id, "resume", "bob"))).toBe("UNKNOWN_ORDER")
    change(market, id, "resume")
    market.tick(MINUTE / 2 - 1)
    expect(slicesOf(market, id)).toHaveLength(1)
    market.tick(1)
    expect(slicesOf(market, id)).toEqual([10, 10])
  })

  test("ended by its owner it sends nothing more; ended it is told for a day, and put away on demand", () => {
    const market = deep()
    const { id } = viewOf(place(market))
    change(market, id, "end")
    market.tick(20 * MINUTE)
    expect([slicesOf(market, id).length, standing(market, id)?.end]).toEqual([1, "OWNER"])
    market.tick(24 * 60 * MINUTE)
    expect(standing(market, id)).toBeUndefined()
    const other = viewOf(place(market)).id
    change(market, other, "end")
    expect(change(market, other, "end").events).toMatchObject([{ type: "twap", isGone: true }])
    expect(market.engine.save().twaps).toBeUndefined()
  })

  test("ends when its owner's money isn't enough for a slice, and says so; nothing is held or owed", () => {
    const market = deep(new TestExchange(spotInstrument(), {}, START))
    market.fund("eve", "USDT", 1_500)
    const { id } = viewOf(place(market, { account: "eve" }))
    market.tick(MINUTE)
    expect(standing(market, id)).toMatchObject({
      ...{ status: "ended", end: "INSUFFICIENT_BALANCE", executed: 10, missed: 1 },
    })
    expect(market.balance("eve", "USDT")).toBe("490 + 0")
  })

  test("cancelling all, its group, a countdown and a freeze end it", () => {
    const ends: [Command | undefined, string][] = [
      [{ type: "order.cancel-all", account: "ann" }, "OWNER"],
      [{ type: "order.cancel-all", account: "ann", instrument: "ABC_USDT", kind: "spot" }, "OWNER"],
      [{ type: "countdown.set", account: "ann", afterMs: 5_000 }, "COUNTDOWN"],
      [{ type: "user.freeze", account: "ann", isFrozen: true }, "ACCOUNT_FROZEN"],
    ]
    for (const [command, end] of ends) {
      const market = deep()
      const { id } = viewOf(place(market))
      if (command) market.run(command)
      market.tick(MINUTE)
      expect([standing(market, id)?.end, slicesOf(market, id)]).toEqual([end, [10]])
    }
    const market = deep()
    const { id } = viewOf(place(market))
    expect(refusalOf(market.run({ type: "order.cancel-all", account: "ann", group: id + 7 }))).toBe(
      "UNKNOWN_ORDER",
    )
    expect(refusalOf(market.run({ type: "order.cancel-all", account: "ann", group: id }))).toBeUndefined()
    expect(standing(market, id)?.end).toBe("OWNER")
  })

  test("while its market isn't open slices are missed, and the rest is spread", () => {
    const market = deep()
    const { id } = viewOf(place(market))
    market.run({ type: "instrument.state", instrument: market.instrument, state: "halted" })
    market.tick(MINUTE)
    expect(standing(market, id)).toMatchObject({ status: "running", refusal: "TRADING_STATE", missed: 1 })
    market.run({ type: "instrument.state", instrument: market.instrument, state: "open" })
    market.tick(MINUTE)
    expect(standing(market, id)?.refusal).toBeUndefined()
    expect(slicesOf(market, id)).toEqual([10, 11])
  })

  test.each([
    ["TWAP_RANGE", { durationMs: 5 * MINUTE - 1 }],
    ["TWAP_RANGE", { durationMs: 24 * 60 * MINUTE + 1 }],
    ["TWAP_RANGE", { intervalMs: 9_999 }],
    ["TWAP_RANGE", { intervalMs: 6 * MINUTE }],
    ["MIN_QUANTITY", { quantity: 9 as Lots }],
    ["LOT", { quantity: 9.5 as Lots }],
    ["WRONG_SIZE", { quantity: 0 as Lots }],
    ["MIN_QUANTITY", { quantity: 19 as Lots }],
    ["MIN_QUANTITY", { quantity: 20 as Lots, seed: 1 }],
    ["TYPE_COMBINATION", { reduceOnly: true }],
    ["UNKNOWN_INSTRUMENT", { instrument: "NO_SUCH" }],
    ["INSUFFICIENT_BALANCE", { account: "eve" }],
  ] as const)("is refused with %s for %j, and nothing is kept", (name, more) => {
    const market = deep(new TestExchange(spotInstrument({ minQuantity: 2 as Lots }), {}, START))
    market.fund("eve", "USDT", 5)
    const before = market.engine.state.nextOrderId
    expect(refusalOf(place(market, more))).toBe(name)
    expect([market.engine.state.nextOrderId, market.engine.state.twaps.list()]).toEqual([before, []])
  })

  test("without a lot for each slice it is TWAP_RANGE, however small an order may be", () => {
    expect(refusalOf(place(deep(), { quantity: 9 as Lots }))).toBe("TWAP_RANGE")
  })

  test("twenty of an account run at most; what has ended gives way", () => {
    const market = deep()
    for (let count = 0; count < 20; count += 1) viewOf(place(market))
    expect(refusalOf(place(market))).toBe("TWAP_COUNT")
    market.run({ type: "order.cancel-all", account: "ann" })
    for (let count = 0; count < 20; count += 1) viewOf(place(market))
    market.run({ type: "order.cancel-all", account: "ann" })
    viewOf(place(market))
    expect(market.engine.state.twaps.list()).toHaveLength(40)
  })

  test("a key acts once, and its answer is kept over a restart", () => {
    const market = deep()
    const first = place(market, { key: "t", keysMax: 10, seed: 5 })
    restored(market)
    expect(place(market, { key: "t", keysMax: 10, seed: 6 }).answer).toEqual(first.answer)
    expect(refusalOf(place(market, { key: "t", keysMax: 10 }))).toBe("KEY_CONFLICT")
  })

  test("of a contract slices may only reduce, and it ends with its position", () => {
    const market = deep(new TestExchange(perpetualInstrument(), {}, START))
    market.market("ann", "buy", 15)
    const { id } = viewOf(place(market, { side: "sell", reduceOnly: true }))
    market.tick(MINUTE)
    market.tick(MINUTE)
    expect(standing(market, id)).toMatchObject({ executed: 15, end: "REDUCE_ONLY_NO_POSITION" })
  })
})

describe("A TWAP over a restart (S20, T5)", () => {
  test("goes on at its own times as if nothing had been", () => {
    const market = deep()
    const { id } = viewOf(place(market, { quantity: 1_000 as Lots, seed: 3 }))
    const steady = deep()
    viewOf(place(steady, { quantity: 1_000 as Lots, seed: 3 }))
    for (let minute = 1; minute < 10; minute += 1) {
      restored(market).tick(MINUTE)
      steady.tick(MINUTE)
    }
    expect(slicesOf(market, id)).toEqual(slicesOf(steady, id))
  })

  test("slices that were due while it was down aren't sent; the rest is spread over those that are left", () => {
    const market = deep()
    const { id } = viewOf(place(market))
    startAgain(market, 4.5 * MINUTE)
    expect(slicesOf(market, id)).toEqual([10])
    expect(standing(market, id)).toMatchObject({ slicesLeft: 5, missed: 4 })
    for (let minute = 0; minute < 5; minute += 1) market.tick(MINUTE)
    expect(slicesOf(market, id)).toEqual([10, 18, 18, 18, 18, 18])
    expect(standing(market, id)?.end).toBe("FILLED")
  })

  test("those within the pause after the start are missed as well, and one whose time is over ends", () => {
    const market = deep()
    const { id } = viewOf(place(market))
    startAgain(market, 1_000, 90_000)
    expect(standing(market, id)).toMatchObject({ slicesLeft: 8, missed: 1, next: START + 2 * MINUTE })
    startAgain(market, 60 * MINUTE)
    expect(standing(market, id)).toMatchObject({ status: "ended", end: "TIME", executed: 10 })
  })

  test("after downtime without a start only the last slice that is due is sent", () => {
    const market = deep()
    const { id } = viewOf(place(market))
    market.tick(4.5 * MINUTE)
    expect(slicesOf(market, id)).toEqual([10, 15])
    expect(standing(market, id)).toMatchObject({ missed: 3, slicesLeft: 5 })
  })

  test("one that is paused stays so, however long it takes", () => {
    const market = deep()
    const { id } = viewOf(place(market))
    change(market, id, "pause")
    startAgain(market, 48 * 60 * MINUTE)
    change(market, id, "resume")
    market.tick(MINUTE)
    expect(slicesOf(market, id)).toEqual([10, 10])
  })
})

describe("Any TWAP (S20)", () => {
  test.each([1, 2, 3, 4])(
    "trades no lot too many, never more than three slices at once, and ends in time, seed %i",
    (seed) => {
      const chance = new SeededChance(seed)
      for (let run = 0; run < 12; run += 1) {
        const market = deep()
        const quantity = chance.whole(40, 900) as Lots
        const [intervalMs, minutes] = [chance.pick([10_000, 30_000, MINUTE]), chance.whole(5, 9)]
        const durationMs = minutes * MINUTE
        const limit = chance.happens(0.4) ? { price: 101 as Ticks } : {}
        const random = chance.happens(0.5) ? { seed: chance.whole(0, 1_000_000) } : {}
        const placed = place(market, { quantity, durationMs, intervalMs, ...limit, ...random })
        if (!placed.answer.ok) continue
        const { id, slices } = viewOf(placed)
        let paused = 0
        for (let step = 0; step < 60 && standing(market, id)?.status !== "ended"; step += 1) {
          const away = chance.whole(1, 90_000)
          const what = chance.whole(1, 10)
          if (what === 1) startAgain(market, away, chance.whole(0, 20_000))
          else if (what === 2) {
            change(market, id, "pause")
            restored(market).tick(away)
            paused += away
            change(market, id, "resume")
          } else market.tick(away)
          if (chance.happens(0.2)) market.cancel("cat", 2)
          const view = standing(market, id)
          const sent = market.events.flatMap((event) =>
            event.type === "order" && event.order.group === id ? [event.order] : [],
          )
          const executed = sent.reduce((sum, order) => sum + order.executed, 0)
          expect(view?.executed).toBe(executed)
          expect(executed).toBeLessThanOrEqual(quantity)
          expect(sent.length + (view?.missed ?? 0) + (view?.slicesLeft ?? 0)).toBe(slices)
          for (const order of sent)
            expect(order.quantity).toBeLessThanOrEqual(3 * Math.ceil(quantity / slices))
          expect(market.engine.openOrders).toBeLessThanOrEqual(2)
        }
        market.tick(durationMs)
        const ended = standing(market, id)
        expect(ended?.status).toBe("ended")
        expect(ended?.updated).toBeLessThanOrEqual(START + durationMs + paused + 90_000)
      }
    },
  )

  test.each([
    [{ quantity: 100, left: 60, slices: 10, slicesLeft: 5, most: 1_000 }, 12],
    [{ quantity: 100, left: 60, slices: 10, slicesLeft: 1, most: 1_000 }, 30],
    [{ quantity: 100, left: 60, slices: 10, slicesLeft: 5, most: 7 }, 7],
    [{ quantity: 100, left: 100, slices: 10, slicesLeft: 10, most: 1_000, random: 0 }, 8],
    [{ quantity: 100, left: 100, slices: 10, slicesLeft: 10, most: 1_000, random: 400 }, 12],
    [{ quantity: 100, left: 60, slices: 10, slicesLeft: 0, most: 1_000 }, 0],
  ])("%j: the next slice is %d lots", (of, lots) => {
    expect(nextSlice(of)).toBe(lots)
  })
})
