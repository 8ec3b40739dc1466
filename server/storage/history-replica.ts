/**
 * Reads history from a replica of the database, where it has all that its reader must see. Each batch of commands keeps its rows and the
 * log's end in one transaction, so a replica that shows a sequence has all rows up to it. A user whose rows a later batch has changed
 * reads from the server that is written, and so does everybody while the replica is away or too far behind.
 */

import { Kysely, PostgresDialect, sql } from "kysely"
import type { HistoryReads } from "./history-reads.ts"
import { postgresPool } from "./postgres-storage.ts"
import type { Tables } from "./schema.ts"
import type { StorageSettings } from "./storage.ts"

const LOOK_EVERY_MS = 250
/** What wasn't seen for so long counts as away. */
const SEEN_WITHIN_MS = 2000
/** Further behind, nobody reads from it: what others did is then too old as well. */
const BEHIND_MS_MAX = 10_000
/** Without an answer for so long the other server is asked. */
const ANSWERED_WITHIN_MS = 5000

/** `away`: it doesn't answer. `behind`: it is more than {@link BEHIND_MS_MAX} behind. `foreign`: it is a replica of another database. */
type ReplicaState = "used" | "behind" | "away" | "foreign"

export interface HistoryReplicaParts {
  replica: Kysely<Tables>
  primary: Kysely<Tables>
  /** Of the database that is written. */
  identity: string
  /** Of the replica: {@link identityOf} and {@link headOf}. */
  identityThere(): Promise<string>
  headThere(): Promise<number>
  /** Sequence of the last command that was kept. */
  committed(): number
  log: { warn(values: object, text: string): void }
}

/** The database of a replica, of the same history as `settings` say. Statements that take too long are given up. */
export const openReplica = (settings: StorageSettings): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: postgresPool(settings, { query_timeout: ANSWERED_WITHIN_MS }) }),
  })

/** Which database it is: the server's own mark, made by `initdb` and copied to every replica, with the database's number in it. */
export async function identityOf(database: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ identity: string }>`select
    (select system_identifier::text from pg_control_system()) || '/' ||
      (select oid::text from pg_database where datname = current_database()) as identity`.execute(database)
  return rows[0]?.identity ?? ""
}

/** Sequence of the last command that it has. */
export async function headOf(database: Kysely<Tables>): Promise<number> {
  const head = await database.selectFrom("engine_head").select("seq").executeTakeFirst()
  return head?.seq ?? 0
}

export class HistoryReplica implements HistoryReads {
  readonly #parts: HistoryReplicaParts
  /** By user: the newest sequence that has changed rows of theirs and isn't known to be in the replica. */
  readonly #touched = new Map<number, number>()
  /** What was committed when, as far as the replica hasn't got it; the oldest first. */
  #missing: { seq: number; at: number }[] = []
  #seq = 0
  #seenAt = Number.NEGATIVE_INFINITY
  #isForeign = false
  #told: ReplicaState | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  /** What was committed before is asked of it too: who it has changed rows of isn't known. */
  readonly #least: number
  readonly #reads = { replica: 0, primary: 0 }

  constructor(parts: HistoryReplicaParts) {
    this.#parts = parts
    this.#least = parts.committed()
  }

  /** From now on it is looked at, until {@link close}. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS)
    await this.look()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#parts.replica.destroy()
  }

  /** Rows of this user were changed by what is committed now. */
  touch(userId: number): void {
    this.#touched.set(userId, this.#parts.committed())
  }

  state(): ReplicaState {
    if (this.#isForeign) return "foreign"
    if (performance.now() - this.#seenAt > SEEN_WITHIN_MS) return "away"
    return this.#behindMs() > BEHIND_MS_MAX ? "behind" : "used"
  }

  /** How long ago was committed what it doesn't have; undefined while it isn't there. */
  lagMs(): number | undefined {
    const state = this.state()
    return state === "away" || state === "foreign" ? undefined : this.#behindMs()
  }

  /** Reads since the start, by the server that answered. */
  reads(): Readonly<Record<"replica" | "primary", number>> {
    return this.#reads
  }

  async read<T>(userId: number, run: (database: Kysely<Tables>) => Promise<T>): Promise<T> {
    const { replica, primary } = this.#parts
    if (this.state() === "used" && (this.#touched.get(userId) ?? this.#least) <= this.#seq) {
      try {
        const found = await run(replica)
        this.#reads.replica += 1
        return found
      } catch {
        // Away, or what was read was in the way of what it takes over: the other server says what is.
        this.#seenAt = Number.NEGATIVE_INFINITY
      }
    }
    this.#reads.primary += 1
    return await run(primary)
  }

  /** Looks how far it is; waits for a look that is under way. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(): Promise<void> {
    const { identity, identityThere, headThere, committed } = this.#parts
    const now = performance.now()
    if ((this.#missing.at(-1)?.seq ?? this.#seq) < committed())
      this.#missing.push({ seq: committed(), at: now })
    try {
      this.#isForeign = (await identityThere()) !== identity
      // Another database needn't have such a table.
      this.#seq = this.#isForeign ? 0 : await headThere()
      this.#seenAt = performance.now()
    } catch {
      // Looked at again soon; state() tells.
    }
    this.#missing = this.#missing.filter(({ seq }) => seq > this.#seq)
    for (const [userId, seq] of this.#touched) if (seq <= this.#seq) this.#touched.delete(userId)
    this.#tell()
  }

  #behindMs(): number {
    const [first] = this.#missing
    return first ? performance.now() - first.at : 0
  }

  #tell(): void {
    const state = this.state()
    if (state !== this.#told && (this.#told !== undefined || state !== "used"))
      this.#parts.log.warn({ state, lagMs: this.lagMs() }, "the database replica for history")
    this.#told = state
  }
}
