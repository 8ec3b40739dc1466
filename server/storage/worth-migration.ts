/** Migration of the tables of closing worths: what each account was worth at the end of each UTC day, and money put in or taken out. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const closingWorths: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    const amount = sql`numeric(38,0)`
    await schema
      .createTable("closing_worths")
      .addColumn("user_id", "int8", (column) => column.notNull())
      .addColumn("time", "int8", (column) => column.notNull())
      .addColumn("worth", amount, (column) => column.notNull())
      .addColumn("net_in", amount)
      // Once a day and account, whoever tries it again.
      .addPrimaryKeyConstraint("closing_worths_key", ["user_id", "time"])
      .addCheckConstraint("closing_worths_not_negative", sql`worth >= 0`)
      .addCheckConstraint("closing_worths_day", sql`time % 86400000 = 0`)
      .execute()
    await schema.createIndex("closing_worths_time").on("closing_worths").column("time").execute()
    await schema
      .createTable("worth_moves")
      .addColumn("user_id", "int8", (column) => column.notNull())
      .addColumn("seq", "int8", (column) => column.notNull())
      .addColumn("time", "int8", (column) => column.notNull())
      .addColumn("value", amount)
      .addPrimaryKeyConstraint("worth_moves_key", ["user_id", "seq"])
      .execute()
    await schema.createIndex("worth_moves_time").on("worth_moves").column("time").execute()
  },
}
