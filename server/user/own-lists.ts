/**
 * Things that a user has named, such as layouts and templates, as they are stored: one row a user, changed under a lock of
 * the user, so that two devices never pass each other.
 */

import type { Kysely } from "kysely"
import { mergeById } from "#core/account/merge-by-id.ts"
import type { Tables } from "../storage/schema.ts"

/** What a list is of: its table, how one thing is read, and how many a user may have. */
export interface OwnListKind<Item> {
  table: "layouts" | "chart_templates"
  item: { safeParse(value: unknown): { success: true; data: Item } | { success: false } }
  /** The form that is written today. */
  form: number
  most: number
}

interface KeptList<Item> {
  /** 0: nothing is kept. */
  version: number
  items: Item[]
}

export async function ownListOf<Item>(
  database: Kysely<Tables>,
  kind: OwnListKind<Item>,
  userId: number,
): Promise<KeptList<Item>> {
  const row = await rowOf(database, kind, userId)
  return row ? { version: row.version, items: readRow(kind, row).own } : { version: 0, items: [] }
}

/**
 * Merges changes by id and answers the whole list.
 * @param given the version that the sender knew, and the time of the save
 * @returns the limit, where more would be kept than a user may have; nothing is changed then
 */
export function saveOwnList<Item extends { readonly id: string }>(
  database: Kysely<Tables>,
  kind: OwnListKind<Item>,
  given: {
    userId: number
    changed: readonly Item[]
    removed: readonly string[]
    version: number
    now: number
  },
): Promise<(KeptList<Item> & { merged: boolean }) | { limit: number }> {
  const { userId, changed, removed } = given
  return database.transaction().execute(async (transaction) => {
    await transaction.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute()
    const row = await rowOf(transaction, kind, userId)
    const before = row ? readRow(kind, row) : { own: [], foreign: [] }
    const items = mergeById(before.own, { changed, removed })
    const count = items.length + before.foreign.length
    if (count > kind.most && count > before.own.length + before.foreign.length) return { limit: kind.most }
    const known = row?.version ?? 0
    const version = Math.max(known + 1, given.now)
    const form = row ? Math.max(row.form, kind.form) : kind.form
    const values = { version, form, body: JSON.stringify([...items, ...before.foreign]) }
    await transaction
      .insertInto(kind.table)
      .values({ user_id: userId, ...values })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
      .execute()
    return { version, merged: known > given.version, items }
  })
}

const rowOf = (database: Kysely<Tables>, { table }: OwnListKind<unknown>, userId: number) =>
  database.selectFrom(table).selectAll().where("user_id", "=", userId).executeTakeFirst()

/** What a newer release wrote and this one can't read is kept as it is. */
function readRow<Item>(
  { item }: OwnListKind<Item>,
  { body }: { body: string },
): { own: Item[]; foreign: unknown[] } {
  const own: Item[] = []
  const foreign: unknown[] = []
  for (const each of JSON.parse(body) as unknown[]) {
    const read = item.safeParse(each)
    if (read.success) own.push(read.data)
    else foreign.push(each)
  }
  return { own, foreign }
}
