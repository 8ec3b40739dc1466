/** Migrations of the tables of users. The database guards uniqueness and ownership as well. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const accounts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const schema = database.schema
    await schema
      .createTable("users")
      .addColumn("id", "int8", (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn("uid", "text", (column) => column.notNull().unique())
      .addColumn("email", "text")
      .addColumn("email_key", "text", (column) => column.unique())
      .addColumn("phone", "text", (column) => column.unique())
      .addColumn("password", "text", (column) => column.notNull())
      .addColumn("trade_password", "text")
      .addColumn("invite_code", "text", (column) => column.notNull().unique())
      .addColumn("invited_by", "int8", (column) => column.references("users.id"))
      .addColumn("credit_score", "int4", (column) => column.notNull().defaultTo(100))
      .addColumn("avatar", "text")
      .addColumn("frozen", "boolean", (column) => column.notNull().defaultTo(false))
      .addColumn("registered", "int8", (column) => column.notNull())
      .addColumn("phrase", "text", (column) => column.notNull().defaultTo(""))
      .addColumn("totp_secret", "text")
      .addColumn("totp_on", "boolean", (column) => column.notNull().defaultTo(false))
      .addColumn("totp_step", "int8", (column) => column.notNull().defaultTo(0))
      .addColumn("hold_until", "int8", (column) => column.notNull().defaultTo(0))
      .addColumn("preferences", "text", (column) => column.notNull().defaultTo("{}"))
      .addColumn("language", "text", (column) => column.notNull())
      .addCheckConstraint("users_have_a_name", sql`email_key is not null or phone is not null`)
      .addCheckConstraint("users_totp_has_secret", sql`not totp_on or totp_secret is not null`)
      .execute()
    await schema.createIndex("users_invited_by").on("users").column("invited_by").execute()
    await schema
      .createTable("sessions")
      .addColumn("id", "int8", (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("token_hash", "text", (column) => column.notNull().unique())
      .addColumn("began", "int8", (column) => column.notNull())
      .addColumn("seen", "int8", (column) => column.notNull())
      .addColumn("ended", "int8")
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("agent", "text", (column) => column.notNull())
      .execute()
    await schema.createIndex("sessions_user").on("sessions").column("user_id").execute()
    await schema
      .createTable("codes")
      .addColumn("purpose", "text", (column) => column.notNull())
      .addColumn("target", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("salt", "text", (column) => column.notNull())
      .addColumn("sent", "int8", (column) => column.notNull())
      .addColumn("expires", "int8", (column) => column.notNull())
      .addColumn("tries_left", "int4", (column) => column.notNull())
      .addPrimaryKeyConstraint("codes_key", ["purpose", "target"])
      .execute()
    await schema
      .createTable("logins")
      .addColumn("id", "int8", (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("time", "int8", (column) => column.notNull())
      .addColumn("address", "text", (column) => column.notNull())
      .addColumn("agent", "text", (column) => column.notNull())
      .addColumn("result", "text", (column) => column.notNull())
      .execute()
    await schema.createIndex("logins_user").on("logins").columns(["user_id", "id"]).execute()
  },
}

export const identities: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const schema = database.schema
    await schema
      .createTable("pictures")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("purpose", "text", (column) => column.notNull())
      .addColumn("made", "int8", (column) => column.notNull())
      .addColumn("bytes", "int4", (column) => column.notNull())
      .addColumn("used", "boolean", (column) => column.notNull())
      .execute()
    await schema
      .createTable("identities")
      .addColumn("user_id", "int8", (column) => column.primaryKey().references("users.id"))
      .addColumn("status", "text", (column) => column.notNull())
      .addColumn("real_name", "text", (column) => column.notNull())
      .addColumn("id_number", "text", (column) => column.notNull())
      .addColumn("residence", "text", (column) => column.notNull())
      .addColumn("front", "text", (column) => column.notNull().references("pictures.id"))
      .addColumn("back", "text", (column) => column.notNull().references("pictures.id"))
      .addColumn("submitted", "int8", (column) => column.notNull())
      .addColumn("decided", "int8", (column) => column.notNull())
      .addColumn("reason", "text", (column) => column.notNull())
      .addCheckConstraint("identities_status", sql`status in ('review', 'verified', 'refused')`)
      .execute()
  },
}

/** What operators did. Rows are only ever added. */
export const audit: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable("audit")
      .addColumn("id", "int8", (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn("time", "int8", (column) => column.notNull())
      .addColumn("operator", "text", (column) => column.notNull())
      .addColumn("action", "text", (column) => column.notNull())
      .addColumn("user_id", "int8", (column) => column.notNull().references("users.id"))
      .addColumn("reason", "text", (column) => column.notNull())
      .addColumn("detail", "text", (column) => column.notNull())
      .execute()
    await database.schema.createIndex("audit_user").on("audit").columns(["user_id", "id"]).execute()
    // For the daily clearing, which looks by age.
    await database.schema.createIndex("logins_time").on("logins").column("time").execute()
    await database.schema.createIndex("sessions_ended").on("sessions").column("ended").execute()
  },
}

/** The operators' own keys; of one operator only one opens at a time. */
export const operatorKeys: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await database.schema
      .createTable("operator_keys")
      .addColumn("id", "int8", (column) => column.primaryKey().generatedAlwaysAsIdentity())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("key_hash", "text", (column) => column.notNull().unique())
      .addColumn("made", "int8", (column) => column.notNull())
      .addColumn("made_by", "text", (column) => column.notNull())
      .addColumn("revoked", "int8")
      .execute()
    await sql`create unique index operator_keys_open on operator_keys (name) where revoked is null`.execute(
      database,
    )
  },
}

/** Where a user logged in of late is looked up at every try, of which strangers may make very many. */
export const usualAddresses: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create index logins_right on logins (user_id, id) where result = 'ok'`.execute(database)
  },
}
