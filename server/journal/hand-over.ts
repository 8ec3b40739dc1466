/**
 * How a writer tells the next one that nothing was under way as it ended: everything was answered, and its state is kept. Such an end,
 * with a server that stood by for it, is no restart: markets go on at once (N6).
 */

import type { Kysely } from "kysely"
import type { Tables } from "#server/storage/schema.ts"
import type { Storage } from "#server/storage/storage.ts"
import type { JournalHead } from "./journal.ts"

/** Row of the table `meta`. */
const META_KEY = "handed-over"
/** As long as the last writer has to end, too. Past that the market may have moved on without the owners of what rests. */
export const HANDED_OVER_WITHIN_MS = 60_000

const noted = (term: number, seq: number): string => `${term}:${seq}`

/** To be called once nothing is written any more. Without a server that stands by it notes nothing. */
export async function noteHandOver(storage: Storage, { term, seq }: JournalHead): Promise<void> {
  const standbys = await storage.standbys?.()
  if (!standbys || standbys.length === 0) return
  const value = noted(term, seq)
  await storage.database
    .insertInto("meta")
    .values({ key: META_KEY, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute()
}

/** Whether the last writer handed over, a moment ago, to the one that begins at `head`. `now`: epoch ms. */
export async function isHandedOver(
  database: Kysely<Tables>,
  { term, seq, time }: JournalHead,
  now: number,
): Promise<boolean> {
  if (now - time > HANDED_OVER_WITHIN_MS) return false
  const query = database.selectFrom("meta").select("value").where("key", "=", META_KEY)
  return (await query.executeTakeFirst())?.value === noted(term - 1, seq)
}
