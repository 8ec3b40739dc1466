/**
 * Who may write a schema of a PostgreSQL server: one process at a time, by an advisory lock on a connection of its own. The owner shows
 * on that connection that it lives; a standby (`server/start/standby.ts`) takes the lock when it is free, or from one that has fallen silent.
 */

import { Client, type ClientConfig } from "pg"

/** First half of the lock, so that other programs' locks don't meet ours: "sakr" in ASCII. */
const LOCK_SPACE = 0x73_61_6b_72
/** How often the owner shows that it lives. */
const BEAT_MS = 1000

/** Of whoever has the lock of a space ($1) and a name ($2): both halves as `pg_locks` shows them, unsigned. */
export const HELD_BY = `from pg_locks held join pg_stat_activity used on used.pid = held.pid
  where held.locktype = 'advisory' and held.granted and held.objsubid = 2
    and held.database = (select oid from pg_database where datname = current_database())
    and held.classid::bigint = $1::bigint and held.objid::bigint = (hashtext($2)::bigint & 4294967295)`

/** Another process that has the lock. */
interface LockOwner {
  /** Of its connection, at the server. */
  pid: number
  /** Since it last showed that it lives, by the server's clock. */
  silentMs: number
}

/**
 * Stands for the schema: the server lets go of it the moment this process or its connection dies. Two servers that write one history would
 * give the same trade id twice; should a process go on without knowing that it lost the lock, the journal's term refuses what it writes.
 */
export class WriterLock {
  readonly #config: ClientConfig
  readonly #name: string
  #client: Client | undefined
  #beat: ReturnType<typeof setInterval> | undefined

  /** @param name the schema */
  constructor(config: ClientConfig, name: string) {
    this.#config = config
    this.#name = name
  }

  isHeld(): boolean {
    return this.#client !== undefined
  }

  /** True when it is ours now. Throws what the server or the network said. */
  async take(): Promise<boolean> {
    if (this.#client) return true
    return await this.#connected(async (client) => {
      const { rows } = await client.query<{ held: boolean }>(
        "select pg_try_advisory_lock($1, hashtext($2)) as held",
        [LOCK_SPACE, this.#name],
      )
      if (rows[0]?.held === true) this.#keep(client)
    })
  }

  /**
   * Takes it when it is free, or when its owner has been silent for `silentMs`: then the server ends that owner's connection first. True
   * when it is ours now. Throws what the server or the network said.
   */
  async takeFromSilent(silentMs: number): Promise<boolean> {
    if (await this.take()) return true
    let isFreed = false
    await this.#connected(async (client) => {
      const owner = await this.#owner(client)
      if (!owner || owner.silentMs < silentMs) return
      await client.query("select pg_terminate_backend($1)", [owner.pid])
      isFreed = true
    })
    return isFreed && (await this.take())
  }

  async release(): Promise<void> {
    const client = this.#client
    this.#drop(client)
    await client?.end().catch(() => undefined)
  }

  /** `state_change` is when its connection last did something. */
  async #owner(client: Client): Promise<LockOwner | undefined> {
    const { rows } = await client.query<LockOwner>(
      `select held.pid, (extract(epoch from clock_timestamp() - used.state_change) * 1000)::float8 as "silentMs"
       ${HELD_BY}`,
      [LOCK_SPACE, this.#name],
    )
    return rows[0]
  }

  /** Does `work` on a connection of its own, which stays when it has got the lock. Answers whether it has. */
  async #connected(work: (client: Client) => Promise<void>): Promise<boolean> {
    const client = new Client(this.#config)
    client.on("error", () => this.#drop(client))
    client.on("end", () => this.#drop(client))
    try {
      await client.connect()
      await work(client)
    } catch (error) {
      this.#drop(client)
      await client.end().catch(() => undefined)
      throw error
    }
    if (this.#client === client) return true
    await client.end()
    return false
  }

  #keep(client: Client): void {
    this.#client = client
    // What fails here ends the connection, and with it the lock.
    this.#beat = setInterval(() => void client.query("select 1").catch(() => client.end()), BEAT_MS)
    this.#beat.unref()
  }

  #drop(client: Client | undefined): void {
    if (this.#client !== client) return
    this.#client = undefined
    clearInterval(this.#beat)
  }
}
