/** Migration of the table of passkeys. */

import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"

export const passkeys: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable("passkeys")
      .addColumn("id", "int8", (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("credential", "text", (column) => column.notNull().unique())
      .addColumn("public_key", "bytea", (column) => column.notNull())
      .addColumn("counter", "int8", (column) => column.notNull())
      .addColumn("transports", "text", (column) => column.notNull())
      .addColumn("synced", "boolean", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("made", "int8", (column) => column.notNull())
      .addColumn("used", "int8", (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.createIndex("passkeys_of").on("passkeys").columns(["user_id", "id"]).execute()
  },
}
