/** AI products under random commands over simulated years: each as A1–A5 say, money conserved after each command. */

import { expect, test } from "vitest"
import { createEngine } from "#server/engine/engine.ts"
import { AiRun } from "./ai-run.ts"

const COMMANDS = 8_000
const YEAR = 365 * 86_400_000

test.each([51, 52])(
  "%i: every holding earns and ends as the rules say, and everything there is happens",
  (seed) => {
    const run = new AiRun(seed, createEngine())
    const begin = run.time
    for (let place = 0; place < COMMANDS; place += 1) run.step()
    run.finish()
    expect(run.time - begin).toBeGreaterThan(5 * YEAR)
    for (const name of [
      ...["finished", "withdrawn", "ACCOUNT_FROZEN", "UNKNOWN_PRODUCT", "WRONG_STATE", "ISSUE_FULL"],
      ...["TRANSFERS_STOPPED", "WRONG_SIZE", "PURCHASE_LIMIT", "INSUFFICIENT_BALANCE", "RESERVE_LIMIT"],
      "UNKNOWN_HOLDING",
    ])
      expect([name, run.oracle.seen.get(name) ?? 0]).not.toEqual([name, 0])
  },
  120_000,
)
