/** After a kill, the newest snapshot and the command log behind it give the very icebergs and TWAPs that there were (S19, S20, R2). */

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
const STEPS = 300

/** A new engine with what is stored, through the form in which it is stored. */
function restored(image: ReturnType<typeof imageOf>, behind: readonly Stamped[]): Engine {
  const engine = createEngine()
  engine.load(readSavedState(readImage(image)))
  const [first] = behind
  if (first) for (const stamped of unpackCommands(first.seq, packCommands(behind))) engine.apply(stamped)
  return engine
}

/** `twaps`: those there are. */
function randomCommand(chance: SeededChance, twaps: readonly TwapView[]): Command {
  const account = chance.pick(ACCOUNTS)
  const common = { account, instrument: SPOT, side: chance.pick(["buy", "sell"] as const) }
  const quantity = chance.whole(2, 40) as Lots
  const known = twaps.at(chance.whole(0, Math.max(0, twaps.length - 1)))
  const price = (100 + chance.whole(-3, 3)) as Ticks
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
      1,
      () => ({
        ...{ type: "twap.change", account: known?.account ?? account, twap: known?.id ?? 1 },
        act: chance.pick(["pause", "pause", "resume", "resume", "end"] as const),
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
      ),
    )
    if (step % 37 === 0) {
      image = imageOf(engine.save())
      behind = []
    }
    if (step % 25 !== 0) continue
    expect(isSameHash(hashOfState(restored(image, behind).save()), hashOfState(engine.save()))).toBe(true)
    for (const { view } of engine.state.twaps.list()) kinds.add(view.status)
    for (const order of engine.state.orders.values()) if (order.hidden > 0) kinds.add("hidden")
  }
  // Otherwise it has compared nothing that is new.
  expect([...kinds].sort()).toEqual(["ended", "hidden", "paused", "running"])
})
