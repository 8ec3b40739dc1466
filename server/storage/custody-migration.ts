/** Migration of the tables of deposits and withdrawals. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const custody: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await createDeposits(database)
    await createWithdrawals(database)
  },
}

const amount = sql`numeric(38,0)`

async function createDeposits(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("deposits")
    .addColumn("id", "int8", (column) => column.primaryKey())
    .addColumn("user_id", "int8", (column) => column.notNull())
    .addColumn("chain", "text", (column) => column.notNull())
    .addColumn("tx", "text", (column) => column.notNull())
    .addColumn("tx_index", "int4", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("amount", amount, (column) => column.notNull())
    .addColumn("confirmations", "int4", (column) => column.notNull())
    .addColumn("credit_after", "int4", (column) => column.notNull())
    .addColumn("final_after", "int4", (column) => column.notNull())
    .addColumn("min_deposit", amount, (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("seen", "int8", (column) => column.notNull())
    .addColumn("credited", "int8", (column) => column.notNull())
    .addColumn("sequence", "int8", (column) => column.notNull())
    // D1: one transaction's output is one deposit, for good.
    .addUniqueConstraint("deposits_once", ["chain", "tx", "tx_index"])
    .addCheckConstraint("deposits_amounts", sql`amount > 0 and min_deposit >= 0 and tx_index >= 0`)
    .addCheckConstraint(
      "deposits_status",
      sql`status in ('seen', 'confirming', 'below-minimum', 'credited', 'final', 'vanished', 'reversed')`,
    )
    .addCheckConstraint(
      "deposits_confirmations",
      sql`confirmations between 0 and final_after and 0 < credit_after and credit_after <= final_after
        and (status <> 'final' or confirmations = final_after)
        and (status <> 'below-minimum' or confirmations >= credit_after)`,
    )
    .addCheckConstraint("deposits_credited", sql`(status in ('credited', 'final')) = (credited > 0)`)
    .modifyEnd(sql`with (fillfactor = 70)`)
    .execute()
  await database.schema.createIndex("deposits_of_user").on("deposits").columns(["user_id", "id"]).execute()
  await sql`create index deposits_running on deposits (id)
    where status not in ('final', 'vanished', 'reversed')`.execute(database)
}

async function createWithdrawals(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("withdrawals")
    .addColumn("id", "int8", (column) => column.primaryKey())
    .addColumn("user_id", "int8", (column) => column.notNull())
    .addColumn("request_key", "text", (column) => column.notNull())
    .addColumn("chain", "text", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("address_id", "int8", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("remark", "text", (column) => column.notNull())
    .addColumn("amount", amount, (column) => column.notNull())
    .addColumn("fee", amount, (column) => column.notNull())
    .addColumn("worth", amount)
    .addColumn("identity", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("tx", "text", (column) => column.notNull())
    .addColumn("requested", "int8", (column) => column.notNull())
    .addColumn("waits_until", "int8", (column) => column.notNull())
    .addColumn("updated", "int8", (column) => column.notNull())
    .addColumn("approved_by", "text", (column) => column.notNull())
    .addColumn("sequence", "int8", (column) => column.notNull())
    .addCheckConstraint("withdrawals_amounts", sql`amount > 0 and fee >= 0 and (worth is null or worth >= 0)`)
    .addCheckConstraint("withdrawals_times", sql`requested <= waits_until and requested <= updated`)
    .addCheckConstraint("withdrawals_identity", sql`identity in ('none', 'review', 'verified')`)
    .addCheckConstraint(
      "withdrawals_status",
      sql`status in ('waiting', 'review', 'approved', 'sending', 'sent', 'final', 'cancelled', 'rejected',
        'failed')`,
    )
    // D5: what was sent has its transaction, what can't have been sent has none.
    .addCheckConstraint(
      "withdrawals_sent",
      sql`(status not in ('sent', 'final') or tx <> '') and (status in ('sent', 'final', 'failed') or tx = '')`,
    )
    .modifyEnd(sql`with (fillfactor = 70)`)
    .execute()
  await database.schema
    .createIndex("withdrawals_of_user")
    .on("withdrawals")
    .columns(["user_id", "id"])
    .execute()
  await sql`create index withdrawals_running on withdrawals (id)
    where status not in ('final', 'cancelled', 'rejected', 'failed')`.execute(database)
}
