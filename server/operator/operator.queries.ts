/** Queries of the operator calls: identities in order of waiting, and a user's state. */

import type { Kysely } from "kysely"
import type { ResponseOf } from "#core/wire/index.ts"
import type { operatorEndpoints } from "#core/wire/operator-calls.ts"
import type { Tables } from "../storage/schema.ts"
import type { Sessions } from "../user/sessions.ts"
import type { User } from "../user/users.ts"
import { shownName } from "../user/users.ts"

type Answer<Name extends keyof typeof operatorEndpoints> = ResponseOf<(typeof operatorEndpoints)[Name]>
type Status = Answer<"operatorIdentity">["status"]

const identities = (database: Kysely<Tables>) =>
  database.selectFrom("identities").innerJoin("users", "users.id", "identities.user_id")

/** `time.id` of the last row given. */
function readCursor(cursor: string | undefined): { submitted: number; id: number } {
  const [, submitted, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(cursor ?? "") ?? []
  return { submitted: Number(submitted ?? -1), id: Number(id ?? -1) }
}

/** The longest waiting first. */
export async function identityList(
  database: Kysely<Tables>,
  asked: { status?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<Answer<"operatorIdentities">> {
  const after = readCursor(asked.cursor)
  let query = identities(database)
    .select(["user_id", "uid", "email", "phone", "status", "residence", "submitted", "decided", "reason"])
    .where((row) =>
      row.or([
        row("submitted", ">", after.submitted),
        row.and([row("submitted", "=", after.submitted), row("user_id", ">", after.id)]),
      ]),
    )
    .orderBy("submitted")
    .orderBy("user_id")
    .limit(asked.limit + 1)
  if (asked.status !== undefined) query = query.where("status", "=", asked.status)
  const rows = await query.execute()
  const shown = rows.slice(0, asked.limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ user_id: _id, email, phone, status, ...row }) => ({
      ...row,
      account: shownName({ email, phone }),
      status: status as Status,
    })),
    next: rows.length > asked.limit && last ? `${last.submitted}.${last.user_id}` : "",
  }
}

export async function identityRow(
  database: Kysely<Tables>,
  userId: number,
): Promise<Answer<"operatorIdentity"> | undefined> {
  const row = await identities(database)
    .select(["uid", "email", "phone", "status", "residence", "submitted", "decided", "reason"])
    .select(["real_name", "id_number"])
    .where("user_id", "=", userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { email, phone, ...rest } = row
  return { ...rest, account: shownName({ email, phone }), status: row.status as Status }
}

export async function userFigures(
  database: Kysely<Tables>,
  sessions: Sessions,
  user: User,
): Promise<Answer<"operatorUser">> {
  const identity = await identityRow(database, user.id)
  const inviter =
    user.invited_by === null
      ? undefined
      : await database.selectFrom("users").select("uid").where("id", "=", user.invited_by).executeTakeFirst()
  const last = await database
    .selectFrom("logins")
    .select("time")
    .where("user_id", "=", user.id)
    .where("result", "=", "ok")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
  return {
    uid: user.uid,
    email: user.email ?? "",
    phone: user.phone ?? "",
    registered: user.registered,
    invitedBy: inviter?.uid ?? "",
    frozen: user.frozen,
    identity: identity?.status ?? "none",
    credit_score: user.credit_score,
    totp: user.totp_on,
    tradePassword: user.trade_password !== null,
    holdUntil: user.hold_until,
    sessions: await sessions.countOpen(database, user.id),
    lastLogin: last?.time ?? 0,
  }
}
