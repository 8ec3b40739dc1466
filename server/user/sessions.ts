/** Whose token is this? Sessions by the hash of their token, with an idle time, and everyone told when one ends. */

import { createHash, randomBytes } from "node:crypto"
import type { Kysely } from "kysely"
import type { Tables } from "../storage/schema.ts"

/** 256 bits. */
const TOKEN_BYTES = 32
/** `seen` is written at most this often. */
const SEEN_EVERY_MS = 60_000
/** Sessions kept in memory; beyond them the longest unused is read from the database again. */
const KNOWN_MAX = 20_000
/** Open sessions of one user; the oldest ends when another begins. */
export const SESSIONS_PER_USER_MAX = 50

interface Known {
  id: number
  userId: number
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
}

export class Sessions {
  readonly #parts: SessionParts
  readonly #known = new Map<string, Known>()
  readonly #listeners = new Set<(sessionId: number) => void>()

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  /** Tells of each session that ends, so that its sockets are let go at once. */
  onEnd(listener: (sessionId: number) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
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

  /** The open session of a token; null: none, ended, or idle for too long. */
  async find(token: string): Promise<{ id: number; userId: number } | null> {
    const key = hashOf(token)
    const known = this.#known.get(key) ?? (await this.#read(key))
    if (!known) return null
    const now = this.#parts.now()
    if (now - known.seen > this.#parts.idleMs) {
      await this.#end([known.id])
      return null
    }
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

  async list(userId: number): Promise<SessionRow[]> {
    return await this.#open(userId)
      .select(["id", "began", "seen", "address", "agent"])
      .orderBy("id", "desc")
      .execute()
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
    const open = await this.#open(userId).select("id").execute()
    const ids = open.map((row) => row.id).filter((id) => id !== except)
    await this.#end(ids)
    return ids.length
  }

  /** Ends the oldest of a user that has too many. */
  async trim(userId: number): Promise<void> {
    const open = await this.#open(userId).select("id").orderBy("id", "desc").execute()
    await this.#end(open.slice(SESSIONS_PER_USER_MAX).map((row) => row.id))
  }

  #open(userId: number) {
    return this.#parts.database
      .selectFrom("sessions")
      .where("user_id", "=", userId)
      .where("ended", "is", null)
      .where("seen", ">=", this.#parts.now() - this.#parts.idleMs)
  }

  async #read(key: string): Promise<Known | undefined> {
    const row = await this.#parts.database
      .selectFrom("sessions")
      .select(["id", "user_id", "seen"])
      .where("token_hash", "=", key)
      .where("ended", "is", null)
      .executeTakeFirst()
    if (!row) return undefined
    const known = { id: row.id, userId: row.user_id, seen: row.seen }
    this.#known.set(key, known)
    const oldest = this.#known.size > KNOWN_MAX ? this.#known.keys().next().value : undefined
    if (oldest !== undefined) this.#known.delete(oldest)
    return known
  }

  async #end(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await this.#parts.database
      .updateTable("sessions")
      .set({ ended: this.#parts.now() })
      .where("id", "in", [...ids])
      .where("ended", "is", null)
      .execute()
    const ended = new Set(ids)
    for (const [key, known] of this.#known) if (ended.has(known.id)) this.#known.delete(key)
    for (const id of ids) for (const listener of this.#listeners) listener(id)
  }
}

/** The token has 256 random bits: a plain hash can't be turned back. */
const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex")
