/** Migration of the tables of addresses and of the sandbox's chains. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

const AMOUNT = sql`numeric(38,0)`

export const addresses: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database
    await schema
      .createTable("addresses")
      .addColumn("id", "int8", (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("chain", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("remark", "text", (column) => column.notNull())
      .addColumn("added", "int8", (column) => column.notNull())
      .addColumn("ready_at", "int8", (column) => column.notNull())
      .addCheckConstraint("addresses_times", sql`ready_at >= added`)
      .addUniqueConstraint("addresses_once", ["user_id", "chain", "currency", "address"])
      .execute()
    await schema
      .createTable("deposit_addresses")
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("chain", "text", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("made", "int8", (column) => column.notNull())
      .addPrimaryKeyConstraint("deposit_addresses_key", ["user_id", "chain"])
      .addUniqueConstraint("deposit_addresses_owner", ["chain", "address"])
      .execute()
    await schema
      .createTable("chain_transactions")
      .addColumn("chain", "text", (column) => column.notNull())
      .addColumn("tx", "text", (column) => column.notNull())
      .addColumn("request", "text", (column) => column.notNull().unique())
      .addColumn("is_payment", "boolean", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("amount", AMOUNT, (column) => column.notNull())
      .addColumn("cost", AMOUNT, (column) => column.notNull())
      .addColumn("cost_currency", "text", (column) => column.notNull())
      .addColumn("since", "int8", (column) => column.notNull())
      .addColumn("dropped", "int8")
      .addColumn("settled", "boolean", (column) => column.notNull())
      .addPrimaryKeyConstraint("chain_transactions_key", ["chain", "tx"])
      .addCheckConstraint("chain_transactions_amounts", sql`amount > 0 and cost >= 0`)
      .execute()
    await sql`create index chain_transactions_open on chain_transactions (chain, address) where not settled`.execute(
      database,
    )
  },
}
