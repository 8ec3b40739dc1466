/**
 * Who may write a schema of a PostgreSQL server: one process at a time, by an advisory lock on a connection of its own. The owner shows
 * on that connection that it lives; a standby (`server/start/standby.ts`) takes the lock when it is free, or from one that has fallen silent.
 */

import { setTimeout as pause } from "node:timers/promises"
import { Client, type ClientConfig } from "pg"
import { endWhenSilent } from "./end-when-silent.ts"

/** First half of the lock, so that other programs' locks don't meet ours: "sakr" in ASCII. */
const LOCK_SPACE = 0x73_61_6b_72
/** How often the owner shows that it lives. */
const BEAT_MS = 1000
/** One that writes or stands by and has been silent this long is taken for dead. */
export const SILENT_MS = 6000

/** How often, and after what pauses, a connection that was ended is looked at until the server has let go of its lock. */
const ENDED_LOOKS = 40
const ENDED_LOOK_MS = 50

/** Of whoever has the lock of a space ($1) and a name ($2): both halves as `pg_locks` shows them, unsigned. */
export const HELD_BY = `from pg_locks held join pg_stat_activity used on used.pid = held.pid
  where held.locktype = 'advisory' and held.granted and held.objsubid = 2
    and held.database = (select oid from pg_database where datname = current_database())
    and held.classid::bigint = $1::bigint and held.objid::bigint = (hashtext($2)::bigint & 4294967295)`

/** Whoever has the lock. */
interface LockOwner {
  /** Of its connection, at the server. */
  pid: number
  /** When that connection began: numbers come again. */
  began: string
  /** Since it last showed that it lives, by the server's clock. */
  silentMs: number
}

export interface WriterLockParts {
  config: ClientConfig
  /** The schema. */
  name: string
  /** What is asked fails when the server is silent for so long; longer than it takes for a statement. */
  answerWithinMs: number
}

/**
 * Stands for the schema: the server lets go of it the moment this process or its connection dies. Two servers that write one history would
 * give the same trade id twice; should a process go on without knowing that it lost the lock, the journal's term refuses what it writes.
 */
export class WriterLock {
  readonly #parts: WriterLockParts
  #client: Client | undefined
  /** The connection that has it, or had it last. */
  #own: Pick<LockOwner, "pid" | "began"> | undefined
  #taking: Promise<boolean> | undefined
  #beat: ReturnType<typeof setInterval> | undefined

  constructor(parts: WriterLockParts) {
    this.#parts = parts
  }

  isHeld(): boolean {
    return this.#client !== undefined
  }

  /** True when it is ours now. Throws what the server or the network said. */
  async take(): Promise<boolean> {
    if (this.#client) return true
    // Where it was lost several ask at a time: a second connection of ours would find it taken, by the first.
    this.#taking ??= this.#take().finally(() => {
      this.#taking = undefined
    })
    return await this.#taking
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

  /**
   * Whether it is ours as the server sees it, asked on another connection: ours may stand in our eyes when it has long been ended. What was
   * lost is taken again where it is free. Throws what the server or the network said.
   */
  async isOursAt(other: Client): Promise<boolean> {
    if (!(await this.take())) return false
    const owner = await this.#owner(other)
    if (owner && owner.pid === this.#own?.pid) return true
    void this.release()
    return await this.take()
  }

  async release(): Promise<void> {
    const client = this.#client
    if (!client) return
    this.#drop(client)
    endWhenSilent(client, this.#parts.answerWithinMs)
    await client.end().catch(() => undefined)
  }

  async #take(): Promise<boolean> {
    return await this.#connected(async (client, keep) => {
      if (await this.#try(client)) return await keep()
      const owner = await this.#owner(client)
      if (!owner || owner.pid !== this.#own?.pid || owner.began !== this.#own.began) return
      // Cut off without a word, the server takes our last connection for alive: nobody else would ever get it.
      await client.query("select pg_terminate_backend($1)", [owner.pid])
      for (let left = ENDED_LOOKS; left > 0; left -= 1) {
        if (await this.#try(client)) return await keep()
        await pause(ENDED_LOOK_MS)
      }
    })
  }

  async #try(client: Client): Promise<boolean> {
    const { rows } = await client.query<{ held: boolean }>(
      "select pg_try_advisory_lock($1, hashtext($2)) as held",
      [LOCK_SPACE, this.#parts.name],
    )
    return rows[0]?.held === true
  }

  /** `state_change` is when its connection last did something. */
  async #owner(client: Client): Promise<LockOwner | undefined> {
    const { rows } = await client.query<LockOwner>(
      `select held.pid, used.backend_start::text as began,
         (extract(epoch from clock_timestamp() - used.state_change) * 1000)::float8 as "silentMs"
       ${HELD_BY}`,
      [LOCK_SPACE, this.#parts.name],
    )
    return rows[0]
  }

  /** Does `work` on a connection of its own, which stays when it has got the lock and keeps it. Answers whether it has. */
  async #connected(work: (client: Client, keep: () => Promise<void>) => Promise<void>): Promise<boolean> {
    const client = new Client(this.#parts.config)
    client.on("error", () => this.#drop(client))
    client.on("end", () => this.#drop(client))
    const stopWatching = endWhenSilent(client, this.#parts.answerWithinMs)
    const keep = async () => {
      this.#own = await this.#owner(client)
      stopWatching()
      this.#keep(client)
    }
    try {
      await client.connect()
      await work(client, keep)
    } finally {
      // Not waited for: a server that is silent doesn't say goodbye.
      if (this.#client !== client) void client.end().catch(() => undefined)
    }
    return this.#client === client
  }

  /** A silent server isn't given up here: as long as our connection stands the lock is ours, and whoever takes it from us ends that. */
  #keep(client: Client): void {
    this.#client = client
    let isAsked = false
    this.#beat = setInterval(() => {
      if (isAsked) return
      isAsked = true
      client.query("select 1").then(
        () => {
          isAsked = false
        },
        // What fails here ends the connection, and with it the lock.
        () => client.end(),
      )
    }, BEAT_MS)
    this.#beat.unref()
  }

  #drop(client: Client | undefined): void {
    if (this.#client !== client) return
    this.#client = undefined
    clearInterval(this.#beat)
  }
}
