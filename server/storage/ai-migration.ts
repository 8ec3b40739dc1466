/** Migration of the tables of AI products, of their issues and of what is held. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"

const AMOUNT = sql`numeric(38,0)`
/** Rows are rewritten in place each day; free room on the page lets that stay on the page. */
const FILL_FACTOR = sql`with (fillfactor = 70)`

export const aiProducts: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await makeOffers(database)
    await makeHoldings(database)
  },
}

async function makeOffers({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("ai_products")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("days", "int4", (column) => column.notNull())
    .addColumn("rate", "int8", (column) => column.notNull())
    .addColumn("minimum", AMOUNT, (column) => column.notNull())
    .addColumn("maximum", AMOUNT, (column) => column.notNull())
    .addColumn("early_fee", "int8", (column) => column.notNull())
    .addColumn("offer", "text", (column) => column.notNull())
    .addColumn("sequence", "int8", (column) => column.notNull())
    .addCheckConstraint(
      "ai_products_terms",
      sql`days > 0 and rate > 0 and minimum > 0 and maximum >= minimum
        and early_fee between 0 and 100000000 and offer in ('draft', 'on-sale', 'closed')`,
    )
    .execute()
  await schema
    .createTable("ai_issues")
    .addColumn("product", "text", (column) => column.notNull())
    .addColumn("number", "int4", (column) => column.notNull())
    .addColumn("opened", "int8", (column) => column.notNull())
    .addColumn("ended", "int8")
    .addColumn("size", AMOUNT, (column) => column.notNull())
    .addColumn("sold", AMOUNT, (column) => column.notNull())
    .addColumn("promised", AMOUNT, (column) => column.notNull())
    .addColumn("paid", AMOUNT, (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("ai_issues_key", ["product", "number"])
    .addForeignKeyConstraint("ai_issues_product", ["product"], "ai_products", ["id"])
    // Nobody is sold more than there is, or paid more than was promised.
    .addCheckConstraint(
      "ai_issues_amounts",
      sql`number > 0 and size > 0 and sold between 0 and size and paid between 0 and promised`,
    )
    .addCheckConstraint(
      "ai_issues_state",
      sql`state in ('open', 'sold-out', 'ended') and (state = 'ended') = (ended is not null)`,
    )
    .modifyEnd(FILL_FACTOR)
    .execute()
}

async function makeHoldings(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("ai_holdings")
    .addColumn("id", "int8", (column) => column.primaryKey())
    .addColumn("user_id", "int8", (column) => column.notNull())
    .addColumn("product", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("issue", "int4", (column) => column.notNull())
    .addColumn("request_key", "text", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("principal", AMOUNT, (column) => column.notNull())
    .addColumn("rate", "int8", (column) => column.notNull())
    .addColumn("days", "int4", (column) => column.notNull())
    .addColumn("early_fee", "int8", (column) => column.notNull())
    .addColumn("bought", "int8", (column) => column.notNull())
    .addColumn("starts", "int8", (column) => column.notNull())
    .addColumn("promised", AMOUNT, (column) => column.notNull())
    .addColumn("accrued_days", "int4", (column) => column.notNull())
    .addColumn("reward", AMOUNT, (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("ended", "int8")
    .addColumn("paid", AMOUNT)
    .addColumn("fee", AMOUNT)
    .addColumn("sequence", "int8", (column) => column.notNull())
    .addForeignKeyConstraint("ai_holdings_issue", ["product", "issue"], "ai_issues", ["product", "number"])
    // A3: what is promised and what has accrued follow from the terms, and it earns from the next 00:00 UTC on.
    .addCheckConstraint(
      "ai_holdings_rewards",
      sql`principal > 0 and accrued_days between 0 and days
        and promised = div(principal * rate * days, 100000000)
        and reward = div(principal * rate * accrued_days, 100000000)`,
    )
    .addCheckConstraint("ai_holdings_start", sql`starts = (bought / 86400000 + 1) * 86400000`)
    .addCheckConstraint(
      "ai_holdings_status",
      sql`status in ('in-progress', 'finished', 'withdrawn')
        and (status = 'in-progress') = (ended is null) and (status = 'in-progress') = (paid is null)
        and (status = 'withdrawn') = (fee is not null)`,
    )
    // A3, A4: the whole term pays principal and reward, an early end the principal less its fee.
    .addCheckConstraint(
      "ai_holdings_paid",
      sql`case status
        when 'finished' then accrued_days = days and paid = principal + reward
          and ended >= starts + days * 86400000::int8
        when 'withdrawn' then accrued_days < days and paid = principal - fee and paid >= 0
          and fee = div(principal * early_fee + 99999999, 100000000)
        else accrued_days < days end`,
    )
    .modifyEnd(FILL_FACTOR)
    .execute()
  await sql`create index ai_holdings_running on ai_holdings (user_id, id)
    where status = 'in-progress'`.execute(database)
  await sql`create index ai_holdings_ended on ai_holdings (user_id, sequence, id)
    where status <> 'in-progress'`.execute(database)
}
