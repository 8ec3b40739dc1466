/** Migrations of the tables of alerts. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const alerts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const { schema } = database
    await schema
      .createTable("alerts")
      .addColumn("id", "int8", (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("condition", "text", (column) => column.notNull())
      .addColumn("side", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("note", "text", (column) => column.notNull())
      .addColumn("by_mail", "boolean", (column) => column.notNull())
      .addColumn("by_push", "boolean", (column) => column.notNull())
      .addColumn("created", "int8", (column) => column.notNull())
      .addColumn("armed", "int8", (column) => column.notNull())
      .addColumn("fired", "int8", (column) => column.notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .addColumn("seen", "boolean", (column) => column.notNull())
      .addColumn("version", "int8", (column) => column.notNull())
      .addCheckConstraint("alerts_states", sql`state in ('armed', 'paused', 'fired')`)
      // J5: it fires behind its arming, or not at all.
      .addCheckConstraint(
        "alerts_fired",
        sql`(state = 'fired') = (fired > 0) and (fired = 0 or fired > armed)`,
      )
      .execute()
    await schema.createIndex("alerts_fired_of").on("alerts").columns(["user_id", "fired", "id"]).execute()
    await schema
      .createTable("alert_outbox")
      .addColumn("id", "int8", (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn("alert_id", "int8", (column) => column.notNull().references("alerts.id").onDelete("cascade"))
      .addColumn("user_id", "int8", (column) => column.notNull())
      .addColumn("way", "text", (column) => column.notNull())
      .addCheckConstraint("alert_outbox_ways", sql`way in ('mail', 'push')`)
      .addUniqueConstraint("alert_outbox_once", ["alert_id", "way"])
      .execute()
    await schema
      .createTable("push_devices")
      .addColumn("endpoint", "text", (column) => column.primaryKey())
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("p256dh", "text", (column) => column.notNull())
      .addColumn("auth", "text", (column) => column.notNull())
      .addColumn("added", "int8", (column) => column.notNull())
      .execute()
    await schema.createIndex("push_devices_of").on("push_devices").column("user_id").execute()
  },
}

export const pushAgents: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .alterTable("push_devices")
      .addColumn("agent", "text", (column) => column.notNull().defaultTo(""))
      .execute()
  },
}
