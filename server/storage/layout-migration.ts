/** Migrations of the tables of layouts and of templates of indicators: one row a user, replaced whole. */

import type { CreateTableBuilder, Kysely } from "kysely"
import type { Migration } from "kysely/migration"

export const layouts: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await ownList(schema.createTable("layouts")).execute()
  },
}

export const chartTemplates: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await ownList(schema.createTable("chart_templates")).execute()
  },
}

const ownList = (table: CreateTableBuilder<string>): CreateTableBuilder<string, string> =>
  table
    .addColumn("user_id", "int8", (column) => column.primaryKey().references("users.id"))
    .addColumn("version", "int8", (column) => column.notNull())
    .addColumn("form", "int4", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
