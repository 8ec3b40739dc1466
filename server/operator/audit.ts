/** The audit table: every act of an operator, written in the transaction that performs it. */

import type { Kysely } from "kysely"
import type { ResponseOf, Result } from "#core/wire/index.ts"
import { refuse } from "#core/wire/index.ts"
import type { operatorEndpoints } from "#core/wire/operator-calls.ts"
import type { Tables } from "../storage/schema.ts"
import { readAccountName } from "../user/account-name.ts"
import type { User } from "../user/users.ts"
import { userByName } from "../user/users.ts"

export interface Act {
  action: string
  /** Who acts. */
  by: string
  /** UID, e-mail address or phone number of the one acted upon. */
  user: string
  reason?: string | undefined
}

/** Thrown inside the transaction, so that a refused act leaves nothing. */
class Refused extends Error {
  override readonly name = "Refused"
  readonly problem: "UNKNOWN_USER" | "WRONG_STATE"
  constructor(problem: Refused["problem"]) {
    super(problem)
    this.problem = problem
  }
}

/** What an act came to: its answer, and what changed, for the table. */
export interface Done<Value> {
  value: Value
  detail?: string
}

type Change<Outcome> = (transaction: Kysely<Tables>, user: User) => Promise<Outcome>
export interface AuditParts {
  database: Kysely<Tables>
  now(): number
}

/**
 * Does `act` and writes it down, both or neither. The user's row is held meanwhile: two operators, or an operator and
 * a login, come one after the other. `change` answers a refusal by its name.
 */
export async function audited<Value>(
  parts: AuditParts,
  act: Act,
  change: Change<Done<Value>>,
): Promise<Result<Value, "UNKNOWN_USER">>
export async function audited<Value>(
  parts: AuditParts,
  act: Act,
  change: Change<Done<Value> | "WRONG_STATE">,
): Promise<Result<Value, "UNKNOWN_USER" | "WRONG_STATE">>
export async function audited<Value>(
  parts: AuditParts,
  act: Act,
  change: Change<Done<Value> | "WRONG_STATE">,
): Promise<Result<Value, "UNKNOWN_USER" | "WRONG_STATE">> {
  try {
    const value = await parts.database.transaction().execute(async (transaction) => {
      const named = await userNamed(transaction, act.user)
      if (!named) throw new Refused("UNKNOWN_USER")
      const user = await transaction
        .selectFrom("users")
        .selectAll()
        .where("id", "=", named.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const done = await change(transaction, user)
      if (typeof done === "string") throw new Refused(done)
      await transaction
        .insertInto("audit")
        .values({
          time: parts.now(),
          operator: act.by,
          action: act.action,
          user_id: user.id,
          reason: act.reason ?? "",
          detail: done.detail ?? "",
        })
        .execute()
      return done.value
    })
    return { ok: true, value }
  } catch (error) {
    if (error instanceof Refused) return refuse(error.problem)
    throw error
  }
}

const UID = /^\d{8}$/

/** By UID, or by the name that they log in with. */
export async function userNamed(database: Kysely<Tables>, given: string): Promise<User | undefined> {
  if (UID.test(given))
    return await database.selectFrom("users").selectAll().where("uid", "=", given).executeTakeFirst()
  const name = readAccountName(given)
  return name && (await userByName(database, name))
}

type Rows = ResponseOf<(typeof operatorEndpoints)["operatorAudit"]>

/** The newest first, of one user or of all. */
export async function auditRows(
  database: Kysely<Tables>,
  asked: { userId?: number | undefined; cursor?: string | undefined; limit: number },
): Promise<Rows> {
  const before = /^\d{1,15}$/.test(asked.cursor ?? "") ? Number(asked.cursor) : Number.MAX_SAFE_INTEGER
  let query = database
    .selectFrom("audit")
    .leftJoin("users", "users.id", "audit.user_id")
    .select(["audit.id", "time", "operator", "action", "users.uid", "reason", "detail"])
    .where("audit.id", "<", before)
    .orderBy("audit.id", "desc")
    .limit(asked.limit + 1)
  if (asked.userId !== undefined) query = query.where("audit.user_id", "=", asked.userId)
  const rows = await query.execute()
  const shown = rows.slice(0, asked.limit)
  return {
    rows: shown.map(({ id, operator, uid, ...row }) => ({
      ...row,
      uid: uid ?? "",
      id: String(id),
      by: operator,
    })),
    next: rows.length > asked.limit ? String(shown.at(-1)?.id ?? "") : "",
  }
}

/** An act upon the exchange, or upon what is a user's. */
export async function writeDown(
  { database, now }: AuditParts,
  act: { by: string; action: string; reason?: string | undefined; detail: string; userId?: number | null },
): Promise<void> {
  const { by, action, reason = "", detail, userId = null } = act
  await database
    .insertInto("audit")
    .values({ time: now(), operator: by, action, user_id: userId, reason, detail })
    .execute()
}
