/** Second contracts by the ten thousand on 14 indexes with silences, restarts and every edge: each decided as O1–O5 say. */

import { expect, test } from "vitest"
import { createEngine } from "#server/engine/engine.ts"
import { SecondRun } from "./second-run.ts"

/** `npm run chaos` asks for 200,000. */
const CONTRACTS = Number(process.env.SAKER_SECOND_CONTRACTS ?? 60_000)

test(`${CONTRACTS} contracts end as the rules say, and no unit is lost`, {
  timeout: 300_000 + CONTRACTS * 20,
}, () => {
  const run = new SecondRun(77, createEngine(), { users: 400 })
  while (run.oracle.opened < CONTRACTS) run.step()
  run.finish()
  const { seen } = run.oracle
  const ends = ["won", "lost", "tied", "refunded"].map((name) => seen.get(name) ?? 0)
  expect(ends.reduce((sum, count) => sum + count)).toBeGreaterThan(CONTRACTS - 8_000)
  expect(Math.min(...ends)).toBeGreaterThan(CONTRACTS / 200)
  expect(run.atExpiry).toBeGreaterThan(CONTRACTS / 400)
  expect(run.restarts).toBeGreaterThan(CONTRACTS / 2_000)
})
