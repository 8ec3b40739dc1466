/** Migration of the table of notes: one row a position that its user has noted something on. */

import type { Kysely } from "kysely"
import type { Migration } from "kysely/migration"

export const positionNotes: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .createTable("position_notes")
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("position", "int8", (column) => column.notNull())
      .addColumn("note", "text", (column) => column.notNull())
      .addColumn("tags", "text", (column) => column.notNull())
      .addColumn("changed", "int8", (column) => column.notNull())
      .addPrimaryKeyConstraint("position_notes_key", ["user_id", "position"])
      .execute()
  },
}
