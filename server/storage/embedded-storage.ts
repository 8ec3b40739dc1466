/** The storage in a data folder: its database in a thread of its own, its lock, its room on the disk. */

import { join } from "node:path"
import { Kysely, sql } from "kysely"
import { StartProblem } from "#server/settings/start-problem.ts"
import { keepLogShort } from "./checkpoints.ts"
import { DatabaseError, type DatabaseThread } from "./database-thread.ts"
import { folderBytes, watchDisk } from "./disk-use.ts"
import { EmbeddedFolder, freeBytes, megabytes, openThread } from "./embedded-folder.ts"
import type { FolderLock } from "./folder-lock.ts"
import { checkRelations } from "./pages/check-relations.ts"
import type { Tables } from "./schema.ts"
import type { OpenedStorage, Storage, StorageSettings } from "./storage.ts"
import { ConnectionTurns, threadDialect } from "./thread-dialect.ts"

/** Free room below which nothing is written: PostgreSQL falls over when its log can't grow. */
const FREE_BYTES_RUNNING = 48 * 1024 * 1024
/** Up to this size every page is read before the start goes on: 2 to 3 ms for each MB. A larger one is read beside it. */
const CHECKED_BYTES_MAX = 256 * 1024 * 1024

/** Opens the folder, unless that has begun. Throws a StartProblem for everything that a person can put right. */
export async function openEmbedded(
  settings: StorageSettings,
  begun = new EmbeddedFolder(settings),
): Promise<OpenedStorage> {
  const { lock, thread } = begun.take()
  const folder = join(settings.data, settings.database)
  const explain = (error: unknown): unknown =>
    error instanceof DatabaseError ? damaged(folder, error.message.split("\n")[0] ?? "") : error
  try {
    const storage = await openDatabase(settings, lock, await thread)
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

async function openDatabase(
  settings: StorageSettings,
  lock: FolderLock,
  opened: DatabaseThread,
): Promise<Storage> {
  const folder = join(settings.data, settings.database)
  let thread = opened
  const turns = new ConnectionTurns()
  const database = new Kysely<Tables>({ dialect: threadDialect(() => thread, turns) })
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
    commits: new Kysely<Tables>({ dialect: threadDialect(() => thread, turns, true) }),
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
      thread = await openThread(settings)
    },
    disk: () => disk.use(),
    copyTo: (to) => database.connection().execute(() => thread.copyTo(to)),
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
