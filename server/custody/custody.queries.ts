/** Queries of a user's deposits and withdrawals, always by the user's own number, and of what withdrawals are judged by. */

import type { Kysely } from "kysely"
import type { deposits, RequestOf, ResponseOf, withdrawals } from "#core/wire/index.ts"
import type { DepositName, IdentityStanding } from "../engine/custody/custody-command.ts"
import type { WithdrawalView } from "../engine/custody/custody-event.ts"
import { depositOf, withdrawalOf } from "../read-model/custody-rows.ts"
import { given, pageOf } from "../storage/page.ts"
import { depositOfRow, withdrawalOfRow } from "../storage/recorded-custody.ts"
import type { Tables } from "../storage/schema.ts"
import { TIMED, withinTimes } from "../storage/time-range.ts"

export interface CustodyReading {
  database: Kysely<Tables>
}

/** D1: whether a deposit of this name has been final, however long ago. */
export async function isFinalDeposit(
  database: Kysely<Tables>,
  { chain, tx, index }: DepositName,
): Promise<boolean> {
  const row = await database
    .selectFrom("deposits")
    .select("id")
    .where("chain", "=", chain)
    .where("tx", "=", tx)
    .where("tx_index", "=", index)
    .where("status", "=", "final")
    .executeTakeFirst()
  return row !== undefined
}

/** Below which id a page goes on; anything that isn't one of ours: from the newest. */
const readCursor = (cursor = ""): number =>
  /^\d{1,15}$/.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER

/** The newest first. */
export async function depositPage(
  { database }: CustodyReading,
  userId: number,
  { currency, chain, status, cursor, limit, ...range }: RequestOf<typeof deposits>,
): Promise<ResponseOf<typeof deposits>> {
  const rows = await database
    .selectFrom("deposits")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "<", readCursor(cursor))
    .where(({ and }) => and(given({ currency, chain, status })))
    .where(withinTimes(TIMED.deposits, userId, range))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, ({ id }) => String(id))
  return { rows: page.rows.map((row) => depositOf(depositOfRow(row))), next: page.next }
}

/** The newest first. */
export async function withdrawalPage(
  { database }: CustodyReading,
  userId: number,
  { currency, chain, status, cursor, limit, ...range }: RequestOf<typeof withdrawals>,
): Promise<ResponseOf<typeof withdrawals>> {
  const rows = await database
    .selectFrom("withdrawals")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "<", readCursor(cursor))
    .where(({ and }) => and(given({ currency, chain, status })))
    .where(withinTimes(TIMED.withdrawals, userId, range))
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, ({ id }) => String(id))
  return { rows: page.rows.map((row) => withdrawalOf(withdrawalOfRow(row))), next: page.next }
}

export async function ownWithdrawal(
  { database }: CustodyReading,
  userId: number,
  id: number,
): Promise<WithdrawalView | undefined> {
  const row = await database
    .selectFrom("withdrawals")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst()
  return row && withdrawalOfRow(row)
}

/** The newest that was asked for with this key. */
export async function withdrawalNamed(
  { database }: CustodyReading,
  userId: number,
  key: string,
): Promise<WithdrawalView | undefined> {
  const row = await database
    .selectFrom("withdrawals")
    .selectAll()
    .where("user_id", "=", userId)
    .where("request_key", "=", key)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
  return row && withdrawalOfRow(row)
}

interface Standing {
  identity: IdentityStanding
  /** Epoch ms; up to now: nothing rests. */
  restUntil: number
  hasTradePassword: boolean
  hasTotp: boolean
}

/** What is known of the user besides money. */
export async function standingOf(database: Kysely<Tables>, userId: number): Promise<Standing> {
  const row = await database
    .selectFrom("users")
    .leftJoin("identities", "identities.user_id", "users.id")
    .select(["users.hold_until", "users.trade_password", "users.totp_on", "identities.status"])
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow()
  return {
    identity: row.status === "verified" || row.status === "review" ? row.status : "none",
    restUntil: row.hold_until,
    hasTradePassword: row.trade_password !== null,
    hasTotp: row.totp_on,
  }
}
