/** Queries of alerts: what users have armed, what fired, what is still to be told. Always by the user's own number. */

import { type Kysely, type Selectable, sql } from "kysely"
import type { AlertTables } from "../storage/alert-schema.ts"
import { pageOf, readCursor } from "../storage/page.ts"
import { numbers, texts } from "../storage/row-arrays.ts"
import type { Tables } from "../storage/schema.ts"
import type { StoredAlert } from "./alert-rows.ts"

/** Fired alerts kept of one user; older ones go. */
const FIRED_KEPT = 500

/** One that fires. */
export interface Firing {
  id: number
  /** When it was armed: of two armings of one alert each has its own moment. */
  armed: number
  /** Of what fired it, engine time. */
  time: number
  /** Decimal text. */
  value: string
}
export type Outgoing = Selectable<AlertTables["alert_outbox"]>

/** All that is armed or paused, or hasn't been seen, of all users; rising by id. */
export const openAlerts = (database: Kysely<Tables>): Promise<StoredAlert[]> =>
  database
    .selectFrom("alerts")
    .selectAll()
    .where((where) => where.or([where("state", "<>", "fired"), where("seen", "=", false)]))
    .orderBy("id")
    .execute()

/** Of one user. */
export const openAlertsOf = (database: Kysely<Tables>, userId: number): Promise<StoredAlert[]> =>
  database
    .selectFrom("alerts")
    .selectAll()
    .where("user_id", "=", userId)
    .where((where) => where.or([where("state", "<>", "fired"), where("seen", "=", false)]))
    .orderBy("id")
    .execute()

/** Undefined: there is none of this number, or it is another user's. */
export const alertOf = (
  database: Kysely<Tables>,
  userId: number,
  id: number,
): Promise<StoredAlert | undefined> =>
  database
    .selectFrom("alerts")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst()

/** Those that fired, the newest first. */
export async function firedAlertsOf(
  database: Kysely<Tables>,
  userId: number,
  asked: { cursor?: string | undefined; limit: number },
): Promise<{ rows: StoredAlert[]; next: string }> {
  const { seq, n } = readCursor(asked.cursor)
  const rows = await database
    .selectFrom("alerts")
    .selectAll()
    .where("user_id", "=", userId)
    .where("state", "=", "fired")
    .where(({ eb, refTuple, tuple }) => eb(refTuple("fired", "id"), "<", tuple(seq, n)))
    .orderBy("fired", "desc")
    .orderBy("id", "desc")
    .limit(asked.limit + 1)
    .execute()
  return pageOf(rows, asked.limit, (row) => `${row.fired}-${row.id}`)
}

export type NewAlert = Omit<StoredAlert, "id">

/**
 * Adds one, or changes the one of `id` as it stood at `version`; however many ask at once, no user has more than `most` that wait.
 * Undefined: it isn't there, or has changed meanwhile.
 */
export const writeAlert = (
  database: Kysely<Tables>,
  made: NewAlert,
  { most, known }: { most: number; known?: { id: number; version: number } },
): Promise<StoredAlert | "ALERT_COUNT" | undefined> =>
  database.transaction().execute(async (transaction) => {
    // Whoever arms for the same user at the same moment waits for this row.
    await transaction
      .selectFrom("users")
      .select("id")
      .where("id", "=", made.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { count } = await transaction
      .selectFrom("alerts")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("user_id", "=", made.user_id)
      .where("state", "<>", "fired")
      .where("id", "<>", known?.id ?? 0)
      .executeTakeFirstOrThrow()
    if (made.state !== "fired" && Number(count) >= most) return "ALERT_COUNT"
    if (!known)
      return await transaction.insertInto("alerts").values(made).returningAll().executeTakeFirstOrThrow()
    return await transaction
      .updateTable("alerts")
      .set(made)
      .where("id", "=", known.id)
      .where("version", "=", known.version)
      .returningAll()
      .executeTakeFirst()
  })

/** Undefined: there was none of this number, or it was another user's. */
export const removeAlertOf = (
  database: Kysely<Tables>,
  userId: number,
  id: number,
): Promise<StoredAlert | undefined> =>
  database
    .deleteFrom("alerts")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returningAll()
    .executeTakeFirst()

/** Answers those that weren't seen before. */
export const seeAlertsOf = (
  database: Kysely<Tables>,
  userId: number,
  ids: readonly number[],
): Promise<StoredAlert[]> =>
  database
    .updateTable("alerts")
    .set(({ eb }) => ({ seen: true, version: eb("version", "+", 1) }))
    .where("user_id", "=", userId)
    .where("id", "in", ids.length > 0 ? ids : [0])
    .where("state", "=", "fired")
    .where("seen", "=", false)
    .returningAll()
    .execute()

/**
 * J5: in one statement armed becomes fired and what is to be told is noted. Only what still is as it was armed fires: who fired
 * before, or was paused or armed anew meanwhile, is left out. Answers those that fired.
 */
export async function writeFired(
  database: Kysely<Tables>,
  firings: readonly Firing[],
): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    with firing as (
      select * from unnest(
        ${numbers(firings.map(({ id }) => id))}, ${numbers(firings.map(({ armed }) => armed))},
        ${numbers(firings.map(({ time }) => time))}, ${texts(firings.map(({ value }) => value))}
      ) as row (id, armed, time, value)
    ), done as (
      update alerts set state = 'fired', fired = firing.time, value = firing.value, seen = false,
        version = alerts.version + 1
      from firing
      where alerts.id = firing.id and alerts.armed = firing.armed and alerts.state = 'armed'
      returning alerts.*
    ), mails as (
      insert into alert_outbox (alert_id, user_id, way) select id, user_id, 'mail' from done where by_mail
    ), pushes as (
      insert into alert_outbox (alert_id, user_id, way) select id, user_id, 'push' from done where by_push
    )
    select * from done order by fired, id`.execute(database)
  return rows
}

/** What is still to be told, oldest first, with its alert. */
export const outgoing = (database: Kysely<Tables>, behind: number, limit: number): Promise<Outgoing[]> =>
  database
    .selectFrom("alert_outbox")
    .selectAll()
    .where("id", ">", behind)
    .orderBy("id")
    .limit(limit)
    .execute()

export async function toldOutgoing(database: Kysely<Tables>, id: number): Promise<void> {
  await database.deleteFrom("alert_outbox").where("id", "=", id).execute()
}

/** The oldest fired ones of these users go where there are too many. Answers those that nobody has seen. */
export async function trimFired(
  database: Kysely<Tables>,
  userIds: readonly number[],
): Promise<StoredAlert[]> {
  const unseen: StoredAlert[] = []
  for (const userId of userIds) {
    const { rows } = await sql<StoredAlert>`delete from alerts
      where user_id = ${userId} and state = 'fired' and id in (
        select id from alerts where user_id = ${userId} and state = 'fired'
        order by fired desc, id desc offset ${sql.lit(FIRED_KEPT)})
      returning *`.execute(database)
    unseen.push(...rows.filter(({ seen }) => !seen))
  }
  return unseen
}
