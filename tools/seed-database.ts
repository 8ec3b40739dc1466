/** Makes the dump of an empty database that every first start begins from: an initdb takes seconds, a dump a fraction. */

import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseThread } from "#server/storage/database-thread.ts"

const seedFile = join(import.meta.dirname, "../dist/database/empty.tgz")

if (!existsSync(seedFile)) {
  const folder = mkdtempSync(join(tmpdir(), "saker-seed-"))
  const thread = await DatabaseThread.open({ folder: join(folder, "database"), seedFile, isForced: false })
  await thread.close()
  rmSync(folder, { recursive: true, force: true })
}
