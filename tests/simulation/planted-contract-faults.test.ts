/** Planted faults of contracts: triggers, take-profit and stop-loss, closing. The recount, or a twin, notices each. */

import { describe, expect, test } from "vitest"
import type { Price8 } from "#core/money/units.ts"
import { createEngine } from "#server/engine/engine.ts"
import { partOf } from "#server/engine/risk/perpetual/contract-account.ts"
import { ContractRun } from "./contract-run.ts"
import { forEachMarket, onAccept, type PlantedFault, replace } from "./planting.ts"

/** Long enough for the rarest of them with one of the seeds. */
const COMMANDS = 900
const SEEDS = [7, 8, 9, 10, 11]
const USERS = 20

const faults: readonly PlantedFault[] = [
  {
    name: "a take-profit outlives its position",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual.accounts.targets, "follow", () => () => undefined),
  },
  {
    name: "a take-profit of a part is larger than the position",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual.accounts.targets, "follow", (follow) => (part, position, hasTurned) => {
        if (hasTurned || !position.isOpen) follow(part, position, hasTurned)
      }),
  },
  {
    name: "nobody watches a take-profit",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual.accounts.targets, "set", () => (_part, position, pairs) => {
        position.pairs = pairs
      }),
  },
  {
    name: "a take-profit on the mark fires by the last price",
    seenBy: "twin",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual.accounts.targets, "reached", (reached) => (instrument, of) => [
        ...reached(instrument, of),
        ...(of.source === "last" ? reached(instrument, { ...of, source: "mark" }) : []),
      ]),
  },
  {
    name: "what one side of a pair has closed is still there for the other",
    seenBy: "twin",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual.accounts.targets, "set", (set) => (part, position, pairs) => {
        const before = new Map(position.pairs.map((pair) => [pair.id, pair.size]))
        set(
          part,
          position,
          pairs.map((pair) => {
            const size = before.get(pair.id)
            const most = position.size < 0n ? -position.size : position.size
            return size !== undefined && pair.size !== undefined && size <= most ? { ...pair, size } : pair
          }),
        )
      }),
  },
  {
    name: "a stop on the mark fires by the last price",
    seenBy: "twin",
    plant: (engine) =>
      forEachMarket(engine, (market) =>
        replace(market, "reachStops", (reachStops) => () => {
          reachStops()
          if (market.lastPrice !== undefined) market.reachByMark(market.lastPrice)
        }),
      ),
  },
  {
    name: "stops on the mark don't fire",
    seenBy: "twin",
    plant: (engine) =>
      forEachMarket(engine, (market) => replace(market, "reachByMark", () => () => undefined)),
  },
  {
    name: "a trailing stop follows every other price",
    seenBy: "twin",
    plant: (engine) =>
      forEachMarket(engine, ({ stops }) => {
        let count = 0
        replace(stops, "follow", (follow) => (source, price: Price8) => {
          count += 1
          if (count % 2 === 0) follow(source, price)
        })
      }),
  },
  {
    name: "an order that closes a whole position outlives it",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) =>
      replace(
        clearings.perpetual,
        "takeLeftOver",
        (takeLeftOver) => (instrument) =>
          takeLeftOver(instrument).filter(({ conditions }) => !conditions?.closesPosition),
      ),
  },
  {
    name: "what an account's orders come to doesn't follow their fills",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) =>
      replace(clearings.perpetual, "fill", (fill) => (trade, instrument) => {
        const part = partOf(trade.maker)
        const { tally } = part
        part.tally = undefined
        fill(trade, instrument)
        part.tally = tally
      }),
  },
  {
    name: "the hold of an ended order isn't returned",
    seenBy: "auditor",
    plant: ({ state: { clearings } }) => {
      replace(clearings.perpetual, "release", (release) => (order) => {
        if (order.hold === 0n) release(order)
      })
    },
  },
  {
    name: "the order of a stop-loss opens what it doesn't close",
    seenBy: "twin",
    plant: (engine) =>
      onAccept(engine, (order) => {
        if (order.conditions?.origin)
          Object.assign(order, { reduceOnly: false, quantity: order.quantity * 2 })
      }),
  },
  {
    name: "who has a position is forgotten when it shrinks",
    seenBy: "twin",
    plant: ({ state: { clearings } }) => {
      const { accounts } = clearings.perpetual
      replace(accounts, "partsWithPositions", (parts) => (instrument) => parts(instrument).slice(1))
    },
  },
]

/** What was noticed; undefined: nothing. */
function watch(plant: PlantedFault["plant"], hasTwin: boolean, seed: number): string | undefined {
  const run = new ContractRun(seed, { engine: createEngine(), users: USERS })
  if (hasTwin) {
    run.twin = createEngine()
    run.twin.load(run.engine.save())
  }
  plant(run.engine)
  try {
    for (let step = 0; step < COMMANDS; step += 1) run.step()
  } catch (error) {
    return String(error)
  }
  return undefined
}

describe("the suite", () => {
  test("sees nothing where nothing is planted", () => {
    expect(watch(() => undefined, true, 7)).toBeUndefined()
  }, 120_000)

  test.each(faults)(
    "sees it when $name",
    ({ plant, seenBy }) => {
      expect(SEEDS.some((seed) => watch(plant, seenBy === "twin", seed) !== undefined)).toBe(true)
    },
    120_000,
  )
})
