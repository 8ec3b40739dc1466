/** A process's way to the false tables: statements take time, get lost, come late, are refused, or lose their answers. */

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely"
import type { Tables } from "#server/storage/schema.ts"
import type { Storage } from "#server/storage/storage.ts"
import { FalseTables, type Row, TableFault } from "./false-tables.ts"
import type { FalseWorld } from "./false-world.ts"

/** How likely each fault of a statement is. */
export interface StorageTroubles {
  /** Never arrives, and the asker hears that the connection is lost. */
  lost: number
  /** Done, and the asker hears that the connection is lost. */
  answerLost: number
  /** The asker hears that the connection is lost, and it is done long after. */
  late: number
  /** The database says no, for now: the disk is full. */
  refused: number
  /** Done twice: it was sent again on the way. */
  twice: number
  /** A stored row is read as a part of itself. */
  torn: number
}

const LATE_MS_MAX = 3_000

/** What a process can do with its storage; `counts` says which faults there were. */
export function falseStorage(
  world: FalseWorld,
  tables: FalseTables,
  { troubles, counts }: { troubles: StorageTroubles; counts: Map<string, number> },
): Storage {
  const driver = new FalseDriver(new FalseConnection(world, tables, troubles, counts))
  const database = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PGliteAdapter(),
      createDriver: () => driver,
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  return {
    database,
    commits: database,
    run: () => world.pause(1),
    prepare: () => world.pause(0),
    disk: () => undefined,
    checkPages: async () => [],
    close: async () => undefined,
  }
}

class FalseConnection implements DatabaseConnection {
  readonly #world: FalseWorld
  readonly #tables: FalseTables
  readonly #troubles: StorageTroubles
  readonly #counts: Map<string, number>
  /** Writes of the transaction under way: done on a copy, and with `commit` on the tables themselves. */
  #transaction: { copy: FalseTables; writes: { sql: string; parameters: readonly unknown[] }[] } | undefined

  constructor(
    world: FalseWorld,
    tables: FalseTables,
    troubles: StorageTroubles,
    counts: Map<string, number>,
  ) {
    this.#world = world
    this.#tables = tables
    this.#troubles = troubles
    this.#counts = counts
  }

  executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return new Promise((resolve, reject) => {
      const answer = (rows: Row[]) => resolve({ rows: rows as R[], numAffectedRows: BigInt(rows.length) })
      this.#send(sql, parameters, answer, reject)
    })
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("the false database does not stream")
  }

  #send(
    sql: string,
    parameters: readonly unknown[],
    answer: (rows: Row[]) => void,
    fail: (error: Error) => void,
  ) {
    const { chance } = this.#world
    const [there, back] = [chance.whole(0, 3), chance.whole(0, 3)]
    const { scope } = this.#world
    const fault = this.#fault(sql)
    const reply = (run: () => void) => void this.#world.after(back, run, scope)
    // Whatever fails within a transaction ends it.
    if (fault && this.#transaction) this.#transaction = undefined
    const broken = () => reply(() => fail(new Error(`the connection was lost (${fault})`)))
    if (fault === "lost") return broken()
    if (fault === "refused")
      return reply(() => fail(new TableFault("could not extend file: no space left", "53100")))
    if (fault === "late") {
      this.#world.nature(chance.whole(1, LATE_MS_MAX), () => this.#tryTo(sql, parameters))
      return broken()
    }
    // Underway it is nobody's: it arrives although the process is killed.
    this.#world.nature(there, () => {
      try {
        const rows = this.#execute(sql, parameters)
        if (fault === "twice") this.#tryTo(sql, parameters)
        if (fault === "answerLost") broken()
        else reply(() => answer(fault === "torn" ? rows.map((row) => torn(row)) : rows))
      } catch (error) {
        reply(() => fail(error as Error))
      }
    })
  }

  #fault(sql: string): keyof StorageTroubles | undefined {
    const { chance } = this.#world
    const isWrite = !sql.startsWith("select")
    const isTransaction = this.#transaction !== undefined || sql === "begin"
    for (const fault of ["lost", "answerLost", "late", "refused", "twice", "torn"] as const) {
      if (this.#troubles[fault] === 0 || !chance.happens(this.#troubles[fault])) continue
      // A line to a database repeats nothing by itself but what we repeat; a term that is taken is taken.
      const isApt =
        fault === "torn"
          ? sql.startsWith('select * from "snapshots"') || sql.startsWith('select * from "journal"')
          : fault === "lost" ||
            fault === "refused" ||
            (isWrite && !isTransaction && !sql.includes('"term" ='))
      if (!isApt) continue
      this.#counts.set(fault, (this.#counts.get(fault) ?? 0) + 1)
      return fault
    }
    return undefined
  }

  #tryTo(sql: string, parameters: readonly unknown[]): void {
    try {
      this.#execute(sql, parameters)
    } catch {
      // Nobody is there to hear it.
    }
  }

  #execute(sql: string, parameters: readonly unknown[]): Row[] {
    if (sql === "begin") this.#transaction = { copy: copyOf(this.#tables), writes: [] }
    else if (sql === "rollback") this.#transaction = undefined
    else if (sql === "commit") {
      for (const write of this.#transaction?.writes ?? []) this.#tables.execute(write.sql, write.parameters)
      this.#transaction = undefined
    } else {
      const transaction = this.#transaction
      if (!transaction) return this.#tables.execute(sql, parameters)
      if (!sql.startsWith("select")) transaction.writes.push({ sql, parameters })
      return transaction.copy.execute(sql, parameters)
    }
    return []
  }
}

/** What transactions touch. */
function copyOf(tables: FalseTables): FalseTables {
  const copy = new FalseTables()
  copy.head = tables.head
  for (const name of ["journal", "snapshots", "hashes"] as const)
    for (const [key, row] of tables[name]) copy[name].set(key, row)
  return copy
}

/** The first half of its bytes, as from a disk that had not written the rest. */
function torn(row: Row): Row {
  const half = (value: unknown) => (value instanceof Uint8Array ? value.slice(0, value.length >> 1) : value)
  return { ...row, ...("state" in row ? { state: half(row.state) } : { commands: half(row.commands) }) }
}

/** One statement at a time, as on the thread of the embedded database. */
class FalseDriver implements Driver {
  readonly #connection: FalseConnection
  #free: Promise<void> = Promise.resolve()
  #giveBack: () => void = () => undefined

  constructor(connection: FalseConnection) {
    this.#connection = connection
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

  beginTransaction = (connection: DatabaseConnection) => say(connection, "begin")
  commitTransaction = (connection: DatabaseConnection) => say(connection, "commit")
  rollbackTransaction = (connection: DatabaseConnection) => say(connection, "rollback")

  async destroy(): Promise<void> {}
}

async function say(connection: DatabaseConnection, sql: string): Promise<void> {
  await connection.executeQuery({ sql, parameters: [], query: undefined as never, queryId: { queryId: sql } })
}
