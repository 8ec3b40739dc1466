/** An exchange stopped at each write of a deposit's or a withdrawal's life goes on as if it had not been (D1–D5, R1, R5). */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { playScene, type ScenePlayed } from "#tests/support/contract-crash-run.ts"
import { placeStages, stopsIn } from "#tests/support/crash-stops.ts"
import { CUSTODY_OPENING, CUSTODY_SCENE, CUSTODY_STAGES } from "#tests/support/custody-crash-scene.ts"

const WITHIN_MS = 600_000

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

const stages = placeStages(CUSTODY_OPENING, CUSTODY_STAGES)

test("the scene has all of it", () => {
  const { deposits, withdrawals } = whole.facts
  expect(deposits.map(({ status }) => status).toSorted()).toEqual([
    ...["credited", "credited", "final", "final", "final", "reversed"],
  ])
  expect(withdrawals.map(({ status }) => status).toSorted()).toEqual(
    ["cancelled", "failed", "final", "rejected", "sending", "waiting"].toSorted(),
  )
})

test.each(stages)(
  "stopped in $name and done again from the log, every row is as it would have been",
  async (stage) => {
    const stops = stopsIn(stage, whole)
    expect(stops).not.toEqual([])
    for (const stop of stops) {
      const { state, facts } = await playScene(storage, CUSTODY_SCENE, stop)
      expect(facts, `${stop.kind}, write ${stop.place}`).toEqual(whole.facts)
      expect(state, `${stop.kind}, write ${stop.place}`).toEqual(whole.state)
    }
  },
  WITHIN_MS,
)
