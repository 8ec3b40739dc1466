/** Contracts against books kept beside the engine: every fill, funding and liquidation has its rule (P5, P8, P10, P17, P26, P27, P30). */

import { expect, test } from "vitest"
import { createEngine } from "#server/engine/engine.ts"
import { CONTRACTS } from "./contract-commands.ts"
import { ContractOracle } from "./contract-oracle.ts"
import { ContractRun } from "./contract-run.ts"

/** Each is about ten commands, with the house's. `npm run chaos` asks for a million of them, by 200 users. */
const STEPS = Number(process.env.SAKER_ORACLE_STEPS ?? 2_500)
const USERS = Number(process.env.SAKER_ORACLE_USERS ?? 30)
const WHALES = USERS >> 1

const happened = new Map<string, number>()

test.each([21, 22, 23, 24])(
  "all that %i makes happen is explained",
  (seed) => {
    const engine = createEngine()
    const oracle = new ContractOracle(engine, CONTRACTS)
    const run = new ContractRun(seed, {
      engine,
      users: USERS,
      whales: WHALES,
      insurance: seed % 2 === 0 ? 200_000 : 0,
      isTicked: true,
      recountEvery: 50,
      check: (outcome, command) => oracle.check(outcome, command),
    })
    for (let step = 0; step < STEPS; step += 1) run.step()
    for (const [name, count] of run.counts) happened.set(name, (happened.get(name) ?? 0) + count)
  },
  600_000,
)

test("and all that is to be explained has happened", () => {
  const names = [
    "liquidation take-over",
    "liquidation reduce",
    "liquidation by order",
    "deleveraged",
    "funding-paid",
  ]
  for (const name of names) expect(happened.get(name) ?? 0, name).toBeGreaterThan(0)
})
