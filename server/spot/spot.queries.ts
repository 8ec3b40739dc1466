/** What does a user read of their orders and fills? Rows of the database, always by their own number. */

import type { Kysely, Selectable } from "kysely"
import { formatAmount } from "#core/money/steps.ts"
import type { RequestOf, SpotFill, SpotOrder, spotFills, spotOrderHistory } from "#core/wire/index.ts"
import { OPEN_STATUSES, type TextsOf } from "#server/read-model/account-rows.ts"
import type { FillTable, OrderTable } from "../storage/exchange-schema.ts"
import { given, pageOf, placeOf } from "../storage/page.ts"
import type { Tables } from "../storage/schema.ts"

export interface OrderReading {
  database: Kysely<Tables>
  textsOf: TextsOf
}

/** Ended orders, the newest end first. */
export async function orderHistory(
  { database, textsOf }: OrderReading,
  userId: number,
  asked: RequestOf<typeof spotOrderHistory>,
): Promise<{ rows: SpotOrder[]; next: string }> {
  const { seq, n } = placeOf(asked.cursor)
  const { instrument, side, status, from = 0, to = Number.MAX_SAFE_INTEGER } = asked
  const rows = await database
    .selectFrom("orders")
    .selectAll()
    .where("user_id", "=", userId)
    .where("status", "not in", OPEN_STATUSES)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("sequence", "id"), "<", tuple(seq, n)))
    .where(({ and }) => and(given({ instrument, side, status })))
    .where(({ between }) => between("updated", from, to))
    .orderBy("sequence", "desc")
    .orderBy("id", "desc")
    .limit(asked.limit + 1)
    .execute()
  const page = pageOf(rows, asked.limit, (row) => `${row.sequence}-${row.id}`)
  return { rows: page.rows.map((row) => orderOfRow(row, textsOf)), next: page.next }
}

/**
 * One of the user's orders by its id; by its client id the one of that name that ended last. Open ones of a name are
 * in memory, and so is where they are looked for.
 */
export async function storedOrder(
  { database, textsOf }: OrderReading,
  userId: number,
  named: { id?: number | undefined; clientOrderId?: string | undefined },
): Promise<SpotOrder | undefined> {
  const own = database.selectFrom("orders").selectAll().where("user_id", "=", userId)
  const query =
    named.id !== undefined
      ? own.where("id", "=", named.id)
      : own
          .where("client_order_id", "=", named.clientOrderId ?? "")
          .where("status", "not in", OPEN_STATUSES)
          .orderBy("sequence", "desc")
          .orderBy("id", "desc")
  const row = await query.limit(1).executeTakeFirst()
  return row && orderOfRow(row, textsOf)
}

/** Own fills, the newest first. */
export async function fillHistory(
  { database, textsOf }: OrderReading,
  userId: number,
  asked: RequestOf<typeof spotFills>,
): Promise<{ rows: SpotFill[]; next: string }> {
  const { seq, n } = placeOf(asked.cursor)
  const { instrument, side, order, from = 0, to = Number.MAX_SAFE_INTEGER } = asked
  const rows = await database
    .selectFrom("fills")
    .selectAll()
    .where("user_id", "=", userId)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("seq", "n"), "<", tuple(seq, n)))
    .where(({ and }) => and(given({ instrument, side, order_id: order })))
    .where(({ between }) => between("time", from, to))
    .orderBy("seq", "desc")
    .orderBy("n", "desc")
    .limit(asked.limit + 1)
    .execute()
  const page = pageOf(rows, asked.limit, (row) => `${row.seq}-${row.n}`)
  return { rows: page.rows.map((row) => fillOfRow(row, textsOf)), next: page.next }
}

/** What a snapshot of the account carries, oldest first. */
export async function newestFills(reading: OrderReading, userId: number, limit: number): Promise<SpotFill[]> {
  return (await fillHistory(reading, userId, { limit })).rows.reverse()
}

const amount = (units: string): string => formatAmount(BigInt(units))

function orderOfRow(row: Selectable<OrderTable>, textsOf: TextsOf): SpotOrder {
  const texts = textsOf(row.instrument)
  return {
    id: row.id,
    clientOrderId: row.client_order_id ?? "",
    instrument: row.instrument,
    side: row.side as SpotOrder["side"],
    type: row.order_type as SpotOrder["type"],
    timeInForce: row.time_in_force as SpotOrder["timeInForce"],
    postOnly: row.post_only,
    price: row.price === null ? "" : texts.price(row.price),
    stopPrice: row.stop_price === null ? "" : texts.price(row.stop_price),
    quantity: row.quantity === null ? "" : texts.quantity(row.quantity),
    budget: row.budget === null ? "" : amount(row.budget),
    executed: texts.quantity(row.executed),
    executedQuote: amount(row.executed_quote),
    fee: amount(row.charged),
    feeCurrency: row.fee_currency,
    held: amount(row.hold),
    status: row.status as SpotOrder["status"],
    reason: row.reason,
    created: row.created,
    updated: row.updated,
    sequence: row.sequence,
  }
}

function fillOfRow(row: Selectable<FillTable>, textsOf: TextsOf): SpotFill {
  const texts = textsOf(row.instrument)
  return {
    trade: row.trade,
    order: row.order_id,
    instrument: row.instrument,
    side: row.side as SpotFill["side"],
    price: texts.price(row.price),
    quantity: texts.quantity(row.quantity),
    turnover: amount(row.turnover),
    fee: amount(row.fee),
    feeCurrency: row.fee_currency,
    liquidity: row.liquidity as SpotFill["liquidity"],
    time: row.time,
  }
}
