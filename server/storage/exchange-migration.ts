/** Migrations of the tables of money and orders. The database enforces the rules of the ledger as well. */

import { type Kysely, sql } from "kysely"
import type { Migration } from "kysely/migration"
import { setSignChecks } from "./sign-checks.ts"

/** Accounts that may be below zero, as of this migration; `accountSigns` replaced the checks. */
const MAY_BE_NEGATIVE = sql.raw(
  "account in ('custody', 'claims', 'contract-advances', 'faucet') or account like 'contract-clearing.%'",
)
/** Accounts that may not be above it, likewise. */
const NEVER_POSITIVE = sql.raw("account in ('custody', 'claims', 'contract-advances', 'faucet')")
/** Rows are rewritten in place: free room on the page lets that stay on the page. */
const FILL_FACTOR = sql`with (fillfactor = 70)`

export const money: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await makeJournal(database)
    await makeLedger(database)
    await makeOrders(database)
  },
}

async function makeJournal({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("engine_head")
    .addColumn("id", "int4", (column) => column.primaryKey())
    .addColumn("term", "int8", (column) => column.notNull())
    .addColumn("seq", "int8", (column) => column.notNull())
    .addColumn("time", "int8", (column) => column.notNull())
    .addColumn("chain", "bytea", (column) => column.notNull())
    .addCheckConstraint("engine_head_is_one", sql`id = 1`)
    .modifyEnd(sql`with (fillfactor = 10)`)
    .execute()
  await schema
    .createTable("journal")
    .addColumn("first_seq", "int8", (column) => column.primaryKey())
    .addColumn("last_seq", "int8", (column) => column.notNull())
    .addColumn("time", "int8", (column) => column.notNull())
    .addColumn("commands", "bytea", (column) => column.notNull())
    .addColumn("chain", "bytea", (column) => column.notNull())
    .addCheckConstraint("journal_order", sql`last_seq >= first_seq`)
    .execute()
  await schema
    .createTable("snapshots")
    .addColumn("seq", "int8", (column) => column.primaryKey())
    .addColumn("time", "int8", (column) => column.notNull())
    .addColumn("hash", "bytea", (column) => column.notNull())
    .addColumn("chain", "bytea", (column) => column.notNull())
    .addColumn("state", "bytea", (column) => column.notNull())
    .execute()
  await schema
    .createTable("state_hashes")
    .addColumn("seq", "int8", (column) => column.primaryKey())
    .addColumn("hash", "bytea", (column) => column.notNull())
    .execute()
}

async function makeLedger(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable("ledger_journals")
    .addColumn("seq", "int8", (column) => column.notNull())
    .addColumn("n", "int4", (column) => column.notNull())
    .addColumn("time", "int8", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("reference", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("ledger_journals_key", ["seq", "n"])
    .execute()
  await schema
    .createTable("ledger_entries")
    .addColumn("seq", "int8", (column) => column.notNull())
    .addColumn("n", "int4", (column) => column.notNull())
    .addColumn("line", "int4", (column) => column.notNull())
    .addColumn("account", "text", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("amount", sql`numeric(38,0)`, (column) => column.notNull())
    .addPrimaryKeyConstraint("ledger_entries_key", ["seq", "n", "line"])
    .execute()
  await schema
    .createTable("balances")
    .addColumn("account", "text", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("amount", sql`numeric(38,0)`, (column) => column.notNull())
    .addPrimaryKeyConstraint("balances_key", ["account", "currency"])
    .addCheckConstraint("balances_not_negative", sql`amount >= 0 or ${MAY_BE_NEGATIVE}`)
    .addCheckConstraint("balances_not_positive", sql`amount <= 0 or not (${NEVER_POSITIVE})`)
    .modifyEnd(FILL_FACTOR)
    .execute()
  // Once a statement, over all its lines. Updated first and then inserted: with "on conflict" the check would judge
  // the change alone, before it is added to what is there.
  await sql`
    create function post_ledger_entries() returns trigger language plpgsql as $$
    begin
      if exists (select from fresh group by seq, n, currency having sum(amount) <> 0) then
        raise exception 'the lines of a journal do not sum to zero' using errcode = 'check_violation';
      end if;
      update balances set amount = balances.amount + change.amount
        from (select account, currency, sum(amount) as amount from fresh group by account, currency) change
        where balances.account = change.account and balances.currency = change.currency;
      insert into balances (account, currency, amount)
        select account, currency, sum(amount) from fresh
        where not exists (select from balances known
          where known.account = fresh.account and known.currency = fresh.currency)
        group by account, currency;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger ledger_entries_post after insert on ledger_entries
      referencing new table as fresh for each statement execute function post_ledger_entries()`.execute(
    database,
  )
  // L2: what was posted stays as it was posted. Emptying old house journals is the one thing the exchange does itself.
  await sql`
    create function keep_ledger_entries() returns trigger language plpgsql as $$
    begin
      raise exception 'entries of the ledger are never changed' using errcode = 'check_violation';
    end $$`.execute(database)
  await sql`
    create trigger ledger_entries_keep before update on ledger_entries
      for each statement execute function keep_ledger_entries()`.execute(database)
  await schema
    .createTable("bill")
    .addColumn("user_id", "int8", (column) => column.notNull())
    .addColumn("seq", "int8", (column) => column.notNull())
    .addColumn("n", "int4", (column) => column.notNull())
    .addColumn("time", "int8", (column) => column.notNull())
    .addColumn("wallet", "text", (column) => column.notNull())
    .addColumn("currency", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("amount", sql`numeric(38,0)`, (column) => column.notNull())
    .addColumn("balance", sql`numeric(38,0)`, (column) => column.notNull())
    .addColumn("reference", "text", (column) => column.notNull())
    .addColumn("instrument", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("bill_key", ["user_id", "seq", "n"])
    .addCheckConstraint("bill_not_negative", sql`balance >= 0`)
    .execute()
}

async function makeOrders(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable("orders")
    .addColumn("id", "int8", (column) => column.primaryKey())
    .addColumn("user_id", "int8", (column) => column.notNull())
    .addColumn("client_order_id", "text")
    .addColumn("instrument", "text", (column) => column.notNull())
    .addColumn("side", "text", (column) => column.notNull())
    .addColumn("order_type", "text", (column) => column.notNull())
    .addColumn("time_in_force", "text", (column) => column.notNull())
    .addColumn("post_only", "boolean", (column) => column.notNull())
    .addColumn("price", "int8")
    .addColumn("stop_price", "int8")
    .addColumn("quantity", "int8")
    .addColumn("budget", sql`numeric(38,0)`)
    .addColumn("executed", "int8", (column) => column.notNull())
    .addColumn("executed_quote", sql`numeric(38,0)`, (column) => column.notNull())
    .addColumn("charged", sql`numeric(38,0)`, (column) => column.notNull())
    .addColumn("fee_currency", "text", (column) => column.notNull())
    .addColumn("hold", sql`numeric(38,0)`, (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("created", "int8", (column) => column.notNull())
    .addColumn("updated", "int8", (column) => column.notNull())
    .addColumn("sequence", "int8", (column) => column.notNull())
    // I7: an ended order holds nothing.
    .addCheckConstraint(
      "orders_hold",
      sql`hold = 0 or (hold > 0 and status in ('waiting', 'new', 'partly-filled'))`,
    )
    .modifyEnd(FILL_FACTOR)
    .execute()
  await sql`create index orders_open on orders (user_id, id)
    where status in ('waiting', 'new', 'partly-filled')`.execute(database)
  // The newest end first; several orders may end by one command.
  await sql`create index orders_ended on orders (user_id, sequence, id)
    where status not in ('waiting', 'new', 'partly-filled')`.execute(database)
  await schema
    .createTable("fills")
    .addColumn("user_id", "int8", (column) => column.notNull())
    .addColumn("seq", "int8", (column) => column.notNull())
    .addColumn("n", "int4", (column) => column.notNull())
    .addColumn("order_id", "int8", (column) => column.notNull())
    .addColumn("instrument", "text", (column) => column.notNull())
    .addColumn("trade", "int8", (column) => column.notNull())
    .addColumn("side", "text", (column) => column.notNull())
    .addColumn("price", "int8", (column) => column.notNull())
    .addColumn("quantity", "int8", (column) => column.notNull())
    .addColumn("turnover", sql`numeric(38,0)`, (column) => column.notNull())
    .addColumn("fee", sql`numeric(38,0)`, (column) => column.notNull())
    .addColumn("fee_currency", "text", (column) => column.notNull())
    .addColumn("liquidity", "text", (column) => column.notNull())
    .addColumn("time", "int8", (column) => column.notNull())
    .addPrimaryKeyConstraint("fills_key", ["user_id", "seq", "n"])
    .execute()
  // An order fills a trade once.
  await sql`create unique index fills_order on fills (order_id, trade)`.execute(database)
}

/** Operators act upon the exchange itself too. */
export const operatorActs: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`alter table audit alter column user_id drop not null`.execute(database)
  },
}

/**
 * Whoever lost an order's answer asks by its client id. Without this, a name that nobody sent is looked for among all
 * the ended orders of its user, in the thread that batches are committed in. In the order that the newest is picked by,
 * so that no statistics are needed to prefer it; open orders are in memory and cost nothing here.
 */
export const clientIds: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create index orders_client_id on orders (user_id, client_order_id, sequence, id)
      where client_order_id is not null and status not in ('waiting', 'new', 'partly-filled')`.execute(
      database,
    )
  },
}

/**
 * Orders and fills are listed by kind: without it, whoever has many of one kind waits for a page of the other while all of
 * the first are read. Ended orders are asked for in no other way, fills of all kinds by their key.
 */
export const kindLists: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    await sql`create index orders_ended_kind on orders (user_id, kind, sequence, id)
      where status not in ('waiting', 'new', 'partly-filled')`.execute(database)
    await sql`drop index orders_ended`.execute(database)
    await sql`create index fills_kind on fills (user_id, kind, seq, n)`.execute(database)
  },
}

/** What was stored until here is state version 1, by rules version 1. */
export const stateVersions: Migration = {
  async up({ schema }: Kysely<unknown>): Promise<void> {
    await schema
      .alterTable("journal")
      .addColumn("rules", "int4", (column) => column.notNull().defaultTo(1))
      .execute()
    await schema
      .alterTable("state_hashes")
      .addColumn("version", "int4", (column) => column.notNull().defaultTo(1))
      .execute()
  },
}

/** The checks of balances come from the ledger's own table of signs. */
export const accountSigns: Migration = { up: setSignChecks }

/** Margins and advances of contract accounts, and the fund below zero. */
export const contractSigns: Migration = { up: setSignChecks }
