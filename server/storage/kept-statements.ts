/** Statements that the database's thread reads and plans once, because the same text comes with every batch. */

import { type PGlite, parse, protocol } from "@electric-sql/pglite"

/** Each holds its plan in the database's memory; the one that was not used for longest goes. */
const KEPT_MAX = 24

const { serialize } = protocol

interface Kept {
  name: string
  /** Types of its parameters, by which their values are written. */
  types: readonly number[]
}

/**
 * PostgreSQL reads, analyses and plans a statement anew each time it comes as text: for one that writes eight tables that takes
 * longer than to write a few rows. By its name it is only bound and executed, in one way to PostgreSQL instead of six; what a migration
 * changes it plans anew by itself.
 */
export class KeptStatements {
  readonly #database: PGlite
  /** By text, the one used last at the end. */
  readonly #known = new Map<string, Kept>()
  #nextId = 1

  constructor(database: PGlite) {
    this.#database = database
  }

  /** Answers what PGlite's own `query` would. Throws what PostgreSQL says. */
  async query(text: string, parameters: readonly unknown[]) {
    const database = this.#database
    return await database.runExclusive(async () => {
      const { name, types } = await this.#take(text)
      const values = parameters.map((value, place) => {
        if (value === undefined || value === null) return null
        return typeof value === "string" ? value : (database.serializers[types[place] ?? 0] ?? String)(value)
      })
      const messages = await this.#send(
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: "P" }),
        serialize.execute({}),
      )
      await database.syncToFs()
      return parse.parseResults(messages, database.parsers)[0]
    })
  }

  async #take(text: string): Promise<Kept> {
    const known = this.#known.get(text)
    if (known) this.#known.delete(text)
    const kept = known ?? (await this.#prepare(text))
    this.#known.set(text, kept)
    return kept
  }

  async #prepare(text: string): Promise<Kept> {
    const [oldest] = this.#known
    if (oldest && this.#known.size >= KEPT_MAX) {
      this.#known.delete(oldest[0])
      await this.#send(serialize.close({ type: "S", name: oldest[1].name }))
    }
    const name = `kept_${this.#nextId}`
    this.#nextId += 1
    const messages = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
    )
    return { name, types: parse.parseDescribeStatementResults(messages) }
  }

  /** With the message that ends an exchange: after a refusal PostgreSQL skips all up to it. */
  async #send(...parts: Uint8Array[]) {
    const bytes = Buffer.concat([...parts, serialize.sync()])
    return (await this.#database.execProtocol(bytes, { syncToFs: false })).messages
  }
}
