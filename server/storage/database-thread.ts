/** The server's end of the database thread: statements go over, rows come back, and a broken thread says so. */

import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import type { CopiedDatabase } from "./copy-database.ts"
import type { ThreadReply, ThreadRequest, ThreadSetup } from "./database-message.ts"
import type { changedPages, RelationFile, TableFiles } from "./pages/check-pages.ts"
import { limitYoungObjects } from "./young-objects.ts"

/** Statements that may wait for their answer. More is a bug: every caller waits for its own. */
const PENDING_MAX = 1000

export class DatabaseError extends Error {
  override readonly name = "DatabaseError"
  /** PostgreSQL's five characters; empty when the database itself broke. */
  readonly sqlState: string

  constructor(message: string, sqlState: string) {
    super(message)
    this.sqlState = sqlState
  }
}

export interface StatementResult {
  rows: unknown[]
  affected: number
}

interface Pending {
  resolve(result: StatementResult): void
  reject(error: Error): void
}

/** MB of young objects: a batch's texts, with room for several. */
const YOUNG_MB = 12

export class DatabaseThread {
  readonly #worker: Worker
  readonly #pending = new Map<number, Pending>()
  #nextId = 1
  #broken = false
  readonly #opened = Promise.withResolvers<void>()
  readonly #ended: Promise<void>

  private constructor(setup: ThreadSetup) {
    // JavaScript in the bundle of `npm start`.
    const address = new URL(`./database.worker${extname(import.meta.filename)}`, import.meta.url)
    this.#worker = new Worker(address, {
      workerData: setup,
      name: "database",
      resourceLimits: limitYoungObjects(YOUNG_MB),
    })
    this.#worker.on("message", (message: ThreadReply) => this.#take(message))
    this.#worker.on("error", (error) => this.#break(messageOf(error)))
    this.#ended = new Promise((resolve) => {
      this.#worker.once("exit", () => {
        this.#break("the database thread ended")
        resolve()
      })
    })
  }

  /** Starts the thread and waits until the database is open. Throws a DatabaseError with what PostgreSQL said. */
  static async open(setup: ThreadSetup): Promise<DatabaseThread> {
    const thread = new DatabaseThread(setup)
    try {
      await thread.#opened.promise
      return thread
    } catch (error) {
      await thread.close()
      throw error
    }
  }

  /** True once the database broke: nothing more can be asked, the thread must be replaced. */
  get isBroken(): boolean {
    return this.#broken
  }

  query(sql: string, parameters: readonly unknown[]): Promise<StatementResult> {
    return this.#ask((id) => ({ id, kind: "query", sql, parameters }))
  }

  /** As {@link changedPages}, in the thread. */
  async changedPages(
    relation: RelationFile,
    from: number,
    count: number,
  ): Promise<ReturnType<typeof changedPages>> {
    const { rows } = await this.#ask((id) => ({ id, kind: "changed-pages", relation, from, count }))
    const [answer] = rows as ReturnType<typeof changedPages>[]
    if (!answer) throw new DatabaseError("the database thread answered nothing", "")
    return answer
  }

  /** As `missingPages`, in the thread; right behind a checkpoint, on the same connection. */
  async missingPages(table: TableFiles): Promise<string[]> {
    const { rows } = await this.#ask((id) => ({ id, kind: "missing-pages", table }))
    return rows as string[]
  }

  /** As `damagedPages`, in the thread; right behind a checkpoint. */
  async damagedPages(tables: readonly TableFiles[]): Promise<string[]> {
    const { rows } = await this.#ask((id) => ({ id, kind: "damaged-pages", tables }))
    return rows as string[]
  }

  /** As `copyDatabase`, in the thread; on a connection that nobody else has meanwhile. */
  async copyTo(to: string): Promise<CopiedDatabase> {
    const { rows } = await this.#ask((id) => ({ id, kind: "copy", to }))
    const [copied] = rows as CopiedDatabase[]
    if (!copied) throw new DatabaseError("the database thread answered nothing", "")
    return copied
  }

  /** Closes the database and ends the thread; a broken one is only ended. */
  async close(): Promise<void> {
    if (!this.#broken) await this.#ask((id) => ({ id, kind: "close" })).catch(() => undefined)
    await this.#worker.terminate()
    await this.#ended
  }

  #ask(request: (id: number) => ThreadRequest): Promise<StatementResult> {
    if (this.#broken) return Promise.reject(new DatabaseError("the database has stopped", ""))
    if (this.#pending.size >= PENDING_MAX) throw new Error(`more than ${PENDING_MAX} statements wait`)
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#worker.postMessage(request(id))
    })
  }

  #take(message: ThreadReply): void {
    if (message.kind === "ready") this.#opened.resolve()
    else if (message.kind === "failed") this.#break(message.detail)
    else this.#settle(message)
  }

  #settle(message: Extract<ThreadReply, { id: number }>): void {
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.kind === "rows") {
      pending?.resolve({ rows: message.rows, affected: message.affected })
      return
    }
    pending?.reject(new DatabaseError(message.message, message.sqlState))
    // Without a state it was no refused statement: the database itself fell over.
    if (message.sqlState === "") this.#break(message.message)
  }

  #break(reason: string): void {
    this.#broken = true
    this.#opened.reject(new DatabaseError(reason, ""))
    for (const pending of this.#pending.values()) pending.reject(new DatabaseError(reason, ""))
    this.#pending.clear()
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
