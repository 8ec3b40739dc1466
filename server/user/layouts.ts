/** Users' layouts of the desk, as they are stored: one row a user, changed under a lock of the user, so that two devices never pass each other. */

import type { Kysely } from "kysely"
import { mergeById } from "#core/account/merge-by-id.ts"
import { type DeskLayout, LAYOUT_FORM, LAYOUTS_MAX } from "#core/workspace/layout.ts"
import { deskLayout } from "#core/workspace/layout-schema.ts"
import type { Tables } from "../storage/schema.ts"

interface KeptLayouts {
  /** 0: nothing is kept. */
  version: number
  layouts: DeskLayout[]
}

interface LayoutChanges {
  layouts: readonly DeskLayout[]
  removed: readonly string[]
}

export async function layoutsOf(database: Kysely<Tables>, userId: number): Promise<KeptLayouts> {
  const row = await rowOf(database, userId)
  return row ? { version: row.version, layouts: readRow(row).own } : { version: 0, layouts: [] }
}

/**
 * Merges changes by id and answers the whole list.
 * @param given the version that the sender knew, and the time of the save
 * @returns the limit, where more would be kept than a user may have; nothing is changed then
 */
export function saveLayoutsOf(
  database: Kysely<Tables>,
  userId: number,
  changes: LayoutChanges,
  given: { version: number; now: number },
): Promise<(KeptLayouts & { merged: boolean }) | { limit: number }> {
  return database.transaction().execute(async (transaction) => {
    await transaction.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute()
    const row = await rowOf(transaction, userId)
    const before = row ? readRow(row) : { own: [], foreign: [] }
    const layouts = mergeById(before.own, { changed: changes.layouts, removed: changes.removed })
    const count = layouts.length + before.foreign.length
    if (count > LAYOUTS_MAX && count > before.own.length + before.foreign.length)
      return { limit: LAYOUTS_MAX }
    const known = row?.version ?? 0
    const version = Math.max(known + 1, given.now)
    const form = row ? Math.max(row.form, LAYOUT_FORM) : LAYOUT_FORM
    const values = { version, form, body: JSON.stringify([...layouts, ...before.foreign]) }
    await transaction
      .insertInto("layouts")
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
      .execute()
    return { version, merged: known > given.version, layouts }
  })
}

const rowOf = (database: Kysely<Tables>, userId: number) =>
  database.selectFrom("layouts").selectAll().where("user_id", "=", userId).executeTakeFirst()

/** What a newer release wrote and this one can't read is kept as it is. */
function readRow({ body }: { body: string }): { own: DeskLayout[]; foreign: unknown[] } {
  const own: DeskLayout[] = []
  const foreign: unknown[] = []
  for (const each of JSON.parse(body) as unknown[]) {
    const read = deskLayout.safeParse(each)
    if (read.success) own.push(read.data)
    else foreign.push(each)
  }
  return { own, foreign }
}
