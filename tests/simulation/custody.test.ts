/** Deposits and withdrawals under random commands: each answer and each balance as D1–D5 say, over restarts. */

import { expect, test } from "vitest"
import { CustodyRun } from "./custody-run.ts"

test.each([51, 52])(
  "%i: everything is as the oracle says, and everything there is happens",
  (seed) => {
    const run = new CustodyRun(seed)
    for (let place = 0; place < 4_000; place += 1) run.step()
    const { seen, deposits, withdrawals } = run.oracle
    expect(run.restarts).toBeGreaterThan(0)
    for (const name of [
      ...["done", "ACCOUNT_FROZEN", "CLAIMS_OPEN", "WITHDRAWALS_FROZEN", "MIN_WITHDRAWAL", "ADDRESS_WAITING"],
      ...["REST_AFTER_CHANGE", "DAILY_LIMIT", "INSUFFICIENT_BALANCE", "NOT_FINAL", "WRONG_STATE"],
    ])
      expect([name, seen.get(name) ?? 0]).not.toEqual([name, 0])
    expect(new Set([...deposits.values()].map(({ status }) => status))).toContain("reversed")
    const ends = new Set(withdrawals.map(({ status }) => status))
    for (const status of ["final", "cancelled", "rejected", "failed"]) expect(ends).toContain(status)
  },
  120_000,
)
