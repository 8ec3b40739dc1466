/** Opens the storage, embedded or on a PostgreSQL server: locked and migrated, or refused in one line. */

import { Migrator } from "kysely/migration"
import { checkVersions } from "./check-versions.ts"
import { openEmbedded } from "./embedded-storage.ts"
import { migrations } from "./migrations.ts"
import { openPostgres } from "./postgres-storage.ts"
import { FORMAT } from "./schema.ts"
import type { OpenedStorage, Storage, StorageSettings } from "./storage.ts"

/** Opens the storage. Throws a StartProblem for everything that a person can put right. */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  const opened = settings.databaseUrl === "" ? await openEmbedded(settings) : await openPostgres(settings)
  try {
    await bringUpToDate(opened)
    return opened.storage
  } catch (error) {
    await opened.storage.close()
    throw opened.explain(error)
  }
}

async function bringUpToDate(opened: OpenedStorage): Promise<void> {
  const { database } = opened.storage
  await opened.checkAtStart()
  await checkVersions(opened)
  const migrator = new Migrator({
    db: database,
    provider: migrations,
    ...(opened.schema === undefined ? {} : { migrationTableSchema: opened.schema }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  await database
    .insertInto("meta")
    .values({ key: "format", value: String(FORMAT) })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: String(FORMAT) }))
    .execute()
}
