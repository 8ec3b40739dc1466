/** 300,000 commands of deposits and withdrawals with reorganisations and restarts: each as D1–D5 say, no unit lost. */

import { expect, test } from "vitest"
import { CustodyRun } from "./custody-run.ts"

const COMMANDS = 300_000
/** A run that gets too long is slow: what an oracle walks grows with it. */
const RUNS = 60

test(`${COMMANDS} commands go as the oracle says`, { timeout: 1_800_000 }, () => {
  let restarts = 0
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const run = new CustodyRun(seed)
    for (let place = 0; place < COMMANDS / RUNS; place += 1) run.step()
    restarts += run.restarts
  }
  expect(restarts).toBeGreaterThan(100)
})
