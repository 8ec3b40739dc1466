/** Verification codes that prove a mailbox or a phone: six digits, valid for ten minutes, usable once (E2). */

import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import { type Kysely, sql } from "kysely"
import type { CodePurpose } from "#core/wire/login-calls.ts"
import type { Act } from "../calls/act-proof.ts"
import type { Tables } from "../storage/schema.ts"
import type { Place } from "./places.ts"

const LIFE_MS = 10 * 60_000
const RESEND_MS = 60_000
/** Wrong tries before a code is dead: with a million codes, five tries are one in 200,000. */
const TRIES = 5

/** What a code proves: a change of the account, or an act on money. */
export type Purpose = CodePurpose | Act["purpose"]

interface SentCode {
  code: string
  resend: number
  expires: number
}

/** Proof of a right code, to be spent once. */
export interface ProvenCode {
  purpose: Purpose
  target: string
  hash: string
}

/** Without a session a code belongs to the place that asked for it: others' asking and guessing leave it alone. */
export const codeTarget = (key: string, { name }: Place): string => `${key} ${name}`

export class Codes {
  readonly #database: Kysely<Tables>
  readonly #now: () => number

  constructor(database: Kysely<Tables>, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /** The ms to wait before another code may be made; 0: none. */
  async wait(purpose: Purpose, target: string): Promise<number> {
    const before = await this.#row(purpose, target).select("sent").executeTakeFirst()
    return before ? Math.max(0, before.sent + RESEND_MS - this.#now()) : 0
  }

  /**
   * Makes a code; it replaces the one before. Answers the ms to wait instead when the last is too young: of several
   * who ask at once, one gets a code.
   * @param bound what else the code is bound to: without the same text it isn't right
   */
  async make(purpose: Purpose, target: string, bound = ""): Promise<SentCode | { wait: number }> {
    const now = this.#now()
    const code = String(randomInt(1_000_000)).padStart(6, "0")
    const salt = randomBytes(16).toString("hex")
    const row = {
      hash: hashOf(salt, code, bound),
      salt,
      sent: now,
      expires: now + LIFE_MS,
      tries_left: TRIES,
    }
    const made = await this.#database
      .insertInto("codes")
      .values({ purpose, target, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(["purpose", "target"])
          .doUpdateSet(row)
          .where("codes.sent", "<=", now - RESEND_MS),
      )
      .returning("sent")
      .executeTakeFirst()
    if (!made) return { wait: Math.max(1, await this.wait(purpose, target)) }
    return { code, resend: now + RESEND_MS, expires: row.expires }
  }

  /**
   * Takes a try, then judges the code: whoever guesses in parallel has no more tries for it. A right one gets its try
   * back and lives on until it is spent. Never within a transaction that could be rolled back.
   */
  async prove(purpose: Purpose, target: string, code: string, bound = ""): Promise<ProvenCode | undefined> {
    const row = await this.#database
      .updateTable("codes")
      .set((of) => ({ tries_left: of("tries_left", "-", 1) }))
      .where("purpose", "=", purpose)
      .where("target", "=", target)
      .where("tries_left", ">", 0)
      .where("expires", ">", this.#now())
      .returning(["hash", "salt"])
      .executeTakeFirst()
    if (!row || !isSame(row.hash, hashOf(row.salt, code, bound))) return undefined
    await this.#database
      .updateTable("codes")
      .set((of) => ({ tries_left: of("tries_left", "+", 1) }))
      .where("purpose", "=", purpose)
      .where("target", "=", target)
      .where("hash", "=", row.hash)
      .execute()
    return { purpose, target, hash: row.hash }
  }

  /** Whether a code of this target could still be used, or could be but for its wrong tries. */
  async isLive(purpose: Purpose, target: string): Promise<boolean> {
    const row = await this.#row(purpose, target)
      .select("target")
      .where("expires", ">", this.#now())
      .executeTakeFirst()
    return row !== undefined
  }

  /** A right code of this key that was asked for anywhere; takes none of its tries, so the caller counts them. */
  async proveAnywhere(purpose: Purpose, key: string, code: string): Promise<ProvenCode | undefined> {
    const rows = await this.#database
      .selectFrom("codes")
      .select(["target", "hash", "salt"])
      .where("purpose", "=", purpose)
      .where(sql<boolean>`starts_with(target, ${`${key} `})`)
      .where("tries_left", ">", 0)
      .where("expires", ">", this.#now())
      .execute()
    const right = rows.find((row) => isSame(row.hash, hashOf(row.salt, code)))
    return right && { purpose, target: right.target, hash: right.hash }
  }

  /** True once. Run it inside the transaction that does what the code proves: both happen or neither. */
  async spend(transaction: Kysely<Tables>, { purpose, target, hash }: ProvenCode): Promise<boolean> {
    // `sent` stays, so that the next code still waits its minute.
    const { numUpdatedRows } = await transaction
      .updateTable("codes")
      .set({ tries_left: 0, hash: "" })
      .where("purpose", "=", purpose)
      .where("target", "=", target)
      .where("hash", "=", hash)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  /** Makes a spent code good again, unless another was made since: what it proved was refused and not done. */
  async giveBack({ purpose, target, hash }: ProvenCode): Promise<void> {
    await this.#database
      .updateTable("codes")
      .set({ tries_left: TRIES, hash })
      .where("purpose", "=", purpose)
      .where("target", "=", target)
      .where("hash", "=", "")
      .execute()
  }

  #row(purpose: Purpose, target: string) {
    return this.#database.selectFrom("codes").where("purpose", "=", purpose).where("target", "=", target)
  }
}

const hashOf = (salt: string, code: string, bound = ""): string =>
  createHash("sha256")
    .update(`${salt}:${code}${bound && `:${bound}`}`)
    .digest("hex")

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
