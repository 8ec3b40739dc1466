/** Gateways read what another process writes, and never stand in its way. */

import { expect, test } from "vitest"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { openStorage } from "./open-storage.ts"
import { openReader } from "./reader-storage.ts"

test.skipIf(!postgresIsThere)(
  `tables that a gateway read as it froze are brought up to date all the same: its transaction is ended${postgresIsThere ? "" : ` (${LEFT_OUT})`}`,
  async () => {
    const { url, drop } = await freshDatabase()
    const settings = { data: "", database: "simulated-1", seedFile: "", databaseUrl: url }
    const older = await openStorage(settings)
    // As a release before the last migration left it, which is this one as long as none follows.
    await older.run("drop table chart_templates")
    await older.run("delete from kysely_migration where name like '%-chart-templates'")
    const reader = await openReader(settings)
    const read = () => reader.storage.database.selectFrom("candles").selectAll().execute()
    expect(await read()).toEqual([])
    await older.close()
    const storage = await openStorage(settings)
    await expect(read()).rejects.toThrow()
    await reader.storage.close()
    await storage.close()
    await drop()
  },
  120_000,
)
