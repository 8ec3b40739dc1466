/** How is the storage opened? Embedded or on a PostgreSQL server, locked, brought up to date; or one line why not. */

import type { Kysely } from "kysely"
import { Migrator } from "kysely/migration"
import { StartProblem } from "#server/start-problem.ts"
import { openEmbedded } from "./embedded-storage.ts"
import { migrations } from "./migrations.ts"
import { openPostgres } from "./postgres-storage.ts"
import { FORMAT, type Tables } from "./schema.ts"
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
  await checkFormat(database, opened)
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
  await opened.checkPages()
}

async function checkFormat(database: Kysely<Tables>, { schema, place }: OpenedStorage): Promise<void> {
  const known = await database.introspection.getTables()
  const isThere = known.some(
    (table) => table.name === "meta" && (schema === undefined || table.schema === schema),
  )
  if (!isThere) return
  const row = await database.selectFrom("meta").select("value").where("key", "=", "format").executeTakeFirst()
  if (Number(row?.value ?? FORMAT) <= FORMAT) return
  throw new StartProblem(
    `${place} was written by a newer Saker (data format ${row?.value}, this one reads up to ${FORMAT}); allowed: one of this version or older`,
  )
}
