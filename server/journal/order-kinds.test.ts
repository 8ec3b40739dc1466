/** After a kill, the newest snapshot and the command log behind it give the very icebergs and TWAPs, paused or not, that there were (S19, S20, S21, R2). */

import { expect, test } from "vitest"
import type { Lots, Ticks, TimeMs } from "#core/money/units.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import type { TwapView } from "#server/engine/twap/twap.ts"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import { coins, SPOT, spotInstrument } from "#tests/support/test-exchange.ts"
import { packCommands, unpackCommands } from "./command-codec.ts"
import { readSavedState } from "./saved-state-schema.ts"
import { hashOfState, imageOf, isSameHash, readImage } from "./state-image.ts"

const ACCOUNTS = ["ann", "bob", "cat"] as const
const STEPS = 400

/** A new engine with what is stored, through the form in which it is stored. */
function restored(image: ReturnType<typeof imageOf>, behind: readonly Stamped[]): Engine {
  const engine = createEngine()
  engine.load(readSavedState(readImage(image)))
  const [first] = behind
  if (first) for (const stamped of unpackCommands(first.seq, packCommands(behind))) engine.apply(stamped)
  return engine
}

/** A scaled order or an iceberg, by the number it is paused by. */
interface Whole {
  account: string
  id: number
}

/** Rising by id. */
const wholesOf = ({ state }: Engine): Whole[] => [
  ...state.orders.values().flatMap(({ id, account, conditions }) => {
    const { group, shown } = conditions ?? {}
    return group || shown !== undefined ? [{ account, id: group?.id ?? id }] : []
  }),
  ...state.paused.list().map(({ view }) => view),
]

/** `twaps`: those there are. `wholes`: scaled orders and icebergs, open or paused. */
function randomCommand(
  chance: SeededChance,
  twaps: readonly TwapView[],
  wholes: readonly Whole[],
  now: TimeMs,
): Command {
  const account = chance.pick(ACCOUNTS)
  const common = { account, instrument: SPOT, side: chance.pick(["buy", "sell"] as const) }
  const quantity = chance.whole(2, 40) as Lots
  const known = twaps.at(chance.whole(0, Math.max(0, twaps.length - 1)))
  const price = (100 + chance.whole(-3, 3)) as Ticks
  const whole = wholes.at(chance.whole(0, Math.max(0, wholes.length - 1)))
  const span = { from: (price - 10) as Ticks, to: (price - 6) as Ticks, count: 3 }
  return chance.weighted<() => Command>([
    [5, () => ({ type: "order.place", ...common, orderType: "limit", price, quantity })],
    [
      5,
      () => ({
        ...{ type: "order.place", ...common, orderType: "limit", price, quantity },
        shown: 2 as Lots,
      }),
    ],
    [
      1,
      () => ({
        ...{ type: "twap.place", ...common, quantity: (quantity * 20) as Lots },
        ...{ durationMs: 300_000, intervalMs: 10_000 },
        ...(chance.happens(0.5) && { seed: chance.whole(0, 2 ** 31) }),
        ...(chance.happens(0.3) && { price }),
      }),
    ],
    [
      2,
      () => ({
        ...{ type: "twap.change", account: known?.account ?? account, twap: known?.id ?? 1 },
        act: chance.pick(["pause", "pause", "resume", "resume", "end"] as const),
      }),
    ],
    [
      1,
      () => ({
        ...{ type: "order.scaled", ...common, side: "buy", ...span, quantity, distribution: "flat" },
        ...(chance.happens(0.5) && { expiresAt: now + chance.whole(5_000, 200_000) }),
      }),
    ],
    [
      2,
      () => ({
        ...{ type: "group.change", account: whole?.account ?? account, group: whole?.id ?? 1 },
        act: chance.pick(["pause", "pause", "resume", "end"] as const),
      }),
    ],
    [4, () => ({ type: "clock.tick" })],
    [0.2, () => ({ type: "clock.start", pauseMs: 5_000 })],
  ])()
}

test.each([1, 2, 3])("the same hash as the exchange that was never killed, seed %i", (seed) => {
  const chance = new SeededChance(seed)
  const engine = createEngine()
  let [seq, time]: [number, TimeMs] = [0, 1_700_000_000_000]
  let behind: Stamped[] = []
  let image = imageOf(engine.save())
  const kinds = new Set<string>()
  const apply = (command: Command) => {
    seq += 1
    const stamped = { seq, time, command }
    engine.apply(stamped)
    behind.push(stamped)
  }
  apply({ type: "instrument.set", instrument: spotInstrument() })
  for (const to of ACCOUNTS)
    for (const currency of ["ABC", "USDT"]) {
      const move = { from: "faucet", to: `${to}.funding.available`, currency, reason: "test" }
      apply({ type: "capital.move", ...move, amount: coins(20_000) })
    }
  for (let step = 1; step <= STEPS; step += 1) {
    time += chance.whole(0, 9_000)
    apply(
      randomCommand(
        chance,
        engine.state.twaps.list().map(({ view }) => view),
        wholesOf(engine),
        time,
      ),
    )
    if (step % 37 === 0) {
      image = imageOf(engine.save())
      behind = []
    }
    if (step % 25 === 0)
      expect(isSameHash(hashOfState(restored(image, behind).save()), hashOfState(engine.save()))).toBe(true)
    for (const { view } of engine.state.twaps.list()) kinds.add(view.status)
    for (const order of engine.state.orders.values()) {
      if (order.hidden > 0) kinds.add("hidden")
      if (order.conditions?.group?.kind === "iceberg") kinds.add("iceberg again")
    }
    for (const { view } of engine.state.paused.list()) kinds.add(`${view.kind} paused`)
  }
  // Otherwise it has compared nothing that is new.
  expect([...kinds].sort()).toEqual([
    ...["ended", "hidden", "iceberg again", "iceberg paused", "paused", "running", "scaled paused"],
  ])
})
