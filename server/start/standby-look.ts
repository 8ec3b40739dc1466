/** What a server that stands by looks at while it waits: whether it may take over at all, by the versions of what is stored. */

import { hostname } from "node:os"
import { Kysely, PostgresDialect } from "kysely"
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

export class StandbyLook {
  readonly #place: VersionedPlace
  readonly #mark: StandbyMark

  constructor(settings: StorageSettings, port: number) {
    const pool = postgresPool(settings, { isUrgent: true })
    const { schema, place } = schemaPlace(settings)
    const name = `${hostname()}:${port} format ${FORMAT} rules ${RULES_VERSION}`
    this.#mark = new StandbyMark(pool, schema, name)
    const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    this.#place = { storage: { database }, schema, place }
  }

  /** Shows that this server waits. Answers why it waits in vain: a newer release has written. Throws what the server or the network said. */
  async waits(): Promise<StartProblem | undefined> {
    await this.#mark.show()
    return await formatProblem(this.#place, await readKnownTables(this.#place))
  }

  /** Why it may not take over now: the last commands are of another release, which can come back. Asked while it has the lock. */
  async mayNotBegin(): Promise<StartProblem | undefined> {
    return await rulesProblem(this.#place, await readKnownTables(this.#place))
  }

  async close(): Promise<void> {
    this.#mark.close()
    await this.#place.storage.database.destroy()
  }
}
