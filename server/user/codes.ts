/** How does a person prove that a mailbox or a phone is theirs? By six digits that live ten minutes and count once. */

import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import type { Kysely } from "kysely"
import type { CodePurpose } from "#core/wire/login-calls.ts"
import type { Tables } from "../storage/schema.ts"

const LIFE_MS = 10 * 60_000
const RESEND_MS = 60_000
/** Wrong tries before a code is dead: with a million codes, five tries are one in 200,000. */
const TRIES = 5

export interface SentCode {
  code: string
  resend: number
  expires: number
}

export class Codes {
  readonly #database: Kysely<Tables>
  readonly #now: () => number

  constructor(database: Kysely<Tables>, now: () => number) {
    this.#database = database
    this.#now = now
  }

  /** Makes a code; it replaces the one before. Answers the ms to wait instead when the last is too young. */
  async make(purpose: CodePurpose, target: string): Promise<SentCode | { wait: number }> {
    const now = this.#now()
    const before = await this.#database
      .selectFrom("codes")
      .select("sent")
      .where("purpose", "=", purpose)
      .where("target", "=", target)
      .executeTakeFirst()
    if (before && now - before.sent < RESEND_MS) return { wait: before.sent + RESEND_MS - now }
    const code = String(randomInt(1_000_000)).padStart(6, "0")
    const salt = randomBytes(16).toString("hex")
    const row = { hash: hashOf(salt, code), salt, sent: now, expires: now + LIFE_MS, tries_left: TRIES }
    await this.#database
      .insertInto("codes")
      .values({ purpose, target, ...row })
      .onConflict((conflict) => conflict.columns(["purpose", "target"]).doUpdateSet(row))
      .execute()
    return { code, resend: now + RESEND_MS, expires: row.expires }
  }

  /** Whether it is the right one and still good; it stays so. */
  async isRight(purpose: CodePurpose, target: string, code: string): Promise<boolean> {
    return (await this.#matching(this.#database, purpose, target, code)) !== undefined
  }

  /**
   * True once for the right code. Run it inside the transaction that does what the code proves: both happen or
   * neither. A wrong try is counted outside of it, by `miss`.
   */
  async use(database: Kysely<Tables>, purpose: CodePurpose, target: string, code: string): Promise<boolean> {
    const hash = await this.#matching(database, purpose, target, code)
    if (hash === undefined) return false
    // `sent` stays, so that the next code still waits its minute.
    const { numUpdatedRows } = await database
      .updateTable("codes")
      .set({ tries_left: 0 })
      .where("purpose", "=", purpose)
      .where("target", "=", target)
      .where("hash", "=", hash)
      .where("tries_left", ">", 0)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async #matching(
    database: Kysely<Tables>,
    purpose: CodePurpose,
    target: string,
    code: string,
  ): Promise<string | undefined> {
    const row = await database
      .selectFrom("codes")
      .selectAll()
      .where("purpose", "=", purpose)
      .where("target", "=", target)
      .where("tries_left", ">", 0)
      .where("expires", ">", this.#now())
      .executeTakeFirst()
    return row && isSame(row.hash, hashOf(row.salt, code)) ? row.hash : undefined
  }

  /** Counts a wrong try. */
  async miss(purpose: CodePurpose, target: string): Promise<void> {
    await this.#database
      .updateTable("codes")
      .set((row) => ({ tries_left: row("tries_left", "-", 1) }))
      .where("purpose", "=", purpose)
      .where("target", "=", target)
      .where("tries_left", ">", 0)
      .execute()
  }
}

const hashOf = (salt: string, code: string): string =>
  createHash("sha256").update(`${salt}:${code}`).digest("hex")

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
