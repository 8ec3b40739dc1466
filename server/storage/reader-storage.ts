/**
 * The storage of a process that reads what another one writes: a gateway. It takes no lock, migrates nothing, and reads a start's whole
 * picture as of one moment.
 */

import { Kysely, PostgresDialect, sql } from "kysely"
import type { Pool, PoolClient } from "pg"
import { StartProblem } from "#server/settings/start-problem.ts"
import { formatProblem, readKnownTables, rulesProblem } from "./check-versions.ts"
import { explainPostgres, postgresPool, readerName, schemaPlace } from "./postgres-storage.ts"
import type { Tables } from "./schema.ts"
import { FORMAT } from "./schema.ts"
import type { Storage, StorageSettings } from "./storage.ts"

/** Frozen in the middle of a transaction it would keep the database from tidying its tables for as long. */
const IDLE_IN_TRANSACTION_MS = 120_000

export interface ReaderStorage {
  storage: Storage
  /** From here on each statement sees the newest; before, all see the moment at which the storage was opened. */
  followOn(): Promise<void>
}

/** Hands out one connection with one open transaction to everybody, until it is let go of. */
class PinnedPool {
  readonly #pool: Pool
  #pinned: PoolClient | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async pin(): Promise<void> {
    const client = await this.#pool.connect()
    await client.query("begin isolation level repeatable read read only")
    this.#pinned = client
  }

  async letGo(): Promise<void> {
    const client = this.#pinned
    this.#pinned = undefined
    if (!client) return
    const ended = client.query("commit")
    // One that broke isn't given to others, and closing must not wait for it.
    ended.then(() => client.release(), client.release)
    await ended
  }

  /** What kysely asks of a pool. Who is done with the pinned connection gives nothing back. */
  async connect(): Promise<Pick<PoolClient, "query" | "release">> {
    const pinned = this.#pinned
    if (!pinned) return await this.#pool.connect()
    // Statements of many wait for each other on the one connection.
    const query = (...asked: Parameters<PoolClient["query"]>) => {
      const answered = this.#last.then(() => pinned.query(...asked))
      this.#last = answered.then(
        () => undefined,
        () => undefined,
      )
      return answered
    }
    return { query: query as PoolClient["query"], release: () => undefined }
  }

  async end(): Promise<void> {
    await this.letGo().catch(() => undefined)
    await this.#pool.end()
  }
}

async function checkWritten(storage: Storage, at: { schema: string; place: string }): Promise<void> {
  const opened = { storage, ...at, checkAtStart: async () => undefined, explain: (error: unknown) => error }
  const known = await readKnownTables(opened)
  const newer = await formatProblem(opened, known)
  if (newer) throw newer
  const query = storage.database.selectFrom("meta").select("value").where("key", "=", "format")
  const format = known.names.has("meta") ? (await query.executeTakeFirst())?.value : undefined
  // Commands of other rules behind the snapshot: one of another version writes.
  if (Number(format) !== FORMAT || (await rulesProblem(opened, known)))
    throw new StartProblem(
      `${at.place}: no exchange of this version has written there yet; allowed: a gateway of the same version, started when the exchange runs`,
    )
}

/** @throws StartProblem where no exchange of this release has written yet, or the server can't be reached */
export async function openReader(settings: StorageSettings): Promise<ReaderStorage> {
  const { schema, place } = schemaPlace(settings)
  const pool = new PinnedPool(
    postgresPool(settings, {
      application_name: readerName(schema),
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    }),
  )
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: pool as unknown as Pool }),
  })
  const storage: Storage = {
    database,
    // A gateway writes no command log.
    commits: database,
    run: async (statement) => {
      await sql.raw(statement).execute(database)
    },
    // The little that a gateway writes (a session's last use) needs no lock.
    prepare: async () => undefined,
    disk: () => undefined,
    checkPages: async () => [],
    close: () => database.destroy(),
  }
  try {
    await pool.pin()
    await checkWritten(storage, { schema, place })
    return { storage, followOn: () => pool.letGo() }
  } catch (error) {
    await storage.close()
    throw explainPostgres(settings, error)
  }
}
