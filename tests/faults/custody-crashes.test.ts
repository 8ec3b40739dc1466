/** An exchange stopped at each write of a deposit's or a withdrawal's life goes on as if it had not been (D1–D5, R1, R5). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { playScene, type ScenePlayed } from "#tests/support/contract-crash-run.ts"
import { CUSTODY_OPENING, CUSTODY_SCENE, CUSTODY_STAGES } from "#tests/support/custody-crash-scene.ts"
import type { FaultKind } from "#tests/support/faulty-storage.ts"

/** `npm run verify` stops at every write; else at one of each stage. */
const IS_WHOLE = process.env.SAKER_TESTS === "long" || process.env.SAKER_CRASH_WRITES === "all"
const WITHIN_MS = 600_000
const KINDS: readonly FaultKind[] = ["before it is done", "after it is done"]

const folder = mkdtempSync(join(tmpdir(), "saker-custody-crashes-"))
let storage: Storage
/** What comes of it when nothing is stopped. */
let whole: ScenePlayed

beforeAll(async () => {
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
  whole = await playScene(storage, CUSTODY_SCENE)
}, WITHIN_MS)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const stages = CUSTODY_STAGES.map(({ name, steps }, place) => {
  const before = CUSTODY_STAGES.slice(0, place).flatMap((stage) => stage.steps)
  const from = CUSTODY_OPENING.length + before.length
  return { name, from, to: from + steps.length }
})

/** The writes of a stage, counted from 1; in the short form the one in its middle. */
function writesOf({ from, to }: { from: number; to: number }): number[] {
  const [first, last] = [(whole.writes[from] ?? 0) + 1, whole.writes[to] ?? 0]
  const all = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  return IS_WHOLE ? all : all.slice(all.length >> 1).slice(0, 1)
}

test("the scene has all of it", () => {
  const { deposits, withdrawals } = whole.facts
  expect(deposits.map(({ status }) => status).toSorted()).toEqual([
    ...["credited", "credited", "final", "final", "final", "reversed"],
  ])
  expect(withdrawals.map(({ status }) => status).toSorted()).toEqual(
    ["cancelled", "failed", "final", "rejected", "sending", "waiting"].toSorted(),
  )
})

describe.each(KINDS)("stopped at a write, %s", (kind) => {
  test.each(stages)(
    "in $name: done again from the log, every row is as it would have been",
    async (stage) => {
      for (const place of writesOf(stage)) {
        const { state, facts } = await playScene(storage, CUSTODY_SCENE, { place, kind })
        expect(facts, `write ${place}`).toEqual(whole.facts)
        expect(state, `write ${place}`).toEqual(whole.state)
      }
    },
    WITHIN_MS,
  )
})
