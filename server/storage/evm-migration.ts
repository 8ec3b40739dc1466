/** Migration of the tables of a chain that a node serves. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

const AMOUNT = sql`numeric(38,0)`
/** Up to 2^256. */
const UNITS = sql`numeric(78,0)`

export const evm: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database
    await schema
      .createTable("evm_blocks")
      .addColumn("number", "int8", (column) => column.primaryKey())
      .addColumn("hash", "text", (column) => column.notNull())
      .execute()
    await schema
      .createTable("evm_deposits")
      .addColumn("tx", "text", (column) => column.notNull())
      .addColumn("tx_index", "int4", (column) => column.notNull())
      .addColumn("block", "int8", (column) => column.notNull())
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("amount", AMOUNT, (column) => column.notNull())
      .addColumn("gone", "boolean", (column) => column.notNull())
      .addColumn("settled", "boolean", (column) => column.notNull())
      .addPrimaryKeyConstraint("evm_deposits_key", ["tx", "tx_index"])
      .addCheckConstraint("evm_deposits_amount", sql`amount > 0`)
      .execute()
    await sql`create index evm_deposits_open on evm_deposits (block) where not settled`.execute(database)
    await schema
      .createTable("evm_payments")
      .addColumn("id", "int8", (column) => column.primaryKey())
      // D5: one transaction a withdrawal, and one withdrawal a place in the wallet's order.
      .addColumn("nonce", "int8", (column) => column.notNull().unique())
      .addColumn("tx", "text", (column) => column.notNull().unique())
      .addColumn("raw", "text", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("amount", AMOUNT, (column) => column.notNull())
      .addColumn("units", UNITS, (column) => column.notNull())
      .addColumn("cost_max", UNITS, (column) => column.notNull())
      .addColumn("made", "int8", (column) => column.notNull())
      .addColumn("ended", "text")
      .addColumn("cost", UNITS, (column) => column.notNull())
      .addCheckConstraint(
        "evm_payments_amounts",
        sql`amount > 0 and units > 0 and cost_max > 0 and cost >= 0`,
      )
      .addCheckConstraint("evm_payments_ended", sql`ended is null or ended in ('final', 'failed')`)
      .execute()
    await sql`create index evm_payments_open on evm_payments (id) where ended is null`.execute(database)
  },
}
