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
/** Of the longer run; `npm run chaos` asks for ten million. */
const LONG = Number(process.env.SAKER_SNAPSHOT_COMMANDS ?? 20_000)
const LONG_SNAPSHOTS = 100

/** Through text and back, as it goes to disk; a fresh engine each time. */
function reload(engine: Engine, settings: Partial<EngineSettings>): Engine {
  const again = createEngine(settings)
  again.load(readImage(imageOf(engine.save())) as SavedState)
  return again
}

const same = (one: Engine, other: Engine) => isSameHash(hashOfState(one.save()), hashOfState(other.save()))

/** Two engines that do the same: one is never stopped, the other is loaded from its state again and again. */
class Twins {
  readonly #settings: Partial<EngineSettings>
  readonly #steady: Engine
  #loaded: Engine
  readonly #commands: RandomCommands
  #seq = 0
  #time = 0
  #lastId = 0

  constructor(seed: number, settings: Partial<EngineSettings>) {
    this.#settings = settings
    this.#steady = createEngine(settings)
    this.#loaded = createEngine(settings)
    this.#commands = new RandomCommands(seed)
    this.#apply({ type: "instrument.set", instrument: spotInstrument({ priceRule: "band" }) })
    this.#apply({ type: "instrument.set", instrument: perpetualInstrument({ priceRule: "band" }) })
    for (const account of [...ACCOUNTS, "house-crowd", "u1"])
      this.#apply({
        type: "faucet.draw",
        account,
        amounts: [
          { currency: "ABC", amount: (10n ** 15n) as never },
          { currency: "USDT", amount: (10n ** 17n) as never },
        ],
      })
  }

  step(): void {
    this.#time += this.#commands.pause()
    this.#apply(this.#commands.next(this.#lastId, this.#time))
  }

  reload(): void {
    this.#compare()
    this.#loaded = reload(this.#steady, this.#settings)
    this.#compare()
  }

  #apply(command: Stamped["command"]): void {
    this.#seq += 1
    const stamped = { seq: this.#seq, time: this.#time, command }
    const outcome = this.#steady.apply(stamped)
    const again = this.#loaded.apply(stamped)
    if (!isDeepStrictEqual(again, outcome)) expect(again).toEqual(outcome)
    this.#lastId = Math.max(this.#lastId, answeredOrder(outcome)?.id ?? 0)
  }

  #compare(): void {
    if (!same(this.#steady, this.#loaded)) expect(this.#loaded.save()).toEqual(this.#steady.save())
  }
}

describe.each<[string, Partial<EngineSettings>]>([
  ["", {}],
  [" whose clearing has state of its own", { createClearings: createCreditClearings }],
])("An engine loaded from a snapshot%s (R2)", (_, settings) => {
  test.each(seedsOr([21, 22, 23]))(
    "answers, tells and remembers the same as the one that went on, from seed %i",
    (seed) => {
      const twins = new Twins(seed, settings)
      const step = (place: number) => {
        twins.step()
        if (place % SAVE_EVERY === 0) twins.reload()
      }
      runSteps(FILE, seed, step, slowCommands())
    },
    timeoutMs(),
  )
})

test(
  `${LONG} commands with ${LONG_SNAPSHOTS} loads of a snapshot between them come to the same state, byte for byte`,
  () => {
    const twins = new Twins(20, {})
    const every = Math.ceil(LONG / LONG_SNAPSHOTS)
    const step = (place: number) => {
      twins.step()
      if (place % every === 0) twins.reload()
    }
    runSteps(FILE, 20, step, LONG)
  },
  timeoutMs(LONG),
)

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
