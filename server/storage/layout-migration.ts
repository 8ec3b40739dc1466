/** Migration of the table of layouts: one row a user, replaced whole. */

import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"

export const layouts: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable("layouts")
      .addColumn("user_id", "int8", (column) => column.primaryKey().references("users.id"))
      .addColumn("version", "int8", (column) => column.notNull())
      .addColumn("form", "int4", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .execute()
  },
}
