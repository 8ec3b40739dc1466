/** How is the data folder opened? Checked, locked, opened, brought up to date; or one clear line why not. */

import { mkdirSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { Kysely, sql } from "kysely"
import { Migrator } from "kysely/migration"
import { StartProblem, systemCode } from "#server/start-problem.ts"
import { DatabaseError, DatabaseThread } from "./database-thread.ts"
import { type FolderLock, lockFolder } from "./folder-lock.ts"
import { migrations } from "./migrations.ts"
import { FORMAT, type Tables } from "./schema.ts"
import { threadDialect } from "./thread-dialect.ts"

/** Free room below which nothing is opened or written: PostgreSQL falls over when its log can't grow. */
const FREE_BYTES_AT_START = 128 * 1024 * 1024
const FREE_BYTES_RUNNING = 48 * 1024 * 1024
/** Tables up to this size are read whole at the start, so that a damaged page is noticed then and not in a chart. */
const CHECKED_BYTES_MAX = 256 * 1024 * 1024

export interface StorageSettings {
  /** Data folder as set; the database gets a folder of its own in it. */
  data: string
  /** One name a feed and seed, so that different histories never mix. */
  database: string
  /** Dump of an empty database, kept beside the build. */
  seedFile: string
}

export interface Storage {
  readonly database: Kysely<Tables>
  /** Runs a statement that can't be part of a transaction. */
  run(statement: string): Promise<void>
  /**
   * Makes ready to write: throws when the disk is too full or the folder was taken away, and replaces a database
   * thread that has stopped.
   */
  prepare(): Promise<void>
  close(): Promise<void>
}

/** Opens the folder. Throws a StartProblem for everything that a person can put right. */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  const lock = takeFolder(settings.data)
  try {
    const storage = await openDatabase(settings, lock)
    try {
      await bringUpToDate(storage, settings)
      return storage
    } catch (error) {
      await storage.close()
      throw error
    }
  } catch (error) {
    lock.release()
    throw startProblem(error, settings)
  }
}

/** The folder exists, can be written, has room, and is nobody else's. */
function takeFolder(folder: string): FolderLock {
  try {
    mkdirSync(folder, { recursive: true })
    const free = freeBytes(folder)
    if (free < FREE_BYTES_AT_START) {
      throw new StartProblem(
        `SAKER_DATA: the disk of ${folder} is full (${megabytes(free)} free); allowed: a folder with at least ${megabytes(FREE_BYTES_AT_START)} free`,
      )
    }
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof StartProblem) throw error
    const code = systemCode(error)
    if (!code) throw error
    throw new StartProblem(
      `SAKER_DATA: ${folder} cannot be written (${code}); allowed: a folder that may be written`,
    )
  }
}

async function openDatabase(settings: StorageSettings, lock: FolderLock): Promise<Storage> {
  const folder = join(settings.data, settings.database)
  const open = () => DatabaseThread.open({ folder, seedFile: settings.seedFile })
  let thread = await open()
  return {
    database: new Kysely<Tables>({ dialect: threadDialect(() => thread) }),
    run: async (statement) => {
      await thread.query(statement, [])
    },
    prepare: async () => {
      if (!lock.isHeld()) throw new DatabaseError(`the lock of ${settings.data} is gone`, "lock")
      const free = freeBytes(settings.data)
      if (free < FREE_BYTES_RUNNING)
        throw new DatabaseError(`the disk is full: ${megabytes(free)} free`, "53100")
      if (!thread.isBroken) return
      await thread.close()
      thread = await open()
    },
    close: async () => {
      await thread.close()
      lock.release()
    },
  }
}

async function bringUpToDate(storage: Storage, settings: StorageSettings): Promise<void> {
  await checkFormat(storage.database, settings)
  const migrator = new Migrator({ db: storage.database, provider: migrations })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  await storage.database
    .insertInto("meta")
    .values({ key: "format", value: String(FORMAT) })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: String(FORMAT) }))
    .execute()
  await readAll(storage.database)
}

async function checkFormat(database: Kysely<Tables>, settings: StorageSettings): Promise<void> {
  const known = await database.introspection.getTables()
  if (!known.some((table) => table.name === "meta")) return
  const row = await database.selectFrom("meta").select("value").where("key", "=", "format").executeTakeFirst()
  if (Number(row?.value ?? FORMAT) <= FORMAT) return
  throw new StartProblem(
    `SAKER_DATA: ${settings.data} was written by a newer Saker (data format ${row?.value}, this one reads up to ${FORMAT}); allowed: a folder of this version or older`,
  )
}

/** Every page carries a checksum; reading them all finds the ones that a disk or a hand has changed. */
async function readAll(database: Kysely<Tables>): Promise<void> {
  const size = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(relid)), 0)::int8 as bytes from pg_stat_user_tables`.execute(
    database,
  )
  if ((size.rows[0]?.bytes ?? 0) > CHECKED_BYTES_MAX) return
  const tables = [
    "meta",
    "instruments",
    "candles",
    "seconds",
    "run_spans",
    "counters",
    "recent_trades",
  ] as const
  for (const table of tables) await sql`select count(*) from ${sql.table(table)}`.execute(database)
}

function startProblem(error: unknown, settings: StorageSettings): unknown {
  if (!(error instanceof DatabaseError)) return error
  const folder = join(settings.data, settings.database)
  return new StartProblem(
    `SAKER_DATA: the database in ${folder} is damaged and was left as it is (${error.message.split("\n")[0]}); put back a copy of the folder, or set another one`,
  )
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`
