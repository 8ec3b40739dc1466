/** Contracts under random commands: the books balance, and a restored engine goes on as the one that was saved. */

import { expect, test } from "vitest"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import { ContractRun } from "./contract-run.ts"

/** `npm run verify` asks for more. */
const COMMANDS = Number(process.env.SAKER_CONTRACT_COMMANDS ?? 1_500)
const USERS = 25
/** The last of them are done by a restored engine as well. */
const TWIN_COMMANDS = 500

test.each([1, 2, 3])("the books balance after each of many commands of seed %i", (seed) => {
  const run = new ContractRun(seed, { engine: createEngine(), users: USERS })
  for (let step = 0; step < COMMANDS; step += 1) {
    if (step === COMMANDS - TWIN_COMMANDS) run.twin = restored(run)
    run.step()
  }
  const happened = [
    "liquidation take-over",
    "ended REDUCE_ONLY",
    "funding-paid",
    "take-profit",
    "stop-loss",
    "position.reverse",
  ]
  for (const name of happened) expect(run.counts.get(name) ?? 0, name).toBeGreaterThan(0)
  expect(run.twin?.save()).toEqual(run.engine.save())
})

function restored({ engine }: ContractRun): Engine {
  const twin = createEngine()
  twin.load(engine.save())
  return twin
}
