/** Queries of a user's contract orders, fills, closed positions and notices, always by the user's own number. */

import { type Kysely, type Selectable, sql } from "kysely"
import { formatAmount } from "#core/money/steps.ts"
import type { Amount, Fine, Price8 } from "#core/money/units.ts"
import { netProfit, netProfitRatio } from "#core/position/profit.ts"
import type {
  closedPositions,
  contractFills,
  contractOrderHistory,
  fundingPaid,
  Notice,
  PerpetualFill,
  PerpetualOrder,
  RequestOf,
  ResponseOf,
} from "#core/wire/index.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { NoticeKind, PositionRecord } from "#server/engine/position-record.ts"
import type { OrderName } from "#server/exchange/named-order.ts"
import type { TextsOf } from "#server/read-model/account-rows.ts"
import { conditionsOf, noticeOf, positionOf, sideOfSlot } from "#server/read-model/contract-rows.ts"
import type { ContractNoticeTable, FillTable, OrderTable } from "../storage/exchange-schema.ts"
import { endedOrders, type OwnMarket, ownFills, storedOrder } from "../storage/own-orders.ts"
import { given, pageOf, readCursor } from "../storage/page.ts"
import { recordOfRow } from "../storage/recorded-positions.ts"
import type { Tables } from "../storage/schema.ts"
import { storedConditions } from "../storage/stored-conditions.ts"
import { TIMED, withinTimes } from "../storage/time-range.ts"

export interface ContractReading {
  database: Kysely<Tables>
  textsOf: TextsOf
}

const own = (database: ContractReading["database"], userId: number): OwnMarket => ({
  database,
  userId,
  kind: "perpetual",
})

/** Ended orders, the newest end first. */
export async function orderHistory(
  { database, textsOf }: ContractReading,
  userId: number,
  asked: RequestOf<typeof contractOrderHistory>,
): Promise<{ rows: PerpetualOrder[]; next: string }> {
  const { rows, next } = await endedOrders(own(database, userId), asked)
  return { rows: rows.map((row) => orderOfRow(row, textsOf)), next }
}

/** One of the user's orders by its id; by its client id the one of that name that ended last. */
export async function storedContractOrder(
  { database, textsOf }: ContractReading,
  userId: number,
  named: OrderName,
): Promise<PerpetualOrder | undefined> {
  const row = await storedOrder(own(database, userId), named)
  return row && orderOfRow(row, textsOf)
}

/** Own fills, the newest first. */
export async function fillHistory(
  { database, textsOf }: ContractReading,
  userId: number,
  asked: RequestOf<typeof contractFills>,
): Promise<{ rows: PerpetualFill[]; next: string }> {
  const { rows, next } = await ownFills(own(database, userId), asked)
  return { rows: rows.map((row) => perpetualFillOfRow(row, textsOf)), next }
}

/** Closed positions, the newest end first. */
export async function positionHistory(
  { database, textsOf }: ContractReading,
  userId: number,
  asked: RequestOf<typeof closedPositions>,
): Promise<ResponseOf<typeof closedPositions>> {
  const { seq, n } = readCursor(asked.cursor)
  const { id, instrument, side } = asked
  const isLong = side === undefined ? undefined : side === "long"
  const rows = await database
    .selectFrom("positions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("closed_by", "<>", sql.lit(""))
    .where(({ eb, refTuple, tuple }) => eb(refTuple("sequence", "id"), "<", tuple(seq, n)))
    .where(({ and }) => and(given({ id, instrument, is_long: isLong })))
    .where(withinTimes(TIMED.closedPositions, userId, asked))
    .orderBy("sequence", "desc")
    .orderBy("id", "desc")
    .limit(asked.limit + 1)
    .execute()
  const page = pageOf(rows, asked.limit, (row) => `${row.sequence}-${row.id}`)
  return { rows: page.rows.map((row) => closedOf(recordOfRow(row), textsOf)), next: page.next }
}

/** P9. What a liquidation paid to the fund is a cost of closing. */
function closedOf(record: PositionRecord, textsOf: TextsOf) {
  const { isLong, leverage, realised, openingFee, fundingReceived, fundingPaid } = record
  const closed = {
    ...{ isLong, leverage, realised, openingFee, fundingReceived, fundingPaid },
    openValue: (record.openedValue / 100_000_000n) as Amount,
    closingFee: (record.closingFee + record.liquidationFee) as Amount,
  }
  return {
    ...positionOf(record, textsOf),
    net: formatAmount(netProfit(closed)),
    netRatio: formatAmount(netProfitRatio(closed)),
  }
}

/** Notices of these kinds, the newest first. */
export async function noticeHistory(
  database: Kysely<Tables>,
  userId: number,
  asked: RequestOf<typeof fundingPaid> & { kinds: readonly NoticeKind[] },
): Promise<{ rows: Notice[]; next: string }> {
  const { seq, n } = readCursor(asked.cursor)
  const { instrument, kinds } = asked
  const rows = await database
    .selectFrom("contract_notices")
    .selectAll()
    .where("user_id", "=", userId)
    .where("kind", "in", kinds)
    .where(({ eb, refTuple, tuple }) => eb(refTuple("seq", "n"), "<", tuple(seq, n)))
    .where(({ and }) => and(given({ instrument })))
    .where(withinTimes(TIMED.notices, userId, asked))
    .orderBy("seq", "desc")
    .orderBy("n", "desc")
    .limit(asked.limit + 1)
    .execute()
  const page = pageOf(rows, asked.limit, (row) => `${row.seq}-${row.n}`)
  return { rows: page.rows.map(noticeOfRow), next: page.next }
}

/** What a snapshot of the account carries, oldest first. */
export async function newestNotices(
  database: Kysely<Tables>,
  userId: number,
  limit: number,
): Promise<Notice[]> {
  const rows = await database
    .selectFrom("contract_notices")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("seq", "desc")
    .orderBy("n", "desc")
    .limit(limit)
    .execute()
  return rows.map(noticeOfRow).reverse()
}

const amount = (units: string): string => formatAmount(BigInt(units))

const noticeOfRow = (row: Selectable<ContractNoticeTable>): Notice =>
  noticeOf({
    account: accountOf(row.user_id),
    seq: row.seq,
    n: row.n,
    time: row.time,
    kind: row.kind as NoticeKind,
    instrument: row.instrument,
    slot: row.slot as PositionRecord["slot"],
    size: BigInt(row.size) as Amount,
    price: BigInt(row.price) as Price8,
    mark: BigInt(row.mark) as Price8,
    rate: BigInt(row.rate),
    amount: BigInt(row.amount) as Amount,
    ...(row.order_id !== null && { order: row.order_id }),
    equity: BigInt(row.equity) as Fine,
    maintenance: BigInt(row.maintenance) as Fine,
  })

function orderOfRow(row: Selectable<OrderTable>, textsOf: TextsOf): PerpetualOrder {
  const texts = textsOf(row.instrument)
  return {
    kind: "perpetual",
    id: row.id,
    clientOrderId: row.client_order_id ?? "",
    instrument: row.instrument,
    side: row.side as PerpetualOrder["side"],
    positionSide: row.position_side as PerpetualOrder["positionSide"],
    type: row.order_type as PerpetualOrder["type"],
    timeInForce: row.time_in_force as PerpetualOrder["timeInForce"],
    postOnly: row.post_only,
    reduceOnly: row.reduce_only,
    price: row.price === null ? "" : texts.price(row.price),
    stopPrice: row.stop_price === null ? "" : texts.price(row.stop_price),
    ...conditionsOf(storedConditions(row), texts),
    trailingPrice: "",
    quantity: texts.quantity(row.quantity ?? 0),
    executed: texts.quantity(row.executed),
    executedQuote: amount(row.executed_quote),
    fee: amount(row.charged),
    feeCurrency: row.fee_currency,
    held: amount(row.hold),
    expiresAt: row.expires_at,
    group: row.group_id,
    groupKind: row.group_kind as PerpetualOrder["groupKind"],
    shownQuantity: row.shown === 0 ? "" : texts.quantity(row.shown),
    status: row.status as PerpetualOrder["status"],
    reason: row.reason,
    created: row.created,
    updated: row.updated,
    sequence: row.sequence,
  }
}

export function perpetualFillOfRow(row: Selectable<FillTable>, textsOf: TextsOf): PerpetualFill {
  const texts = textsOf(row.instrument)
  return {
    kind: "perpetual",
    trade: row.trade,
    order: row.order_id,
    instrument: row.instrument,
    side: row.side as PerpetualFill["side"],
    positionSide: sideOfSlot(row.slot as PositionRecord["slot"]),
    price: texts.price(row.price),
    quantity: texts.quantity(row.quantity),
    turnover: amount(row.turnover),
    fee: amount(row.fee),
    feeCurrency: row.fee_currency,
    realised: amount(row.realised),
    liquidity: row.liquidity as PerpetualFill["liquidity"],
    time: row.time,
  }
}
