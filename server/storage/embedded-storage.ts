/** Opens the data folder: checks it, locks it, and starts its database in a thread of its own. */

import { chmodSync, mkdirSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { Kysely, sql } from "kysely"
import { StartProblem, systemCode } from "#server/settings/start-problem.ts"
import { keepLogShort } from "./checkpoints.ts"
import { DatabaseError, DatabaseThread } from "./database-thread.ts"
import { folderBytes, watchDisk } from "./disk-use.ts"
import { type FolderLock, lockFolder } from "./folder-lock.ts"
import { checkRelations } from "./pages/check-relations.ts"
import type { Tables } from "./schema.ts"
import type { OpenedStorage, Storage, StorageSettings } from "./storage.ts"
import { threadDialect } from "./thread-dialect.ts"

/** Free room below which nothing is opened or written: PostgreSQL falls over when its log can't grow. */
const FREE_BYTES_AT_START = 128 * 1024 * 1024
const FREE_BYTES_RUNNING = 48 * 1024 * 1024
/** Up to this size every page is read before the start goes on: 2 to 3 ms for each MB. A larger one is read beside it. */
const CHECKED_BYTES_MAX = 256 * 1024 * 1024

/** Opens the folder. Throws a StartProblem for everything that a person can put right. */
export async function openEmbedded(settings: StorageSettings): Promise<OpenedStorage> {
  const lock = takeFolder(settings.data)
  const folder = join(settings.data, settings.database)
  const explain = (error: unknown): unknown =>
    error instanceof DatabaseError ? damaged(folder, error.message.split("\n")[0] ?? "") : error
  try {
    const storage = await openDatabase(settings, folder, lock)
    return {
      storage,
      schema: undefined,
      place: `SAKER_DATA: ${settings.data}`,
      checkAtStart: () => checkAtStart(storage, folder),
      explain,
    }
  } catch (error) {
    lock.release()
    throw explain(error)
  }
}

/** The folder exists, can be written, has room, and is nobody else's. */
function takeFolder(folder: string): FolderLock {
  try {
    // What is known of people lies in it. A folder that is there already keeps what its owner has set.
    mkdirSync(folder, { recursive: true, mode: 0o700 })
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

async function openDatabase(settings: StorageSettings, folder: string, lock: FolderLock): Promise<Storage> {
  const open = async () => {
    const opened = await DatabaseThread.open({ folder, seedFile: settings.seedFile })
    // As PostgreSQL itself asks for: its owner's alone, whatever the folder around it allows.
    chmodSync(folder, 0o700)
    return opened
  }
  let thread = await open()
  const database = new Kysely<Tables>({ dialect: threadDialect(() => thread) })
  const checkpoints = keepLogShort(database)
  const disk = watchDisk(async () => {
    const problem = checkpoints.failure()
    return {
      bytes: await folderBytes(folder),
      logBytes: await folderBytes(join(folder, "pg_wal")),
      freeBytes: freeBytes(settings.data),
      ...(problem === undefined ? {} : { problem }),
    }
  })
  return {
    database,
    // In turn with everyone else: beside the queue it would land inside somebody's transaction.
    run: async (statement) => {
      await sql.raw(statement).execute(database)
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
    disk: () => disk.use(),
    checkPages: (options) => checkRelations({ database, thread: () => thread, folder }, options),
    close: async () => {
      await Promise.all([checkpoints.stop(), disk.stop()])
      await thread.close()
      lock.release()
    },
  }
}

/** @throws StartProblem that names what is damaged or missing */
async function checkAtStart({ database, checkPages }: Storage, place: string): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(oid)), 0)::int8 as bytes from pg_class
    where relkind in ('r', 'm')`.execute(database)
  if ((rows[0]?.bytes ?? 0) > CHECKED_BYTES_MAX) return
  const problems = await checkPages({ isAlone: true })
  if (problems.length > 0) throw damaged(place, problems.join("; "))
}

const damaged = (folder: string, what: string) =>
  new StartProblem(
    `SAKER_DATA: the database in ${folder} is damaged and was left as it is (${what}); put back a copy of the folder, or set another one`,
  )

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`
