/** Reads second contracts as the newest batch left them: those that run, and any row as the engine tells it. */

import type { Selectable } from "kysely"
import { sql } from "kysely"
import type { Amount, Price8 } from "#core/money/units.ts"
import type { TickRef } from "#core/second/second-contract.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { SecondView } from "#server/engine/second/second-event.ts"
import type { SecondContractTable } from "./exchange-schema.ts"
import type { Storage } from "./storage.ts"

/** Of all users, rising by id. */
export async function openSeconds({ database }: Storage): Promise<SecondView[]> {
  const rows = await database
    .selectFrom("second_contracts")
    .selectAll()
    .where("status", "=", sql.lit("open"))
    .orderBy("id")
    .execute()
  return rows.map(secondOfRow)
}

export function secondOfRow(row: Selectable<SecondContractTable>): SecondView {
  const before = tickOf(row.before_seq, row.before_time, row.before_price)
  const settle = tickOf(row.settle_seq, row.settle_time, row.settle_price)
  return {
    id: row.id,
    account: accountOf(row.user_id),
    instrument: row.instrument,
    index: row.index_id,
    key: row.request_key,
    direction: row.direction as SecondView["direction"],
    seconds: row.seconds,
    stake: BigInt(row.stake) as Amount,
    profit: BigInt(row.profit) as Amount,
    currency: row.currency,
    payoutRate: BigInt(row.payout_rate),
    open: { seq: row.open_seq, time: row.open_time, price: BigInt(row.open_price) as Price8 },
    opened: row.opened,
    expiry: row.expiry,
    status: row.status as SecondView["status"],
    ...(before && { before }),
    ...(settle && { settle }),
    ...(row.paid !== null && { paid: BigInt(row.paid) as Amount }),
    ...(row.settled !== null && { settled: row.settled }),
    sequence: row.sequence,
  }
}

const tickOf = (seq: number | null, time: number | null, price: string | null): TickRef | undefined =>
  seq === null || time === null || price === null ? undefined : { seq, time, price: BigInt(price) as Price8 }
