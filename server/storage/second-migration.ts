/** Migration of the table of second contracts. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const seconds: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const amount = sql`numeric(38,0)`
    await database.schema
      .createTable("second_contracts")
      .addColumn("id", "int8", (column) => column.primaryKey())
      .addColumn("user_id", "int8", (column) => column.notNull())
      .addColumn("instrument", "text", (column) => column.notNull())
      .addColumn("index_id", "text", (column) => column.notNull())
      .addColumn("request_key", "text", (column) => column.notNull())
      .addColumn("direction", "text", (column) => column.notNull())
      .addColumn("seconds", "int4", (column) => column.notNull())
      .addColumn("stake", amount, (column) => column.notNull())
      .addColumn("profit", amount, (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("payout_rate", "int8", (column) => column.notNull())
      .addColumn("open_seq", "int8", (column) => column.notNull())
      .addColumn("open_time", "int8", (column) => column.notNull())
      .addColumn("open_price", amount, (column) => column.notNull())
      .addColumn("opened", "int8", (column) => column.notNull())
      .addColumn("expiry", "int8", (column) => column.notNull())
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("before_seq", "int8")
      .addColumn("before_time", "int8")
      .addColumn("before_price", amount)
      .addColumn("settle_seq", "int8")
      .addColumn("settle_time", "int8")
      .addColumn("settle_price", amount)
      .addColumn("paid", amount)
      .addColumn("settled", "int8")
      .addColumn("sequence", "int8", (column) => column.notNull())
      .addCheckConstraint("second_contracts_amounts", sql`stake > 0 and profit >= 0`)
      .addCheckConstraint("second_contracts_direction", sql`direction in ('bullish', 'bearish')`)
      .addCheckConstraint(
        "second_contracts_status",
        sql`status in ('open', 'won', 'lost', 'tied', 'refunded')`,
      )
      .addCheckConstraint(
        "second_contracts_times",
        sql`open_time <= opened and expiry = opened + seconds * 1000`,
      )
      // What is open was paid nothing yet; what has ended was paid what its end gives, in the command that ended it (O3).
      .addCheckConstraint(
        "second_contracts_ended",
        sql`(status = 'open') = (paid is null) and (status = 'open') = (settled is null)
          and (status <> 'open' or (before_seq is null and settle_seq is null))`,
      )
      .addCheckConstraint(
        "second_contracts_paid",
        sql`paid is null or paid = case status when 'won' then stake + profit when 'lost' then 0 else stake end`,
      )
      .addCheckConstraint(
        "second_contracts_ticks",
        sql`(before_seq is null) = (before_time is null) and (before_seq is null) = (before_price is null)
          and (settle_seq is null) = (settle_time is null) and (settle_seq is null) = (settle_price is null)
          and (before_time is null or before_time < expiry) and (settle_time is null or settle_time >= expiry)`,
      )
      // O2: nobody wins or loses but by a tick behind the expiry, and by the side on which it lies.
      .addCheckConstraint(
        "second_contracts_decided",
        sql`status not in ('won', 'lost', 'tied') or (before_seq is not null and settle_seq is not null
          and sign(settle_price - open_price) * case direction when 'bullish' then 1 else -1 end
            = case status when 'won' then 1 when 'lost' then -1 else 0 end)`,
      )
      .modifyEnd(sql`with (fillfactor = 70)`)
      .execute()
    await sql`create index second_contracts_running on second_contracts (user_id, id)
      where status = 'open'`.execute(database)
    await sql`create index second_contracts_ended on second_contracts (user_id, sequence, id)
      where status <> 'open'`.execute(database)
  },
}
