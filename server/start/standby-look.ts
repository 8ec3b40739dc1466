/** What a server that stands by looks at while it waits: whether it may take over at all, by the versions of what is stored. */

import { hostname } from "node:os"
import { Kysely, PostgresDialect, sql } from "kysely"
import { RULES_VERSION } from "../engine/versions.ts"
import type { StartProblem } from "../settings/start-problem.ts"
import {
  formatProblem,
  readKnownTables,
  rulesProblem,
  type VersionedPlace,
} from "../storage/check-versions.ts"
import { postgresPool, schemaPlace } from "../storage/postgres-storage.ts"
import { FORMAT, type Tables } from "../storage/schema.ts"
import { StandbyMark } from "../storage/standby-mark.ts"
import type { StorageSettings } from "../storage/storage.ts"

/** By so much a clock may be ahead of the database server's. */
const AHEAD_MS_MAX = 60_000

export class StandbyLook {
  readonly #place: VersionedPlace
  readonly #mark: StandbyMark
  readonly #now: () => number

  /** @param now epoch ms by this machine's clock */
  constructor(settings: StorageSettings, port: number, now: () => number = Date.now) {
    this.#now = now
    const pool = postgresPool(settings, { isUrgent: true })
    const { schema, place } = schemaPlace(settings)
    const name = `${hostname()}:${port} format ${FORMAT} rules ${RULES_VERSION}`
    this.#mark = new StandbyMark(pool, schema, name)
    const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    this.#place = { storage: { database }, schema, place }
  }

  /**
   * Shows that this server waits, where it may take over (`isFit`). Answers why it waits in vain: a newer release has written. Throws what
   * the server or the network said.
   */
  async waits(isFit: boolean): Promise<StartProblem | undefined> {
    if (isFit) await this.#mark.show()
    else this.#mark.close()
    return await formatProblem(this.#place, await readKnownTables(this.#place))
  }

  /** Why it may not take over now: the last commands are of another release, which can come back. Asked while it has the lock. */
  async mayNotBegin(): Promise<StartProblem | undefined> {
    return await rulesProblem(this.#place, await readKnownTables(this.#place))
  }

  /**
   * Why this machine's clock is unfit: far ahead it would take the exchange's time along, for good. Undefined as well where nothing was traded,
   * or the database server's clock is behind what was traded by it. Throws what the server or the network said.
   */
  async clockProblem(): Promise<string | undefined> {
    const { database } = this.#place.storage
    if (!(await readKnownTables(this.#place)).names.has("journal")) return undefined
    const before = this.#now()
    const { rows } = await sql<{ now: number; head: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, time as head from engine_head`.execute(
      database,
    )
    const [row] = rows
    if (!row || row.head > row.now + AHEAD_MS_MAX) return undefined
    const aheadMs = before - row.now
    if (aheadMs <= AHEAD_MS_MAX) return undefined
    return `this machine's clock is ${Math.round(aheadMs / 1000)} s ahead of the database server's, and the exchange's time never goes back; correct it`
  }

  async close(): Promise<void> {
    this.#mark.close()
    await this.#place.storage.database.destroy()
  }
}
