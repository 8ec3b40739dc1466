/** What tests of an exchange stopped at its writes stand on: an embedded database, and the scene played once without a stop. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { playScene, type ScenePlayed } from "./contract-crash-run.ts"
import type { CrashScene } from "./contract-crash-scene.ts"

const SEED_FILE = join(import.meta.dirname, "../../dist/database/empty.tgz")
/** A whole scene, written and read again; on a busy machine it takes its time. */
const WITHIN_MS = 600_000

export interface CrashGround {
  /** The scene's database; there from the first test on, as is the rest. */
  readonly storage: Storage
  /** What comes of it when nothing is stopped. */
  readonly whole: ScenePlayed
}

/** Opens before the tests of the file that calls it, and closes behind them. */
export function crashGround(scene: CrashScene): CrashGround {
  const folder = mkdtempSync(join(tmpdir(), "saker-crashes-"))
  let storage: Storage
  let whole: ScenePlayed
  beforeAll(async () => {
    const seedFile = SEED_FILE
    storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
    whole = await playScene(storage, scene)
  }, WITHIN_MS)
  afterAll(async () => {
    await storage.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    get storage() {
      return storage
    },
    get whole() {
      return whole
    },
  }
}
