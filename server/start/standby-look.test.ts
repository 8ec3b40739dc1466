/** Who may take over: a machine whose clock would lead the exchange's time away may not. */

import { expect, test } from "vitest"
import { takeTerm } from "#server/journal/journal.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { StandbyLook } from "./standby-look.ts"

const HOUR_MS = 3_600_000

test.skipIf(!postgresIsThere)(
  `a standby whose clock is an hour ahead is unfit, unless the database server's is behind what was traded${postgresIsThere ? "" : ` (${LEFT_OUT})`}`,
  async () => {
    const { url, drop } = await freshDatabase()
    const settings = { data: "", database: "simulated-1", seedFile: "", databaseUrl: url }
    const right = new StandbyLook(settings, 1)
    const ahead = new StandbyLook(settings, 2, () => Date.now() + HOUR_MS)
    expect(await ahead.clockProblem()).toBeUndefined()
    const storage = await openStorage(settings)
    expect(await ahead.clockProblem()).toBeUndefined()
    await takeTerm(storage)
    expect(await right.clockProblem()).toBeUndefined()
    expect(await ahead.clockProblem()).toMatch(/clock is (3599|36\d\d) s ahead of the database server's/)
    // It doesn't count as one that stands by, either.
    await right.waits(true)
    await ahead.waits(true)
    expect(await storage.standbys?.()).toHaveLength(2)
    await ahead.waits(false)
    await expect.poll(() => storage.standbys?.()).toEqual([expect.stringContaining(":1 ")])
    await storage.database
      .updateTable("engine_head")
      .set({ time: Date.now() + HOUR_MS })
      .execute()
    expect(await ahead.clockProblem()).toBeUndefined()
    await right.close()
    await ahead.close()
    await storage.close()
    await drop()
  },
  120_000,
)
