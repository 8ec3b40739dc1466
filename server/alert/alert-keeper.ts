/**
 * Keeps what fired: in one statement with what is to be told of it, and only then told (J5). What the watch found and wasn't stored
 * when the process ended is found again by the next start, which does the same commands again.
 */

import type { Kysely } from "kysely"
import type { Tables } from "../storage/schema.ts"
import type { StoredAlert } from "./alert-rows.ts"
import { type Firing, trimFired, writeFired } from "./alert-store.ts"

/** Firings of one statement. */
const WRITTEN_AT_ONCE = 500
const RETRY_MS = 1_000

interface KeeperParts {
  database: Kysely<Tables>
  /** These are stored as fired. */
  onFired(rows: readonly StoredAlert[]): void
  /** These made room for them, and nobody had seen them. */
  onGone(rows: readonly StoredAlert[]): void
  log: { error(values: object, text: string): void }
}

export class AlertKeeper {
  readonly #parts: KeeperParts
  #waiting: Firing[] = []
  #writing: Promise<void> = Promise.resolve()
  #retry: NodeJS.Timeout | undefined
  #isBegun = false

  constructor(parts: KeeperParts) {
    this.#parts = parts
  }

  /** From now on what fires is stored and told. Until then it waits. */
  begin(): void {
    this.#isBegun = true
    this.#go()
  }

  add(firing: Firing): void {
    this.#waiting.push(firing)
    if (this.#waiting.length === 1) this.#go()
  }

  /** Stores all that has fired so far; rejects when the database doesn't take it. */
  save(): Promise<void> {
    const saved = this.#writing.catch(() => undefined).then(() => this.#write())
    this.#writing = saved
    return saved
  }

  async stop(): Promise<void> {
    clearTimeout(this.#retry)
    this.#isBegun = false
    await this.#writing.catch(() => undefined)
  }

  #go(): void {
    if (!this.#isBegun || this.#waiting.length === 0) return
    clearTimeout(this.#retry)
    this.save().catch((error) => {
      this.#parts.log.error({ err: error }, "fired alerts could not be stored; it is tried again")
      this.#retry = setTimeout(() => this.#go(), RETRY_MS).unref()
    })
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.slice(0, WRITTEN_AT_ONCE)
      const rows = await writeFired(this.#parts.database, some)
      this.#waiting.splice(0, some.length)
      if (rows.length === 0) continue
      this.#parts.onFired(rows)
      const owners = new Set(rows.map(({ user_id }) => user_id))
      this.#parts.onGone(await trimFired(this.#parts.database, [...owners]))
    }
  }
}
