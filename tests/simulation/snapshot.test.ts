/** An engine loaded from a snapshot does everything as the one that was never stopped. */

import { isDeepStrictEqual } from "node:util"
import { describe, expect, test } from "vitest"
import type { Stamped } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import type { SavedState } from "#server/engine/snapshot/saved-state.ts"
import type { EngineSettings } from "#server/engine/state.ts"
import { hashOfState, imageOf, isSameHash, readImage } from "#server/journal/state-image.ts"
import { createCreditClearings } from "#tests/support/credit-clearing.ts"
import { answeredOrder, perpetualInstrument, spotInstrument } from "#tests/support/test-exchange.ts"
import { ACCOUNTS, RandomCommands } from "./random-commands.ts"
import { runSteps, seedsOr, slowCommands, timeoutMs } from "./simulation-run.ts"

const FILE = "tests/simulation/snapshot.test.ts"
/** Commands between two snapshots. */
const SAVE_EVERY = 97

/** Through text and back, as it goes to disk; a fresh engine each time. */
function reload(engine: Engine, settings: Partial<EngineSettings>): Engine {
  const again = createEngine(settings)
  again.load(readImage(imageOf(engine.save())) as SavedState)
  return again
}

const same = (one: Engine, other: Engine) => isSameHash(hashOfState(one.save()), hashOfState(other.save()))

describe.each<[string, Partial<EngineSettings>]>([
  ["", {}],
  [" whose clearing has state of its own", { createClearings: createCreditClearings }],
])("An engine loaded from a snapshot%s (R2)", (_, settings) => {
  test.each(seedsOr([21, 22, 23]))(
    "answers, tells and remembers the same as the one that went on, from seed %i",
    (seed) => {
      const steady = createEngine(settings)
      let loaded = createEngine(settings)
      const commands = new RandomCommands(seed)
      let seq = 0
      let time = 0
      let lastId = 0
      const apply = (command: Stamped["command"]) => {
        seq += 1
        const stamped = { seq, time, command }
        const outcome = steady.apply(stamped)
        const again = loaded.apply(stamped)
        if (!isDeepStrictEqual(again, outcome)) expect(again).toEqual(outcome)
        lastId = Math.max(lastId, answeredOrder(outcome)?.id ?? 0)
        if (seq % SAVE_EVERY !== 0) return
        if (!same(steady, loaded)) expect(loaded.save()).toEqual(steady.save())
        loaded = reload(steady, settings)
        if (!same(steady, loaded)) expect(loaded.save()).toEqual(steady.save())
      }
      apply({ type: "instrument.set", instrument: spotInstrument({ priceRule: "band" }) })
      apply({ type: "instrument.set", instrument: perpetualInstrument({ priceRule: "band" }) })
      for (const account of [...ACCOUNTS, "house-crowd", "u1"])
        apply({
          type: "faucet.draw",
          account,
          amounts: [
            { currency: "ABC", amount: (10n ** 15n) as never },
            { currency: "USDT", amount: (10n ** 17n) as never },
          ],
        })
      runSteps(
        FILE,
        seed,
        () => {
          time += commands.pause()
          apply(commands.next(lastId, time))
        },
        slowCommands(),
      )
    },
    timeoutMs(),
  )
})

describe("A snapshot", () => {
  test("notices a single changed digit on disk (R4)", () => {
    const engine = createEngine()
    engine.apply({ seq: 1, time: 5, command: { type: "instrument.set", instrument: spotInstrument() } })
    const image = imageOf(engine.save())
    expect(readImage(image)).toEqual(engine.save())
    const packed = Uint8Array.from(image.packed)
    packed[20] = (packed[20] ?? 0) ^ 1
    expect(readImage({ ...image, packed })).toBeUndefined()
  })
})
