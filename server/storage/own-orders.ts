/** Queries of a user's ended orders and fills of one kind of market, always by the user's own number. */

import type { Kysely, Selectable } from "kysely"
import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { OPEN_STATUSES } from "#core/order/order-status.ts"
import type { FillTable, OrderTable } from "./exchange-schema.ts"
import { given, pageOf, readCursor } from "./page.ts"
import type { Tables } from "./schema.ts"
import { endedOrdersOf, TIMED, type TimeRange, withinTimes } from "./time-range.ts"

/** Whose, and in which kind of market. */
export interface OwnMarket {
  database: Kysely<Tables>
  userId: number
  kind: TradedInstrument["kind"]
}

/** What a list is narrowed to; `cursor` and `limit` as in page.ts. */
interface Asked extends TimeRange {
  instrument?: string | undefined
  side?: string | undefined
  cursor?: string | undefined
  limit: number
}
interface Page<Row> {
  rows: Row[]
  next: string
}

/** Ended orders, the newest end first. */
export async function endedOrders(
  { database, userId, kind }: OwnMarket,
  asked: Asked & { status?: string | undefined },
): Promise<Page<Selectable<OrderTable>>> {
  const { seq, n } = readCursor(asked.cursor)
  const { instrument, side, status } = asked
  const rows = await database
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("status", "not in", OPEN_STATUSES)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("sequence", "id"), "<", tuple(seq, n)))
    .where(({ and }) => and(given({ instrument, side, status })))
    .where(withinTimes(endedOrdersOf(kind), userId, asked))
    .orderBy("sequence", "desc")
    .orderBy("id", "desc")
    .limit(asked.limit + 1)
    .execute()
  return pageOf(rows, asked.limit, (row) => `${row.sequence}-${row.id}`)
}

/**
 * One order by its id; by its client id the one of that name that ended last. Open ones of a name are in memory, and so is
 * where they are looked for.
 */
export async function storedOrder(
  { database, userId, kind }: OwnMarket,
  named: { id?: number | undefined; clientOrderId?: string | undefined },
): Promise<Selectable<OrderTable> | undefined> {
  const own = database.selectFrom("orders").selectAll().where("user_id", "=", userId).where("kind", "=", kind)
  const query =
    named.id !== undefined
      ? own.where("id", "=", named.id)
      : own
          .where("client_order_id", "=", named.clientOrderId ?? "")
          .where("status", "not in", OPEN_STATUSES)
          .orderBy("sequence", "desc")
          .orderBy("id", "desc")
  return await query.limit(1).executeTakeFirst()
}

/** Own fills, the newest first. */
export async function ownFills(
  { database, userId, kind }: OwnMarket,
  asked: Asked & { order?: number | undefined },
): Promise<Page<Selectable<FillTable>>> {
  const { seq, n } = readCursor(asked.cursor)
  const { instrument, side, order } = asked
  const rows = await database
    .selectFrom("fills")
    .selectAll()
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("seq", "n"), "<", tuple(seq, n)))
    .where(({ and }) => and(given({ instrument, side, order_id: order })))
    .where(withinTimes(TIMED.fills, userId, asked))
    .orderBy("seq", "desc")
    .orderBy("n", "desc")
    .limit(asked.limit + 1)
    .execute()
  return pageOf(rows, asked.limit, (row) => `${row.seq}-${row.n}`)
}
