/**
 * Deposits, withdrawals and AI products together over simulated years: each command goes as D1–D5 and A1–A5 say, no unit is
 * lost or made, and the wallets hold what is owed after each of them. 300,000 commands in `npm run verify`.
 */

import { expect, test } from "vitest"
import type { Engine } from "#server/engine/engine.ts"
import { CustodyAndAiRun } from "./custody-and-ai-run.ts"
import { replace } from "./planting.ts"
import { CUSTODY_RUN, custodySeeds, runSteps } from "./simulation-run.ts"

const DAY = 86_400_000
const YEAR = 365 * DAY
const seeds = custodySeeds()

test(`${seeds.length * CUSTODY_RUN} commands go as both oracles say, and everything there is happens`, {
  timeout: 1_800_000,
}, () => {
  let [passed, restarts] = [0, 0]
  const seen = new Set<string>()
  for (const seed of seeds) {
    const run = new CustodyAndAiRun(seed)
    const began = run.time
    runSteps("custody-and-ai.test.ts", seed, () => run.step(), CUSTODY_RUN)
    passed += run.time - began
    restarts += run.restarts
    for (const name of [...run.custody.seen.keys(), ...run.ai.seen.keys()]) seen.add(name)
    for (const { status } of [...run.custody.deposits.values(), ...run.custody.withdrawals]) seen.add(status)
  }
  expect(passed).toBeGreaterThan(seeds.length * YEAR)
  expect(restarts).toBe(seeds.length * 5)
  for (const name of [
    ...["ACCOUNT_FROZEN", "CLAIMS_OPEN", "WITHDRAWALS_FROZEN", "TRANSFERS_STOPPED", "MIN_WITHDRAWAL"],
    ...["ADDRESS_WAITING", "REST_AFTER_CHANGE", "DAILY_LIMIT", "INSUFFICIENT_BALANCE", "NOT_FINAL"],
    ...["WRONG_STATE", "ISSUE_FULL", "PURCHASE_LIMIT", "RESERVE_LIMIT", "UNKNOWN_HOLDING"],
    ...["reversed", "vanished", "final", "cancelled", "rejected", "failed", "finished", "withdrawn"],
  ])
    expect(seen).toContain(name)
})

const faults: readonly { name: string; plant: (engine: Engine) => void }[] = [
  {
    name: "what matures repays no claim",
    plant: ({ state: { custody } }) => replace(custody.claims, "list", () => () => []),
  },
  {
    name: "of a downtime one midnight is passed over",
    plant: ({ state: { timers } }) =>
      replace(
        timers,
        "add",
        (add) => (timer) => add(timer.name === "ai-day" ? { ...timer, due: timer.due + DAY } : timer),
      ),
  },
  {
    name: "what is on its way out may be moved and sent again",
    plant: ({ state: { custody } }) =>
      replace(custody.withdrawals, "values", () => () => new Map<number, never>().values()),
  },
  {
    name: "a final deposit is forgotten",
    plant: ({ state: { custody } }) => replace(custody.finals, "add", () => () => custody.finals),
  },
]

test.each(faults)("$name: it is seen", ({ plant }) => {
  const run = new CustodyAndAiRun(71, plant)
  expect(() => {
    for (let place = 0; place < CUSTODY_RUN; place += 1) run.step()
  }).toThrow(/instead of|by the rules|stands elsewhere|says|holding|owes|lacks|makes|is open/)
})
