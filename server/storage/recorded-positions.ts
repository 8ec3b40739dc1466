/** Reads the records of open positions as the newest batch left them: what a start goes on from. */

import type { Selectable } from "kysely"
import { sql } from "kysely"
import type { Amount, Fine } from "#core/money/units.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { PositionRecord } from "#server/engine/position-record.ts"
import type { PositionTable } from "./exchange-schema.ts"
import type { Storage } from "./storage.ts"
import { readPairs } from "./stored-conditions.ts"

/** `lastId`: of the newest position that there ever was; 0: none. */
export async function recordedPositions({
  database,
}: Storage): Promise<{ open: PositionRecord[]; lastId: number }> {
  const rows = await database
    .selectFrom("positions")
    .selectAll()
    .where("closed_by", "=", sql.lit(""))
    .orderBy("id")
    .execute()
  const last = await database
    .selectFrom("positions")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
  return { open: rows.map(recordOfRow), lastId: last?.id ?? 0 }
}

const amount = (text: string) => BigInt(text) as Amount
const fine = (text: string) => BigInt(text) as Fine

export function recordOfRow(row: Selectable<PositionTable>): PositionRecord {
  return {
    id: row.id,
    account: accountOf(row.user_id),
    instrument: row.instrument,
    slot: row.slot as PositionRecord["slot"],
    isLong: row.is_long,
    marginMode: row.margin_mode as PositionRecord["marginMode"],
    leverage: row.leverage,
    size: amount(row.size),
    cost: fine(row.cost),
    margin: amount(row.margin),
    targets: readPairs(row.targets),
    openedSize: amount(row.opened_size),
    openedValue: fine(row.opened_value),
    closedSize: amount(row.closed_size),
    closedValue: fine(row.closed_value),
    realised: amount(row.realised),
    openingFee: amount(row.opening_fee),
    closingFee: amount(row.closing_fee),
    liquidationFee: amount(row.liquidation_fee),
    fundingReceived: amount(row.funding_received),
    fundingPaid: amount(row.funding_paid),
    opened: row.opened,
    updated: row.updated,
    ...(row.closed_by !== "" && { closedBy: row.closed_by as NonNullable<PositionRecord["closedBy"]> }),
    sequence: row.sequence,
  }
}
