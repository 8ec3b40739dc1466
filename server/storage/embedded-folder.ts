/**
 * The folder of the embedded database: checks it, locks it, and starts the database's thread. A start does this before it
 * loads anything else, as PostgreSQL needs as long to open as all of our own modules.
 */

import { chmodSync, mkdirSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { StartProblem, systemCode } from "#server/settings/start-problem.ts"
import { DatabaseThread } from "./database-thread.ts"
import { type FolderLock, lockFolder } from "./folder-lock.ts"
import type { StorageSettings } from "./storage.ts"

/** Free room below which nothing is opened: PostgreSQL falls over when its log can't grow. */
const FREE_BYTES_AT_START = 128 * 1024 * 1024

type FolderSettings = Omit<StorageSettings, "databaseUrl">

/** A folder that is ours, and whose database is being opened. */
export class EmbeddedFolder {
  readonly #lock: FolderLock
  readonly #thread: Promise<DatabaseThread>
  #isTaken = false

  /** Begins at once. @throws StartProblem where the folder can't be used */
  constructor(settings: FolderSettings) {
    this.#lock = takeFolder(settings.data)
    this.#thread = openThread(settings)
    // Told to whoever takes it.
    this.#thread.catch(() => undefined)
  }

  /** Whoever takes it closes the thread and releases the lock, this one also where the thread doesn't open. */
  take(): { lock: FolderLock; thread: Promise<DatabaseThread> } {
    this.#isTaken = true
    return { lock: this.#lock, thread: this.#thread }
  }

  /** Gives back what nobody took. */
  async close(): Promise<void> {
    if (this.#isTaken) return
    const thread = await this.#thread.catch(() => undefined)
    await thread?.close()
    this.#lock.release()
  }
}

/** Opens the database of a folder that is ours. @throws DatabaseError with what PostgreSQL said */
export async function openThread({
  data,
  database,
  seedFile,
  isForced = false,
}: FolderSettings): Promise<DatabaseThread> {
  const folder = join(data, database)
  const opened = await DatabaseThread.open({ folder, seedFile, isForced })
  // As PostgreSQL itself asks for: its owner's alone, whatever the folder around it allows.
  chmodSync(folder, 0o700)
  return opened
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

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

export const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`
