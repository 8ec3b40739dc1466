/** Opens the storage on a PostgreSQL server: a schema a history, one writer at a time, reconnecting when it is lost. */

import { Kysely, PostgresDialect, sql } from "kysely"
import { type Client, Pool, type PoolConfig, types } from "pg"
import { StartProblem, systemCode } from "#server/settings/start-problem.ts"
import { DatabaseError } from "./database-thread.ts"
import { schemaBytes, watchDisk } from "./disk-use.ts"
import { endWhenSilent } from "./end-when-silent.ts"
import { placeOf } from "./place-of.ts"
import { readWhole } from "./read-whole.ts"
import type { Tables } from "./schema.ts"
import { standbysOf } from "./standby-mark.ts"
import type { OpenedStorage, StorageSettings } from "./storage.ts"
import { SILENT_MS, WriterLock } from "./writer-lock.ts"

/** Writes take one connection after another; the rest are for readers. */
const CONNECTIONS_MAX = 8
const CONNECT_WITHIN_MS = 5000
/** A statement that takes longer has gone wrong: a page of candles takes milliseconds. */
const STATEMENT_WITHIN_MS = 30_000
/** The same of what orders or a takeover wait for. */
const URGENT_WITHIN_MS = 10_000
/** The server itself ends a statement that takes too long; one that is silent for so much longer doesn't answer at all. */
const LATE_MS = 5000

/** How the connections of whoever writes a schema are called, its lock's apart. PostgreSQL cuts it at 63 bytes, as it does the schema. */
const writerName = (schema: string): string => `saker writes ${schema}`.slice(0, 63)
/** The same of gateways. */
export const readerName = (schema: string): string => `saker reads ${schema}`.slice(0, 63)

/** How it is said that the lock was lost and is another server's. */
export const WRITTEN_ELSEWHERE = "another server writes"

/** The schema's lock, not yet taken. */
export const writerLock = (settings: StorageSettings): WriterLock =>
  new WriterLock({
    config: { ...configOf(settings), statement_timeout: URGENT_WITHIN_MS },
    name: schemaOf(settings),
    answerWithinMs: URGENT_WITHIN_MS + LATE_MS,
  })

const schemaOf = ({ database }: StorageSettings): string => `saker-${database}`

const placeText = ({ databaseUrl }: StorageSettings): string => `DATABASE_URL: ${placeOf(databaseUrl)}`

/** A {@link StartProblem} of what PostgreSQL or the network said, where a person can act on it. */
export const explainPostgres = (settings: StorageSettings, error: unknown): unknown =>
  startProblem(error, placeText(settings))

const configOf = ({ databaseUrl }: StorageSettings): PoolConfig => ({
  connectionString: databaseUrl,
  connectionTimeoutMillis: CONNECT_WITHIN_MS,
  statement_timeout: STATEMENT_WITHIN_MS,
  application_name: "saker",
  keepAlive: true,
  types: {
    getTypeParser: (id, format) => (id === types.builtins.INT8 ? readWhole : types.getTypeParser(id, format)),
  },
})

/** How the schema of a history is called, and how its place is told to a person. */
export const schemaPlace = (settings: StorageSettings): { schema: string; place: string } => ({
  schema: schemaOf(settings),
  place: `${placeText(settings)}, schema ${schemaOf(settings)}`,
})

interface PoolParts extends PoolConfig {
  /** Others wait for what is done on it, and it is little. */
  isUrgent?: boolean
  /** Of the schema: connections are made only as long as it is ours. */
  lock?: WriterLock
}

const writtenElsewhere = (schema: string) =>
  new DatabaseError(`${WRITTEN_ELSEWHERE} the schema ${schema}`, "lock")

/** Connections whose statements find the schema's tables; one that is lost, or whose server is silent, is replaced. */
export function postgresPool(settings: StorageSettings, more: PoolParts = {}): Pool {
  const schema = schemaOf(settings)
  const { isUrgent = false, lock, ...config } = more
  const prepare = async (client: Client) => {
    await client.query("select set_config('search_path', $1, false)", [`"${schema}"`])
    // The next writer ends the connections of the one before: it must not make new ones, whatever it believes.
    if (lock && !(await lock.isOursAt(client))) throw writtenElsewhere(schema)
  }
  const withinMs = isUrgent ? URGENT_WITHIN_MS : STATEMENT_WITHIN_MS
  const pool = new Pool({
    ...configOf(settings),
    max: CONNECTIONS_MAX,
    statement_timeout: withinMs,
    ...config,
    // Here and not in kysely's hook: what that throws, of a connection that is cut at this moment, leaves the connection
    // taken for ever, and closing waits for it.
    verify: (client, done) => void prepare(client).then(() => done(), done),
  })
  // A connection that broke while idle: the pool drops it and makes another when one is needed.
  pool.on("error", () => undefined)
  // One that breaks in somebody's hands: they hear of it by their statement; without a listener the process would end.
  pool.on("connect", (client) => {
    client.on("error", () => undefined)
    endWhenSilent(client, withinMs + LATE_MS)
  })
  return pool
}

/**
 * Opens the schema on the server; `held`: its lock, where it was taken before. Throws a StartProblem for everything that a person can put
 * right.
 */
export async function openPostgres(settings: StorageSettings, held?: WriterLock): Promise<OpenedStorage> {
  const schema = schemaOf(settings)
  const place = placeText(settings)
  const explain = (error: unknown) => startProblem(error, place)
  const lock = held ?? writerLock(settings)
  try {
    if (!(await lock.take())) {
      throw new StartProblem(
        `${place}, schema ${schema}: in use by another server; allowed: a schema written by one server at a time, or SAKER_STANDBY=1 to wait until it ends`,
      )
    }
  } catch (error) {
    await lock.release()
    throw explain(error)
  }
  const named = { application_name: writerName(schema), lock }
  const pool = postgresPool(settings, named)
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // One comes after the other, and none may wait until eight reads have ended.
  const commits = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: postgresPool(settings, { ...named, max: 1, isUrgent: true }) }),
  })
  const disk = watchDisk(async () => ({ bytes: await schemaBytes(database, schema) }))
  const storage = {
    database,
    commits,
    run: async (statement: string) => {
      await sql.raw(statement).execute(database)
    },
    prepare: async () => {
      if (!(await lock.take())) throw writtenElsewhere(schema)
    },
    disk: () => disk.use(),
    // A server's own checksums and backups look after its pages.
    checkPages: async () => [],
    standbys: () => standbysOf(pool, schema, SILENT_MS),
    close: async () => {
      await disk.stop()
      await Promise.all([database.destroy(), commits.destroy()])
      await lock.release()
    },
  }
  try {
    await endConnections(database, writerName(schema))
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
    endReaders: () => endConnections(database, readerName(schema)),
    explain,
  }
}

/**
 * Whoever wrote before us no longer has the lock, but frozen or cut off in the middle of a transaction it still has its rows, and a gateway
 * the tables that it reads: what we do to them would wait for it until it fails.
 */
async function endConnections(database: Kysely<Tables>, name: string): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user
      and application_name = ${name} and pid <> pg_backend_pid()`.execute(database)
}

function startProblem(error: unknown, place: string): unknown {
  if (error instanceof StartProblem) return error
  const code = systemCode(error) ?? ""
  const said = (error instanceof Error ? error.message : String(error)).split("\n")[0]
  if (
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENOENT|ECONNRESET)$/.test(code) ||
    // Ended, ending or starting up.
    /^(57P0\d|08)/.test(code) ||
    /timeout|connection terminated/i.test(said ?? "")
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
