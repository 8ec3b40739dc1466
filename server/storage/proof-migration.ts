/** Migration of the tables that prove second contracts: hours of index ticks, and the ticks of those that run. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const indexHours: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database
    await schema
      .createTable("index_hours")
      .addColumn("index_id", "text", (column) => column.notNull())
      .addColumn("hour", "int8", (column) => column.notNull())
      .addColumn("first", "int8", (column) => column.notNull())
      .addColumn("last", "int8", (column) => column.notNull())
      .addColumn("before", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("file", "bytea")
      .addPrimaryKeyConstraint("index_hours_key", ["index_id", "hour"])
      .addCheckConstraint("index_hours_state", sql`state in ('running', 'joined', 'kept', 'dropped')`)
      .addCheckConstraint("index_hours_file", sql`(file is not null) = (state in ('joined', 'kept'))`)
      .modifyEnd(sql`with (fillfactor = 70)`)
      .execute()
    // Compressed already: the database needn't try.
    await sql`alter table index_hours alter column file set storage external`.execute(database)
    await schema
      .createTable("index_lines")
      .addColumn("index_id", "text", (column) => column.notNull())
      .addColumn("hour", "int8", (column) => column.notNull())
      .addColumn("first", "int8", (column) => column.notNull())
      .addColumn("last", "int8", (column) => column.notNull())
      .addColumn("lines", "bytea", (column) => column.notNull())
      .addPrimaryKeyConstraint("index_lines_key", ["index_id", "hour", "first"])
      .execute()
    // Does a contract rest on an hour?
    await schema
      .createIndex("second_contracts_ticks")
      .on("second_contracts")
      .columns(["index_id", "open_time"])
      .execute()
  },
}
