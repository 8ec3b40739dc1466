/** Statements that the database's thread reads and plans once, because the same text comes with every batch. */

import { type PGlite, parse, protocol } from "@electric-sql/pglite"

/** Each holds its plan in the database's memory; the one that was not used for longest goes. */
const KEPT_MAX = 24

/** After so many uses a statement is prepared anew: the tables that its plan was made for have grown. */
const USES_MAX = 2000

/**
 * A named statement too is planned anew at each use when PostgreSQL holds a plan for these very values for the cheaper one. It
 * compares with the average of all uses so far, and most batches are a few rows: so it went on planning for each batch, longer
 * than it took to write hundreds of rows. What is kept is an insert of whatever rows come; its plan doesn't depend on them.
 */
const PLANS = { once: "set plan_cache_mode = force_generic_plan", asBefore: "set plan_cache_mode = auto" }

const { serialize } = protocol

interface Kept {
  name: string
  /** Types of its parameters, by which their values are written. */
  types: readonly number[]
  uses: number
}

/**
 * PostgreSQL reads, analyses and plans a statement anew each time it comes as text: for one that writes eight tables that takes
 * longer than to write a few rows. By its name it is only bound and executed, by a plan that is made once, in one way to
 * PostgreSQL instead of six; what a migration changes it plans anew by itself. Other statements are planned as ever.
 */
export class KeptStatements {
  readonly #database: PGlite
  /** By text, the one used last at the end. */
  readonly #known = new Map<string, Kept>()
  #nextId = 1
  #arePlansNamed = false

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
        ...executed("once"),
        serialize.bind({ statement: name, values }),
        serialize.describe({ type: "P" }),
        serialize.execute({}),
        ...executed("asBefore"),
      )
      await database.syncToFs()
      // The first is that of `once`. After a refusal both are as if they had not been.
      return parse.parseResults(messages, database.parsers)[1]
    })
  }

  async #take(text: string): Promise<Kept> {
    let kept = this.#known.get(text)
    this.#known.delete(text)
    if (kept && kept.uses >= USES_MAX) {
      await this.#close(kept)
      kept = undefined
    }
    kept ??= await this.#prepare(text)
    kept.uses += 1
    this.#known.set(text, kept)
    return kept
  }

  async #close({ name }: Kept): Promise<void> {
    await this.#send(serialize.close({ type: "S", name }))
  }

  async #prepare(text: string): Promise<Kept> {
    if (!this.#arePlansNamed) {
      await this.#send(...Object.entries(PLANS).map(([name, set]) => serialize.parse({ name, text: set })))
      this.#arePlansNamed = true
    }
    const [oldest] = this.#known
    if (oldest && this.#known.size >= KEPT_MAX) {
      this.#known.delete(oldest[0])
      await this.#close(oldest[1])
    }
    const name = `kept_${this.#nextId}`
    this.#nextId += 1
    const messages = await this.#send(
      serialize.parse({ name, text }),
      serialize.describe({ type: "S", name }),
    )
    return { name, types: parse.parseDescribeStatementResults(messages), uses: 0 }
  }

  /** With the message that ends an exchange: after a refusal PostgreSQL skips all up to it. */
  async #send(...parts: Uint8Array[]) {
    const bytes = Buffer.concat([...parts, serialize.sync()])
    return (await this.#database.execProtocol(bytes, { syncToFs: false })).messages
  }
}

const executed = (plan: keyof typeof PLANS) => [serialize.bind({ statement: plan }), serialize.execute({})]
