/** Opens the storage on a PostgreSQL server: a schema a history, one writer at a time, reconnecting when it is lost. */

import { Kysely, PostgresDialect, sql } from "kysely"
import { Client, Pool, type PoolConfig, types } from "pg"
import { StartProblem, systemCode } from "#server/settings/start-problem.ts"
import { DatabaseError } from "./database-thread.ts"
import { schemaBytes, watchDisk } from "./disk-use.ts"
import { placeOf } from "./place-of.ts"
import { readWhole } from "./read-whole.ts"
import type { Tables } from "./schema.ts"
import type { OpenedStorage, StorageSettings } from "./storage.ts"

/** Writes take one connection after another; the rest are for readers. */
const CONNECTIONS_MAX = 8
const CONNECT_WITHIN_MS = 5000
/** A statement that takes longer has gone wrong: a page of candles takes milliseconds. */
const STATEMENT_WITHIN_MS = 30_000
/** First half of the writer's advisory lock, so that other programs' locks don't meet ours: "sakr" in ASCII. */
const LOCK_SPACE = 0x73_61_6b_72

/** Opens the schema on the server. Throws a StartProblem for everything that a person can put right. */
export async function openPostgres(settings: StorageSettings): Promise<OpenedStorage> {
  const schema = `saker-${settings.database}`
  const config: PoolConfig = {
    connectionString: settings.databaseUrl,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    statement_timeout: STATEMENT_WITHIN_MS,
    application_name: "saker",
    keepAlive: true,
    types: {
      getTypeParser: (id, format) =>
        id === types.builtins.INT8 ? readWhole : types.getTypeParser(id, format),
    },
  }
  const place = `DATABASE_URL: ${placeOf(settings.databaseUrl)}`
  const explain = (error: unknown) => startProblem(error, place)
  const lock = new WriterLock(config, schema)
  try {
    if (!(await lock.take())) {
      throw new StartProblem(
        `${place}, schema ${schema}: in use by another server; allowed: a schema written by one server at a time`,
      )
    }
  } catch (error) {
    await lock.release()
    throw explain(error)
  }
  const pool = new Pool({
    ...config,
    max: CONNECTIONS_MAX,
    // Here and not in kysely's hook: what that throws, of a connection that is cut at this moment, leaves the connection
    // taken for ever, and closing waits for it.
    verify: (client, done) => {
      const set = client.query("select set_config('search_path', $1, false)", [`"${schema}"`])
      set.then(() => done(), done)
    },
  })
  // A connection that broke while idle: the pool drops it and makes another when one is needed.
  pool.on("error", () => undefined)
  // One that breaks in somebody's hands: they hear of it by their statement; without a listener the process would end.
  pool.on("connect", (client) => client.on("error", () => undefined))
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const disk = watchDisk(async () => ({ bytes: await schemaBytes(database, schema) }))
  const storage = {
    database,
    run: async (statement: string) => {
      await sql.raw(statement).execute(database)
    },
    prepare: async () => {
      if (!lock.isHeld() && !(await lock.take())) {
        throw new DatabaseError(`another server writes the schema ${schema}`, "lock")
      }
    },
    disk: () => disk.use(),
    // A server's own checksums and backups look after its pages.
    checkPages: async () => [],
    close: async () => {
      await disk.stop()
      await database.destroy()
      await lock.release()
    },
  }
  try {
    await sql`create schema if not exists ${sql.id(schema)}`.execute(database)
  } catch (error) {
    await storage.close()
    throw explain(error)
  }
  return {
    storage,
    schema,
    place: `${place}, schema ${schema}`,
    checkAtStart: async () => undefined,
    explain,
  }
}

/**
 * Stands for the schema: held by a connection of its own, so the server lets go of it the moment this process dies.
 * Two servers that write one history would give the same trade id twice.
 */
class WriterLock {
  readonly #config: PoolConfig
  readonly #name: string
  #client: Client | undefined

  constructor(config: PoolConfig, name: string) {
    this.#config = config
    this.#name = name
  }

  isHeld(): boolean {
    return this.#client !== undefined
  }

  /** True when it is ours now. Throws what the server or the network said. */
  async take(): Promise<boolean> {
    const client = new Client(this.#config)
    const drop = () => {
      if (this.#client === client) this.#client = undefined
    }
    client.on("error", drop)
    client.on("end", drop)
    try {
      await client.connect()
      const { rows } = await client.query<{ held: boolean }>(
        "select pg_try_advisory_lock($1, hashtext($2)) as held",
        [LOCK_SPACE, this.#name],
      )
      if (rows[0]?.held === true) {
        this.#client = client
        return true
      }
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    await client.end()
    return false
  }

  async release(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }
}

function startProblem(error: unknown, place: string): unknown {
  if (error instanceof StartProblem) return error
  const code = systemCode(error) ?? ""
  const said = (error instanceof Error ? error.message : String(error)).split("\n")[0]
  if (
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENOENT|ECONNRESET)$/.test(code) ||
    /timeout/i.test(said ?? "")
  ) {
    return new StartProblem(
      `${place} doesn't answer (${said || code}); allowed: a PostgreSQL server that can be reached`,
    )
  }
  // Classes 28 and 3D: who may not come in, and a database that isn't there; 42501: may not write.
  if (/^(28|3D)|^42501$/.test(code)) {
    return new StartProblem(
      `${place} refused (${said}); allowed: an existing database and a user who may create a schema in it`,
    )
  }
  return error
}
