/** Migration of the tables of contracts: positions, notices, and what orders and fills of contracts have more. */

import { type CreateTableBuilder, type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

export const contracts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await widenOrders(database)
    await makePositions(database)
    await makeNotices(database)
  },
}

/** What few orders have, and take-profit and stop-loss of positions: what stands there from before has none of it. */
export const orderConditions: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .alterTable("orders")
      .addColumn("stop_source", "text", (column) => column.notNull().defaultTo(""))
      .addColumn("distance", "int8")
      .addColumn("close_position", "boolean", (column) => column.notNull().defaultTo(false))
      .addColumn("take_profit", "text", (column) => column.notNull().defaultTo(""))
      .addColumn("stop_loss", "text", (column) => column.notNull().defaultTo(""))
      .addColumn("targets_part", "boolean", (column) => column.notNull().defaultTo(false))
      .addColumn("origin", "text", (column) => column.notNull().defaultTo(""))
      .execute()
    await schema
      .alterTable("positions")
      .addColumn("targets", "text", (column) => column.notNull().defaultTo(""))
      .execute()
  },
}

/** S14: what stands there from before is good till it is cancelled. */
export const orderExpiries: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .alterTable("orders")
      .addColumn("expires_at", "int8", (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

/** S16, S17: what stands there from before was placed by itself. */
export const orderGroups: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .alterTable("orders")
      .addColumn("group_id", "int8", (column) => column.notNull().defaultTo(0))
      .addColumn("group_kind", "text", (column) => column.notNull().defaultTo(""))
      .execute()
  },
}

/** S19: of what stands there from before all is shown. */
export const hiddenQuantities: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .alterTable("orders")
      .addColumn("shown", "int8", (column) => column.notNull().defaultTo(0))
      .execute()
  },
}

/** L5: while open profit stands for what a contract wallet was lent, it owes, and its bill says so. */
export const lentCash: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema.alterTable("bill").dropConstraint("bill_not_negative").execute()
    await schema
      .alterTable("bill")
      .addCheckConstraint("bill_not_negative", sql`balance >= 0 or wallet = 'contract'`)
      .execute()
  },
}

/** What stands there from before is of spot markets. */
async function widenOrders({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable("orders")
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("spot"))
    .addColumn("reduce_only", "boolean", (column) => column.notNull().defaultTo(false))
    .addColumn("position_side", "text", (column) => column.notNull().defaultTo(""))
    .execute()
  await schema
    .alterTable("fills")
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("spot"))
    .addColumn("slot", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("realised", sql`numeric(38,0)`, (column) => column.notNull().defaultTo(0))
    .execute()
}

/** Adds columns of amounts in 1e-8, or 1e-16 of the quote. */
const withAmounts = <Table extends string, Column extends string>(
  table: CreateTableBuilder<Table, Column>,
  names: readonly string[],
) =>
  names.reduce<CreateTableBuilder<Table, string>>(
    (built, name) => built.addColumn(name, sql`numeric(38,0)`, (column) => column.notNull()),
    table as CreateTableBuilder<Table, string>,
  )

async function makePositions(database: Kysely<unknown>): Promise<void> {
  const table = database.schema
    .createTable("positions")
    .addColumn("id", "int8", (column) => column.primaryKey())
    .addColumn("user_id", "int8", (column) => column.notNull())
    .addColumn("instrument", "text", (column) => column.notNull())
    .addColumn("slot", "text", (column) => column.notNull())
    .addColumn("is_long", "boolean", (column) => column.notNull())
    .addColumn("margin_mode", "text", (column) => column.notNull())
    .addColumn("leverage", "int4", (column) => column.notNull())
    .addColumn("opened", "int8", (column) => column.notNull())
    .addColumn("updated", "int8", (column) => column.notNull())
    .addColumn("closed_by", "text", (column) => column.notNull())
    .addColumn("sequence", "int8", (column) => column.notNull())
  await withAmounts(table, [
    ...["size", "cost", "margin", "opened_size", "opened_value", "closed_size", "closed_value", "realised"],
    ...["opening_fee", "closing_fee", "liquidation_fee", "funding_received", "funding_paid"],
  ])
    // What is closed holds nothing, and what holds nothing is closed.
    .addCheckConstraint("positions_closed", sql`(size = 0) = (closed_by <> '')`)
    .addCheckConstraint("positions_flat", sql`size <> 0 or (cost = 0 and margin = 0)`)
    .addCheckConstraint("positions_side", sql`size = 0 or (size > 0) = is_long`)
    .modifyEnd(sql`with (fillfactor = 70)`)
    .execute()
  await sql`create unique index positions_open on positions (user_id, instrument, slot)
    where closed_by = ''`.execute(database)
  await sql`create index positions_ended on positions (user_id, sequence, id)
    where closed_by <> ''`.execute(database)
}

async function makeNotices(database: Kysely<unknown>): Promise<void> {
  const table = database.schema
    .createTable("contract_notices")
    .addColumn("user_id", "int8", (column) => column.notNull())
    .addColumn("seq", "int8", (column) => column.notNull())
    .addColumn("n", "int4", (column) => column.notNull())
    .addColumn("time", "int8", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("instrument", "text", (column) => column.notNull())
    .addColumn("slot", "text", (column) => column.notNull())
    .addColumn("order_id", "int8")
  await withAmounts(table, ["size", "price", "mark", "rate", "amount", "equity", "maintenance"])
    .addPrimaryKeyConstraint("contract_notices_key", ["user_id", "seq", "n"] as never)
    .execute()
  // The lists are asked for by kind, and funding is the most of them by far.
  await sql`create index contract_notices_kind on contract_notices (user_id, kind, seq, n)`.execute(database)
}
