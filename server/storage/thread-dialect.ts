/** A kysely dialect over the database thread: PostgreSQL's SQL over one connection, one user at a time. */

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely"
import type { DatabaseThread } from "./database-thread.ts"

/**
 * `thread` is asked anew for each statement: a broken thread is replaced while kysely stays. Dialects of one connection share its
 * `turns`; what comes by one that `isFirst` goes before all others that wait.
 */
export const threadDialect = (
  thread: () => DatabaseThread,
  turns: ConnectionTurns,
  isFirst = false,
): Dialect => ({
  createAdapter: () => new PGliteAdapter(),
  createDriver: () => new ThreadDriver(thread, turns, isFirst),
  createIntrospector: (database) => new PostgresIntrospector(database),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

class ThreadConnection implements DatabaseConnection {
  readonly #thread: () => DatabaseThread

  constructor(thread: () => DatabaseThread) {
    this.#thread = thread
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.#thread().query(query.sql, query.parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(affected) }
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("the embedded database does not stream")
  }
}

/**
 * Who has the one connection: a statement or a transaction at a time, in the order in which they came. Batches of the command log
 * go first: every order waits for one, and forty reads of candles stood before it. Nobody else waits for ever, since the next batch
 * comes after the one before was answered, and by then another has had the connection.
 */
export class ConnectionTurns {
  readonly #first: (() => void)[] = []
  readonly #others: (() => void)[] = []
  #isTaken = false

  async take(isFirst: boolean): Promise<void> {
    if (this.#isTaken)
      await new Promise<void>((resolve) => (isFirst ? this.#first : this.#others).push(resolve))
    this.#isTaken = true
  }

  giveBack(): void {
    const next = this.#first.shift() ?? this.#others.shift()
    // Handed on, not free: whoever asks before the next one has gone on must wait as well.
    if (next) next()
    else this.#isTaken = false
  }
}

class ThreadDriver implements Driver {
  readonly #connection: ThreadConnection
  readonly #turns: ConnectionTurns
  readonly #isFirst: boolean

  constructor(thread: () => DatabaseThread, turns: ConnectionTurns, isFirst: boolean) {
    this.#connection = new ThreadConnection(thread)
    this.#turns = turns
    this.#isFirst = isFirst
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take(this.#isFirst)
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#turns.giveBack()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin"))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("commit"))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("rollback"))
  }

  async destroy(): Promise<void> {}
}
