/** Operators' keys: one a person, shown once, kept as a hash, revoked by any operator (E4). */

import { createHash, randomBytes } from "node:crypto"
import type { Kysely } from "kysely"
import type { CallerSession } from "../calls/handler.ts"
import { Refusal } from "../calls/refusal.ts"
import type { Tables } from "../storage/schema.ts"

/** 256 bits. */
const KEY_BYTES = 32

interface KeyParts {
  database: Kysely<Tables>
  now(): number
}

export interface OperatorKeyRow {
  name: string
  made: number
  /** Empty: made with the door's secret alone, when there was no key. */
  by: string
  /** 0: it still opens. */
  revoked: number
}

/** Of a door that was opened by its secret alone. */
export const NOBODY: CallerSession = { id: 0, userId: 0 }

export class OperatorKeys {
  readonly #parts: KeyParts

  constructor(parts: KeyParts) {
    this.#parts = parts
  }

  /** A session of the key's owner; null: unknown or revoked. */
  async find(key: string): Promise<CallerSession | null> {
    const row = await this.#open().select("id").where("key_hash", "=", hashOf(key)).executeTakeFirst()
    return row ? { id: row.id, userId: row.id } : null
  }

  /** Whose session it is. Throws the refusal FORBIDDEN for nobody's, and for a key that was revoked meanwhile. */
  async nameOf({ userId }: CallerSession): Promise<string> {
    const row = await this.#open().select("name").where("id", "=", userId).executeTakeFirst()
    if (!row) throw new Refusal({ name: "FORBIDDEN" })
    return row.name
  }

  /** Who may make a key: any operator, and whoever holds the door's secret while there is none. */
  async makerOf(session: CallerSession): Promise<string> {
    if (session.userId !== NOBODY.userId || (await this.#hasOpen())) return await this.nameOf(session)
    return ""
  }

  /** Whether this operator's key still opens. */
  async isOpen(name: string): Promise<boolean> {
    return (await this.#open().select("id").where("name", "=", name).executeTakeFirst()) !== undefined
  }

  /** A new key, which is kept nowhere; undefined: this operator has one. */
  async add(name: string, by: string): Promise<string | undefined> {
    const key = randomBytes(KEY_BYTES).toString("base64url")
    const made = this.#parts.now()
    const isMade = await this.#parts.database.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto("operator_keys")
        .values({ name, key_hash: hashOf(key), made, made_by: by, revoked: null })
        // Two at one moment: the index lets one of them through.
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (numInsertedOrUpdatedRows !== 1n) return false
      await this.#writeDown(transaction, { by: by || name, action: "key.add", detail: name })
      return true
    })
    return isMade ? key : undefined
  }

  /** False: this operator has none that opens. */
  async revoke(name: string, by: string): Promise<boolean> {
    return await this.#parts.database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable("operator_keys")
        .set({ revoked: this.#parts.now() })
        .where("name", "=", name)
        .where("revoked", "is", null)
        .executeTakeFirst()
      if (numUpdatedRows !== 1n) return false
      await this.#writeDown(transaction, { by, action: "key.revoke", detail: name })
      return true
    })
  }

  /** All there ever were, the newest first. */
  async list(): Promise<OperatorKeyRow[]> {
    const rows = await this.#parts.database
      .selectFrom("operator_keys")
      .select(["name", "made", "made_by", "revoked"])
      .orderBy("id", "desc")
      .execute()
    return rows.map(({ made_by: by, revoked, ...row }) => ({ ...row, by, revoked: revoked ?? 0 }))
  }

  async #hasOpen(): Promise<boolean> {
    return (await this.#open().select("id").limit(1).executeTakeFirst()) !== undefined
  }

  #open() {
    return this.#parts.database.selectFrom("operator_keys").where("revoked", "is", null)
  }

  async #writeDown(
    transaction: Kysely<Tables>,
    { by, action, detail }: { by: string; action: string; detail: string },
  ): Promise<void> {
    await transaction
      .insertInto("audit")
      .values({ time: this.#parts.now(), operator: by, action, user_id: null, reason: "", detail })
      .execute()
  }
}

/** The key has 256 random bits: a plain hash can't be turned back. */
const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex")
