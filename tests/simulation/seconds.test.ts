/** Second contracts under random commands: each decided as O1–O5 say, money conserved after each command, over restarts. */

import { expect, test } from "vitest"
import { createEngine } from "#server/engine/engine.ts"
import { SecondRun } from "./second-run.ts"

const COMMANDS = 15_000

test.each([41, 42])(
  "%i: every contract ends as the rules say, and everything there is happens",
  (seed) => {
    const run = new SecondRun(seed, createEngine())
    for (let place = 0; place < COMMANDS; place += 1) run.step()
    run.finish()
    expect(run.restarts).toBeGreaterThan(2)
    expect(run.atExpiry).toBeGreaterThan(10)
    for (const name of [
      ...["won", "lost", "tied", "refunded", "ACCOUNT_FROZEN", "UNKNOWN_INSTRUMENT", "UNKNOWN_PRODUCT"],
      ...["TRADING_STATE", "FEED_STALE", "WRONG_SIZE", "PRICE_MOVED", "STAKE_RANGE", "DAILY_LOSS"],
      ...["TYPE_COMBINATION", "HOUSE_LIMIT"],
    ])
      expect([name, run.oracle.seen.get(name) ?? 0]).not.toEqual([name, 0])
  },
  120_000,
)
