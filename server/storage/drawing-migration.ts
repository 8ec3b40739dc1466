/** Migration of the table of drawings: one row a user and market, replaced whole. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const drawings: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable("drawings")
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("instrument", "text", (column) => column.notNull())
      .addColumn("version", "int8", (column) => column.notNull())
      .addColumn("form", "int4", (column) => column.notNull())
      .addColumn("count", "int4", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("drawings_key", ["user_id", "instrument"])
      .addCheckConstraint("drawings_not_empty", sql`count > 0`)
      .execute()
  },
}
