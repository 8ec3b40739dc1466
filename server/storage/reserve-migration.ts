/** Migration of the tables of reserve proofs: published sums and roots, and the leaves of the newest ones. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const reserves: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const amount = sql`numeric(38,0)`
    const { schema } = database
    await schema
      .createTable("reserve_proofs")
      .addColumn("id", "int8", (column) => column.primaryKey())
      .addColumn("time", "int8", (column) => column.notNull())
      .execute()
    await schema
      .createTable("reserve_totals")
      .addColumn("proof", "int8", (column) => column.notNull().references("reserve_proofs.id"))
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("users", "int4", (column) => column.notNull())
      .addColumn("liabilities", amount, (column) => column.notNull())
      .addColumn("wallets", amount, (column) => column.notNull())
      .addColumn("practice", "boolean", (column) => column.notNull())
      .addColumn("root", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("reserve_totals_key", ["proof", "currency"])
      .addCheckConstraint("reserve_totals_amounts", sql`liabilities > 0 and wallets >= 0`)
      .execute()
    await schema
      .createTable("reserve_leaves")
      .addColumn("proof", "int8", (column) => column.notNull().references("reserve_proofs.id"))
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("place", "int4", (column) => column.notNull())
      .addColumn("user_id", "int8", (column) => column.notNull())
      .addColumn("uid", "text", (column) => column.notNull())
      .addColumn("nonce", "text", (column) => column.notNull())
      .addColumn("amount", amount, (column) => column.notNull())
      .addPrimaryKeyConstraint("reserve_leaves_key", ["proof", "currency", "place"])
      .addCheckConstraint("reserve_leaves_amount", sql`amount > 0`)
      .execute()
  },
}
