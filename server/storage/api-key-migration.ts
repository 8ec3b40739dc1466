/** Migration of the table of API keys. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const apiKeys: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database
    await schema
      .createTable("api_keys")
      .addColumn("id", "int8", (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("key", "text", (column) => column.notNull().unique())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("public_key", "text", (column) => column.notNull())
      .addColumn("scopes", "text", (column) => column.notNull())
      .addColumn("addresses", "text", (column) => column.notNull())
      .addColumn("made", "int8", (column) => column.notNull())
      .addColumn("expires", "int8", (column) => column.notNull())
      .addColumn("used", "int8", (column) => column.notNull().defaultTo(0))
      .addColumn("used_from", "text", (column) => column.notNull().defaultTo(""))
      .addColumn("ended", "int8")
      .addCheckConstraint("api_keys_kinds", sql`kind in ('hmac', 'ed25519')`)
      .addCheckConstraint("api_keys_public", sql`(kind = 'ed25519') = (public_key <> '')`)
      .execute()
    await schema.createIndex("api_keys_of").on("api_keys").columns(["user_id", "id"]).execute()
  },
}
