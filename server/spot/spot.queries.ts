/** Queries of a user's orders and fills, always by the user's own number. */

import type { Kysely, Selectable } from "kysely"
import { formatAmount } from "#core/money/steps.ts"
import type { RequestOf, SpotFill, SpotOrder, spotFills, spotOrderHistory } from "#core/wire/index.ts"
import type { OrderName } from "#server/exchange/named-order.ts"
import type { TextsOf } from "#server/read-model/account-rows.ts"
import type { FillTable, OrderTable } from "../storage/exchange-schema.ts"
import { endedOrders, type OwnMarket, ownFills, storedOrder } from "../storage/own-orders.ts"
import type { Tables } from "../storage/schema.ts"

export interface OrderReading {
  database: Kysely<Tables>
  textsOf: TextsOf
}

const own = (database: OrderReading["database"], userId: number): OwnMarket => ({
  database,
  userId,
  kind: "spot",
})

/** Ended orders, the newest end first. */
export async function orderHistory(
  { database, textsOf }: OrderReading,
  userId: number,
  asked: RequestOf<typeof spotOrderHistory>,
): Promise<{ rows: SpotOrder[]; next: string }> {
  const { rows, next } = await endedOrders(own(database, userId), asked)
  return { rows: rows.map((row) => orderOfRow(row, textsOf)), next }
}

/** One of the user's orders by its id; by its client id the one of that name that ended last. */
export async function storedSpotOrder(
  { database, textsOf }: OrderReading,
  userId: number,
  named: OrderName,
): Promise<SpotOrder | undefined> {
  const row = await storedOrder(own(database, userId), named)
  return row && orderOfRow(row, textsOf)
}

/** Own fills, the newest first. */
export async function fillHistory(
  { database, textsOf }: OrderReading,
  userId: number,
  asked: RequestOf<typeof spotFills>,
): Promise<{ rows: SpotFill[]; next: string }> {
  const { rows, next } = await ownFills(own(database, userId), asked)
  return { rows: rows.map((row) => spotFillOfRow(row, textsOf)), next }
}

const amount = (units: string): string => formatAmount(BigInt(units))

function orderOfRow(row: Selectable<OrderTable>, textsOf: TextsOf): SpotOrder {
  const texts = textsOf(row.instrument)
  return {
    kind: "spot",
    id: row.id,
    clientOrderId: row.client_order_id ?? "",
    instrument: row.instrument,
    side: row.side as SpotOrder["side"],
    type: row.order_type as SpotOrder["type"],
    timeInForce: row.time_in_force as SpotOrder["timeInForce"],
    postOnly: row.post_only,
    price: row.price === null ? "" : texts.price(row.price),
    stopPrice: row.stop_price === null ? "" : texts.price(row.stop_price),
    distance: row.distance === null ? "" : formatAmount(BigInt(row.distance)),
    trailingPrice: "",
    quantity: row.quantity === null ? "" : texts.quantity(row.quantity),
    budget: row.budget === null ? "" : amount(row.budget),
    executed: texts.quantity(row.executed),
    executedQuote: amount(row.executed_quote),
    fee: amount(row.charged),
    feeCurrency: row.fee_currency,
    held: amount(row.hold),
    expiresAt: row.expires_at,
    group: row.group_id,
    groupKind: row.group_kind as SpotOrder["groupKind"],
    shownQuantity: row.shown === 0 ? "" : texts.quantity(row.shown),
    status: row.status as SpotOrder["status"],
    reason: row.reason,
    created: row.created,
    updated: row.updated,
    sequence: row.sequence,
  }
}

export function spotFillOfRow(row: Selectable<FillTable>, textsOf: TextsOf): SpotFill {
  const texts = textsOf(row.instrument)
  return {
    kind: "spot",
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
