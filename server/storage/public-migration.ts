/** Migration of the tables of what is public of contracts: paid funding rates, open interest, the insurance fund. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

const AMOUNT = sql`numeric(38,0)`

export const publicFigures: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable("funding_rates")
      .addColumn("instrument", "text", (column) => column.notNull())
      .addColumn("time", "int8", (column) => column.notNull())
      .addColumn("rate", AMOUNT, (column) => column.notNull())
      .addColumn("mark", AMOUNT, (column) => column.notNull())
      .addPrimaryKeyConstraint("funding_rates_key", ["instrument", "time"])
      .execute()
    await schema
      .createTable("open_interests")
      .addColumn("instrument", "text", (column) => column.notNull())
      .addColumn("time", "int8", (column) => column.notNull())
      .addColumn("size", AMOUNT, (column) => column.notNull())
      .addPrimaryKeyConstraint("open_interests_key", ["instrument", "time"])
      .execute()
    await schema
      .createTable("insurance_fund")
      .addColumn("currency", "text", (column) => column.notNull())
      .addColumn("hour", "int8", (column) => column.notNull())
      .addColumn("time", "int8", (column) => column.notNull())
      .addColumn("balance", AMOUNT, (column) => column.notNull())
      .addPrimaryKeyConstraint("insurance_fund_key", ["currency", "hour"])
      .execute()
    await schema
      .createTable("price_candles")
      .addColumn("series", "text", (column) => column.notNull())
      .addColumn("step", "int8", (column) => column.notNull())
      .addColumn("block", "int8", (column) => column.notNull())
      .addColumn("rows", "bytea", (column) => column.notNull())
      .addPrimaryKeyConstraint("price_candles_key", ["series", "step", "block"])
      .execute()
  },
}
