/** What users drew, as it is stored: a row a market, changed under a lock of the user, so that two devices never pass each other. */

import type { Kysely } from "kysely"
import { DRAWING_FORM, DRAWINGS_MAX, type Drawing, USER_DRAWINGS_MAX } from "#core/drawing/drawing.ts"
import { type DrawingChanges, mergeDrawings } from "#core/drawing/merge-drawings.ts"
import { readDrawings } from "#core/drawing/read-drawings.ts"
import type { Tables } from "../storage/schema.ts"

interface Owner {
  userId: number
  instrument: string
}

interface KeptDrawings {
  /** 0: nothing is kept. */
  version: number
  drawings: Drawing[]
}

interface Saved extends KeptDrawings {
  /** Somebody else saved since the version that the sender knew. */
  merged: boolean
}

export async function drawingsOf(database: Kysely<Tables>, owner: Owner): Promise<KeptDrawings> {
  const row = await rowOf(database, owner)
  return row ? { version: row.version, drawings: readRow(row).drawings } : { version: 0, drawings: [] }
}

/**
 * Merges changes by id and answers the whole list.
 * @param given the version that the sender knew, and the time of the save
 * @returns the limit, where more would be kept than one user may have; nothing is changed then
 */
export function mergeSaved(
  database: Kysely<Tables>,
  { userId, instrument }: Owner,
  changes: DrawingChanges,
  given: { version: number; now: number },
): Promise<Saved | { limit: number }> {
  return database.transaction().execute(async (transaction) => {
    await transaction.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute()
    const row = await rowOf(transaction, { userId, instrument })
    const before = row ? readRow(row) : { drawings: [], foreign: [] }
    const drawings = mergeDrawings(before.drawings, changes)
    const count = drawings.length + before.foreign.length
    const isMore = count > (row?.count ?? 0)
    if (isMore && count > DRAWINGS_MAX) return { limit: DRAWINGS_MAX }
    if (isMore && count + (await countElsewhere(transaction, { userId, instrument })) > USER_DRAWINGS_MAX)
      return { limit: USER_DRAWINGS_MAX }
    const known = row?.version ?? 0
    const merged = known > given.version
    const version = Math.max(known + 1, given.now)
    if (count === 0) {
      await transaction
        .deleteFrom("drawings")
        .where("user_id", "=", userId)
        .where("instrument", "=", instrument)
        .execute()
      return { version, merged, drawings }
    }
    const body = JSON.stringify([...drawings, ...before.foreign])
    const values = { version, form: row ? Math.max(row.form, DRAWING_FORM) : DRAWING_FORM, count, body }
    await transaction
      .insertInto("drawings")
      .values({ user_id: userId, instrument, ...values })
      .onConflict((conflict) => conflict.columns(["user_id", "instrument"]).doUpdateSet(values))
      .execute()
    return { version, merged, drawings }
  })
}

const rowOf = (database: Kysely<Tables>, { userId, instrument }: Owner) =>
  database
    .selectFrom("drawings")
    .selectAll()
    .where("user_id", "=", userId)
    .where("instrument", "=", instrument)
    .executeTakeFirst()

const readRow = ({ body, form }: { body: string; form: number }) => readDrawings(JSON.parse(body), form)

async function countElsewhere(database: Kysely<Tables>, { userId, instrument }: Owner): Promise<number> {
  const { sum } = await database
    .selectFrom("drawings")
    .select((row) => row.fn.sum<number | null>("count").as("sum"))
    .where("user_id", "=", userId)
    .where("instrument", "!=", instrument)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}
