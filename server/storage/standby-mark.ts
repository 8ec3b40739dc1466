/** How a server that stands by shows itself to the one that writes: a shared advisory lock on a connection that has its name. */

import type { Pool, PoolClient } from "pg"
import { HELD_BY } from "./writer-lock.ts"

/** First half of the lock, apart from the writer's: "saks" in ASCII. */
const LOCK_SPACE = 0x73_61_6b_73
const PREFIX = "saker standby "
/** PostgreSQL cuts the name of a connection here. */
const NAME_BYTES_MAX = 63

/**
 * Names of those that stand by for the writer of a schema and have shown within `silentMs` that they live, who has waited longest first.
 * Throws what the server said.
 */
export async function standbysOf(pool: Pool, schema: string, silentMs: number): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select used.application_name as name ${HELD_BY}
       and used.state_change > clock_timestamp() - make_interval(secs => $3) order by used.backend_start`,
    [LOCK_SPACE, schema, silentMs / 1000],
  )
  return rows.map(({ name }) => (name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name))
}

export class StandbyMark {
  readonly #pool: Pool
  readonly #schema: string
  readonly #name: string
  #shown: PoolClient | undefined
  #isLiving = false

  /** @param name which server it is, for the operator */
  constructor(pool: Pool, schema: string, name: string) {
    this.#pool = pool
    this.#schema = schema
    this.#name = (PREFIX + name).slice(0, NAME_BYTES_MAX)
  }

  /** From now on, as long as the connection stands; called again it shows that it lives. Throws what the server or the network said. */
  async show(): Promise<void> {
    if (this.#shown) return this.#live(this.#shown)
    const client = await this.#pool.connect()
    const drop = () => this.#drop(client)
    client.once("error", drop)
    client.once("end", drop)
    this.#shown = client
    try {
      await client.query("select set_config('application_name', $1, false)", [this.#name])
      await client.query("select pg_advisory_lock_shared($1, hashtext($2))", [LOCK_SPACE, this.#schema])
    } catch (error) {
      drop()
      throw error
    }
  }

  close(): void {
    if (this.#shown) this.#drop(this.#shown)
  }

  /** Not waited for: should this connection alone be silent, the one that stands by must go on looking. */
  #live(client: PoolClient): void {
    if (this.#isLiving) return
    this.#isLiving = true
    client
      .query("select 1")
      .catch(() => this.#drop(client))
      .finally(() => {
        this.#isLiving = false
      })
  }

  /** The connection ends, and the lock with it. */
  #drop(client: PoolClient): void {
    if (this.#shown !== client) return
    this.#shown = undefined
    client.release(true)
  }
}
