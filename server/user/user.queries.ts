/** Queries of a user's own logins, invitations and preferences, always by the user's own number. */

import { type Kysely, sql } from "kysely"
import type { ResponseOf } from "#core/wire/index.ts"
import type { invitations } from "#core/wire/invite-calls.ts"
import type { logins } from "#core/wire/session-calls.ts"
import type { Tables } from "../storage/schema.ts"
import { maskAccount } from "./account-name.ts"
import { INVITE_LEVELS, shownName } from "./users.ts"

/** A cursor is the number of the last row given; anything else means: from the newest. */
const before = (cursor: string | undefined): number =>
  /^\d{1,15}$/.test(cursor ?? "") ? Number(cursor) : Number.MAX_SAFE_INTEGER

/** One row more than asked for tells whether there are more. */
function page<Row>(rows: readonly Row[], limit: number, numberOf: (row: Row) => number) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, next: rows.length > limit && last !== undefined ? String(numberOf(last)) : "" }
}

export async function loginHistory(
  database: Kysely<Tables>,
  userId: number,
  asked: { cursor?: string | undefined; limit: number },
): Promise<ResponseOf<typeof logins>> {
  const rows = await database
    .selectFrom("logins")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "<", before(asked.cursor))
    .orderBy("id", "desc")
    .limit(asked.limit + 1)
    .execute()
  const { shown, next } = page(rows, asked.limit, (row) => row.id)
  return {
    rows: shown.map(({ id, time, address, agent, result }) => ({
      id: String(id),
      time,
      address,
      agent,
      result: result as "ok" | "password" | "totp",
    })),
    next,
  }
}

/** Who came by whom, `level` steps down from `userId`. */
const invitedOn = (userId: number, level: number) => sql<{
  id: number
  level: number
  email: string | null
  phone: string | null
  registered: number
}>`
  with recursive invited(id, level) as (
    select id, 1 from users where invited_by = ${userId}
    union all
    select users.id, invited.level + 1 from users join invited on users.invited_by = invited.id
    where invited.level < ${level}
  )
  select users.id, invited.level, email, phone, registered from invited join users on users.id = invited.id`

export async function invitedCounts(
  database: Kysely<Tables>,
  userId: number,
): Promise<[number, number, number]> {
  const { rows } = await sql<{ level: number; count: number }>`
    select level, count(*)::int4 as count from (${invitedOn(userId, INVITE_LEVELS)}) as people group by level`.execute(
    database,
  )
  const on = (level: number) => rows.find((row) => row.level === level)?.count ?? 0
  return [on(1), on(2), on(3)]
}

export async function invitationList(
  database: Kysely<Tables>,
  userId: number,
  asked: { level: number; cursor?: string | undefined; limit: number },
): Promise<ResponseOf<typeof invitations>> {
  const { rows } = await sql<{ id: number; email: string | null; phone: string | null; registered: number }>`
    select * from (${invitedOn(userId, asked.level)}) as people
    where level = ${asked.level} and id < ${before(asked.cursor)} order by id desc limit ${asked.limit + 1}`.execute(
    database,
  )
  const { shown, next } = page(rows, asked.limit, (row) => row.id)
  return {
    rows: shown.map((row) => ({ account: maskAccount(shownName(row)), registered: row.registered })),
    next,
  }
}
