/** Queries of a user's holdings of AI products, always by the user's own number. */

import { type Kysely, sql } from "kysely"
import type { aiHoldings, RequestOf, ResponseOf } from "#core/wire/index.ts"
import type { AiView } from "#server/engine/ai/ai-event.ts"
import { aiHoldingOf } from "#server/read-model/holding-rows.ts"
import { pageOf, readCursor } from "../storage/page.ts"
import { holdingOfRow } from "../storage/recorded-holdings.ts"
import type { Tables } from "../storage/schema.ts"

export interface AiReading {
  database: Kysely<Tables>
}

/** What runs by id, the newest purchase first; what has ended by its end; all of them by id. */
export async function holdingPage(
  { database }: AiReading,
  userId: number,
  { status, cursor, limit }: RequestOf<typeof aiHoldings>,
): Promise<ResponseOf<typeof aiHoldings>> {
  const { seq, n } = readCursor(cursor)
  const isEnded = status === "ended"
  const own = database.selectFrom("ai_holdings").selectAll().where("user_id", "=", userId)
  const asked = isEnded
    ? own
        .where("status", "<>", sql.lit("in-progress"))
        .where(({ eb, refTuple, tuple }) => eb(refTuple("sequence", "id"), "<", tuple(seq, n)))
        .orderBy("sequence", "desc")
    : own.where("id", "<", seq)
  const rows = await (status === "running" ? asked.where("status", "=", sql.lit("in-progress")) : asked)
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, (row) => (isEnded ? `${row.sequence}-${row.id}` : `${row.id}-0`))
  return { rows: page.rows.map((row) => aiHoldingOf(holdingOfRow(row))), next: page.next }
}

/** One of the user's; undefined: they have none with this id. */
export async function ownHolding(
  { database }: AiReading,
  userId: number,
  id: number,
): Promise<AiView | undefined> {
  const row = await database
    .selectFrom("ai_holdings")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst()
  return row && holdingOfRow(row)
}
