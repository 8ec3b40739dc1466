/** Sessions by the hash of their token, with an idle time and a longest life; listeners are notified when one ends (E3). */

import { hash, randomBytes } from "node:crypto"
import type { Kysely } from "kysely"
import type { Tables } from "../storage/schema.ts"
import { SharedEnds } from "./shared-ends.ts"

/** 256 bits. */
const TOKEN_BYTES = 32
/** `seen` is written at most this often. */
const SEEN_EVERY_MS = 60_000
/** Sessions kept in memory; beyond them the longest unused is read from the database again. */
const KNOWN_MAX = 20_000
/** Open sessions of one user; the oldest ends when another begins. */
const SESSIONS_PER_USER_MAX = 50
/** How often sessions that somebody watches are looked at: one that ends by idleness ends for its sockets within this. */
const WATCH_MS = 500

interface Known {
  id: number
  userId: number
  began: number
  seen: number
}

export interface SessionRow {
  id: number
  began: number
  seen: number
  address: string
  agent: string
}

interface SessionParts {
  database: Kysely<Tables>
  now(): number
  /** A session unused for longer has ended. */
  idleMs: number
  /** One that began longer ago has ended, however much it is used; infinite: there is no such end. */
  lifeMs: number
}

export interface WatchedSession {
  id: number
  userId: number
  /** Nobody is told any more. */
  stop(): void
}

interface Watcher {
  session: number
  key: string
  onEnd(): void
}

export class Sessions extends SharedEnds {
  readonly #parts: SessionParts
  /** By the token's hash; the least recently read first. */
  readonly #known = new Map<string, Known>()
  readonly #watchers = new Set<Watcher>()
  /** Rises with every end: what was read from the database before one may be of the past. */
  #ends = 0
  #watching: NodeJS.Timeout | undefined

  constructor(parts: SessionParts) {
    super()
    this.#parts = parts
  }

  /**
   * Calls `onEnd` once when the session of this token ends, for whatever reason, within a second. Being watched is
   * no use: an idle or old session ends all the same. Null: there is no such session.
   */
  async watch(token: string, onEnd: () => void): Promise<WatchedSession | null> {
    const session = await this.find(token)
    const key = hashOf(token)
    // It may have ended between the finding and this line.
    if (!session || !this.#known.has(key)) return null
    const watcher = { session: session.id, key, onEnd }
    this.#watchers.add(watcher)
    this.#watching ??= setInterval(() => this.#lookAtWatched(), WATCH_MS).unref()
    return { ...session, stop: () => void this.#watchers.delete(watcher) }
  }

  close(): void {
    clearInterval(this.#watching)
    this.#watchers.clear()
  }

  /** Begins one, within `database` (a transaction). Answers the token, which is kept nowhere. */
  async begin(
    database: Kysely<Tables>,
    user: { id: number; address: string; agent: string },
  ): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString("base64url")
    const time = this.#parts.now()
    await database
      .insertInto("sessions")
      .values({
        user_id: user.id,
        token_hash: hashOf(token),
        began: time,
        seen: time,
        ended: null,
        address: user.address,
        agent: user.agent,
      })
      .execute()
    return token
  }

  /** The open session of a token; null: none, ended, idle for too long, or too old. */
  async find(token: string): Promise<{ id: number; userId: number } | null> {
    const key = hashOf(token)
    const known = this.#known.get(key) ?? (await this.#read(key))
    if (!known) return null
    const now = this.#parts.now()
    if (this.#isOver(known, now) && (await this.#endOver([known])) > 0) return null
    if (now - known.seen > SEEN_EVERY_MS) {
      known.seen = now
      await this.#parts.database
        .updateTable("sessions")
        .set({ seen: now })
        .where("id", "=", known.id)
        .execute()
    }
    return { id: known.id, userId: known.userId }
  }

  /** As {@link find}, but only what is in memory, and whether or not its time is over. */
  peek(token: string): { id: number; userId: number } | undefined {
    return this.#known.get(hashOf(token))
  }

  async list(userId: number): Promise<SessionRow[]> {
    return await this.#open(userId)
      .select(["id", "began", "seen", "address", "agent"])
      .orderBy("id", "desc")
      .execute()
  }

  /** How many of a user's are open, as `database` (a transaction) sees it. */
  async countOpen(database: Kysely<Tables>, userId: number): Promise<number> {
    return (await this.#openIds(database, userId)).length
  }

  /** Ends one of the user's own; false when it isn't theirs or has ended. */
  async end(userId: number, sessionId: number): Promise<boolean> {
    const own = await this.#open(userId).select("id").where("id", "=", sessionId).executeTakeFirst()
    if (!own) return false
    await this.#end([sessionId])
    return true
  }

  /** Ends all of a user's but `except`; answers how many. */
  async endAll(userId: number, except?: number): Promise<number> {
    const ids = await this.#openIds(this.#parts.database, userId)
    const others = ids.filter((id) => id !== except)
    await this.#end(others)
    return others.length
  }

  /**
   * Ends all of a user's but `except` as a part of `transaction`. Who holds it calls `forget` once it is committed: before that
   * nobody may be told, and what is known could be read again as it was.
   */
  async endAllWithin(
    transaction: Kysely<Tables>,
    userId: number,
    except?: number,
  ): Promise<{ ended: number; forget: () => void }> {
    const ids = (await this.#openIds(transaction, userId)).filter((id) => id !== except)
    await this.#writeEnd(transaction, ids)
    return { ended: ids.length, forget: () => this.forget(ids) }
  }

  /** Ends the oldest of a user that has too many. */
  async trim(userId: number): Promise<void> {
    const ids = await this.#openIds(this.#parts.database, userId)
    await this.#end(ids.slice(SESSIONS_PER_USER_MAX))
  }

  #open(userId: number, database = this.#parts.database) {
    return database
      .selectFrom("sessions")
      .where("user_id", "=", userId)
      .where("ended", "is", null)
      .where("seen", ">=", this.#parts.now() - this.#parts.idleMs)
      .where("began", ">=", beganSince(this.#parts, this.#parts.now()))
  }

  /** The newest first. */
  async #openIds(database: Kysely<Tables>, userId: number): Promise<number[]> {
    const rows = await this.#open(userId, database).select("id").orderBy("id", "desc").execute()
    return rows.map((row) => row.id)
  }

  #isOver({ seen, began }: Known, now: number): boolean {
    const { idleMs, lifeMs } = this.#parts
    return now - seen > idleMs || now - began > lifeMs
  }

  /** A row that was read while some session ended is read once more: it may be that one's last moment. */
  async #read(key: string): Promise<Known | undefined> {
    for (;;) {
      const before = this.#ends
      const row = await this.#parts.database
        .selectFrom("sessions")
        .select(["id", "user_id", "began", "seen"])
        .where("token_hash", "=", key)
        .where("ended", "is", null)
        .executeTakeFirst()
      if (this.#ends !== before) continue
      if (!row) return undefined
      // Read twice at once: the one that came first is the one that is kept up to date.
      const { id, user_id: userId, began, seen } = row
      const known = this.#known.get(key) ?? { id, userId, began, seen }
      this.#known.set(key, known)
      const oldest = this.#known.size > KNOWN_MAX ? this.#known.keys().next().value : undefined
      if (oldest !== undefined) this.#known.delete(oldest)
      return known
    }
  }

  async #end(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await this.#writeEnd(this.#parts.database, ids)
    this.forget(ids)
  }

  /** Ends those that are over by the database as well: another process may have seen one used since. Answers how many. */
  async #endOver(over: readonly Known[]): Promise<number> {
    const { database, now, idleMs } = this.#parts
    const ids = over.map(({ id }) => id)
    const time = now()
    await database
      .updateTable("sessions")
      .set({ ended: time })
      .where("id", "in", ids)
      .where("ended", "is", null)
      .where((where) =>
        where.or([where("seen", "<", time - idleMs), where("began", "<", beganSince(this.#parts, time))]),
      )
      .execute()
    const rows = await database
      .selectFrom("sessions")
      .select(["id", "seen"])
      .where("id", "in", ids)
      .where("ended", "is", null)
      .execute()
    const open = new Map(rows.map(({ id, seen }) => [id, seen]))
    for (const known of over) known.seen = Math.max(known.seen, open.get(known.id) ?? 0)
    const ended = ids.filter((id) => !open.has(id))
    this.forget(ended)
    return ended.length
  }

  async #writeEnd(database: Kysely<Tables>, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await database
      .updateTable("sessions")
      .set({ ended: this.#parts.now() })
      .where("id", "in", [...ids])
      .where("ended", "is", null)
      .execute()
  }

  protected *heldIds(): Iterable<number> {
    for (const { id } of this.#known.values()) yield id
    for (const { session } of this.#watchers) yield session
  }

  protected async readEnded(ids: readonly number[]): Promise<number[]> {
    const rows = await this.#parts.database
      .selectFrom("sessions")
      .select("id")
      .where("id", "in", ids)
      .where("ended", "is not", null)
      .execute()
    return rows.map(({ id }) => id)
  }

  protected drop(ids: readonly number[]): void {
    this.#ends += 1
    const ended = new Set(ids)
    for (const [key, known] of this.#known) if (ended.has(known.id)) this.#known.delete(key)
    for (const watcher of this.#watchers) {
      if (!ended.has(watcher.session)) continue
      this.#watchers.delete(watcher)
      watcher.onEnd()
    }
  }

  /** Ends what has become idle or old. One that fell out of memory is looked up without being touched. */
  #lookAtWatched(): void {
    const now = this.#parts.now()
    const over = new Map<number, Known>()
    for (const { session, key } of this.#watchers) {
      const known = this.#known.get(key)
      if (known && this.#isOver(known, now)) over.set(session, known)
      else if (!known) void this.#read(key).catch(() => undefined)
    }
    // A database that fails now is asked again at the next look.
    if (over.size > 0) this.#endOver([...over.values()]).catch(() => undefined)
    if (this.#watchers.size > 0) return
    clearInterval(this.#watching)
    this.#watching = undefined
  }
}

/** The earliest beginning of a session that is still open. */
export const beganSince = ({ lifeMs }: { lifeMs: number }, now: number): number => Math.max(0, now - lifeMs)

/** The token has 256 random bits: a plain hash can't be turned back. In one piece, as every call asks for it twice. */
const hashOf = (token: string): string => hash("sha256", token, "hex")
