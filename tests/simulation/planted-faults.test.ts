/** The suite notices each planted fault, and nothing in an engine without one. */

import { isDeepStrictEqual } from "node:util"
import { describe, expect, test } from "vitest"
import type { Engine } from "#server/engine/engine.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { EngineSettings } from "#server/engine/state.ts"
import { createCreditClearings } from "#tests/support/credit-clearing.ts"
import { MoneyRun } from "./money-run.ts"
import { plantedFaults } from "./planted-faults.ts"

/** Long enough for the rarest of them, with one of the seeds. */
const COMMANDS = 6_000
const SEEDS = [31, 32, 33, 34]

/** What was noticed; undefined: nothing. */
function watch(
  plant: (engine: Engine) => void,
  hasTwin: boolean,
  settings: Partial<EngineSettings> = {},
): string | undefined {
  for (const seed of SEEDS) {
    const twin = new MoneyRun(seed, createEngine(settings))
    try {
      const run = new MoneyRun(seed, createEngine(settings), plant)
      for (let place = 1; place <= COMMANDS; place += 1) {
        const { stamped, outcome } = run.step()
        if (place % 500 === 0) run.provoke()
        if (!hasTwin) continue
        if (!isDeepStrictEqual(outcome, twin.engine.apply(stamped)))
          return `command ${place} comes out otherwise`
        if (place % 100 === 0 && !isDeepStrictEqual(run.engine.save(), twin.engine.save()))
          return `the state after command ${place} is another`
      }
      run.finish()
    } catch (error) {
      return String(error)
    }
  }
  return undefined
}

describe("The suite", () => {
  test("sees at least twenty kinds of faults", () => {
    expect(new Set(plantedFaults.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20)
  })

  test.each<[string, Partial<EngineSettings>]>([
    ["", {}],
    [", with a clearing that refuses fills", { createClearings: createCreditClearings }],
  ])(
    "sees nothing where nothing is planted%s",
    (_, settings) => {
      expect(watch(() => undefined, true, settings)).toBeUndefined()
    },
    180_000,
  )

  test.each(plantedFaults)(
    "sees it when $name",
    ({ plant, seenBy, settings }) => {
      expect(watch(plant, seenBy === "twin", settings)).toBeDefined()
    },
    180_000,
  )
})
