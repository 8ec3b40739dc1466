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

/** `thread` is asked anew for each statement: a broken thread is replaced while kysely stays. */
export const threadDialect = (thread: () => DatabaseThread): Dialect => ({
  createAdapter: () => new PGliteAdapter(),
  createDriver: () => new ThreadDriver(thread),
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

class ThreadDriver implements Driver {
  readonly #connection: ThreadConnection
  /** Resolves when whoever holds the connection gives it back. */
  #free: Promise<void> = Promise.resolve()
  #giveBack: () => void = () => undefined

  constructor(thread: () => DatabaseThread) {
    this.#connection = new ThreadConnection(thread)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#free = before.then(() => promise)
    await before
    this.#giveBack = resolve
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#giveBack()
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
