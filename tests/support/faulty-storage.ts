/** Makes a database fail at its n-th statement: before it ran, or after it, with the answer lost. */

import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from "kysely"
import type { DiskUse, Storage } from "#server/storage/storage.ts"

export type FaultKind = "before it is done" | "after it is done"

/** The same storage, that fails where it is told to. */
export class FaultyStorage implements Storage {
  readonly database: Storage["database"]
  readonly commits: Storage["database"]
  readonly #storage: Storage
  /** Done, but its answer is to be lost. */
  readonly #lost = new WeakSet<object>()
  /** Statements so far. */
  count = 0
  /** The statement that fails; none by default. */
  failAt = Number.POSITIVE_INFINITY
  kind: FaultKind = "before it is done"
  /** Whether all behind it fail as well. */
  staysDead = false
  /** All fails while this holds. */
  isDead = false
  /** Statements of {@link run} that are under way: they are not counted. */
  running = 0

  constructor(storage: Storage) {
    this.#storage = storage
    const plugin: KyselyPlugin = {
      transformQuery: (args) => this.#before(args),
      transformResult: (args) => this.#after(args),
    }
    this.database = storage.database.withPlugin(plugin)
    this.commits = storage.commits.withPlugin(plugin)
  }

  async run(statement: string): Promise<void> {
    this.running += 1
    try {
      await this.#storage.run(statement)
    } finally {
      this.running -= 1
    }
  }

  async prepare(): Promise<void> {
    if (this.isDead) throw new Error("the database is away")
    await this.#storage.prepare()
  }

  disk(): DiskUse | undefined {
    return this.#storage.disk()
  }

  checkPages(): Promise<string[]> {
    return this.#storage.checkPages()
  }

  /** Whose storage it is closes it. */
  async close(): Promise<void> {}

  #before({ node, queryId }: PluginTransformQueryArgs) {
    this.count += 1
    if (this.isDead) throw new Error("the database is away")
    if (this.count !== this.failAt) return node
    if (this.kind === "before it is done") this.#fail()
    this.#lost.add(queryId)
    return node
  }

  async #after({ result, queryId }: PluginTransformResultArgs) {
    if (this.isDead) throw new Error("the database is away")
    if (this.#lost.has(queryId)) this.#fail()
    return result
  }

  #fail(): never {
    this.isDead = this.staysDead
    throw new Error("the connection was lost")
  }
}
