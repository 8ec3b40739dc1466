/** Opens the storage, embedded or on a PostgreSQL server: locked and migrated, or refused in one line. */

import { sql } from "kysely"
import { Migrator } from "kysely/migration"
import { checkVersions, type KnownTables, MIGRATION_TABLE, readKnownTables } from "./check-versions.ts"
import type { EmbeddedFolder } from "./embedded-folder.ts"
import { openEmbedded } from "./embedded-storage.ts"
import { migrations } from "./migrations.ts"
import { openPostgres } from "./postgres-storage.ts"
import { FORMAT } from "./schema.ts"
import type { OpenedStorage, Storage, StorageSettings } from "./storage.ts"
import type { WriterLock } from "./writer-lock.ts"

/** What was taken before the storage is opened: the folder of the embedded one, or the lock of a schema. */
export interface BegunStorage {
  folder?: EmbeddedFolder | undefined
  lock?: WriterLock | undefined
}

/** Opens the storage; `begun`: what was taken of it before. Throws a StartProblem for everything that a person can put right. */
export async function openStorage(settings: StorageSettings, begun: BegunStorage = {}): Promise<Storage> {
  const isEmbedded = settings.databaseUrl === ""
  const opened = isEmbedded
    ? await openEmbedded(settings, begun.folder)
    : await openPostgres(settings, begun.lock)
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
  const known = await readKnownTables(opened)
  await checkVersions(opened, known)
  if (!(await isMigrated(opened, known))) await migrate(opened)
  await database
    .insertInto("meta")
    .values({ key: "format", value: String(FORMAT) })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: String(FORMAT) }))
    .execute()
}

/** Exactly what this release migrates has been: then nothing needs a look at the tables themselves. */
async function isMigrated({ storage }: OpenedStorage, { names }: KnownTables): Promise<boolean> {
  if (!names.has(MIGRATION_TABLE)) return false
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(
    storage.database,
  )
  const done = new Set(rows.map(({ name }) => name))
  const wanted = Object.keys(await migrations.getMigrations())
  return done.size === wanted.length && wanted.every((name) => done.has(name))
}

async function migrate({ storage, schema, endReaders }: OpenedStorage): Promise<void> {
  await endReaders?.()
  const migrator = new Migrator({
    db: storage.database,
    provider: migrations,
    migrationTableName: MIGRATION_TABLE,
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
