/** How does a batch reach the database? In one statement, which is there whole or not at all. */

import { type Kysely, type RawBuilder, sql } from "kysely"
import type { OrderView } from "#server/engine/event.ts"
import type { BatchRows } from "#server/journal/batch-rows.ts"
import type { Tables } from "./schema.ts"

export interface BatchToCommit {
  /** Of this writer; with another in the database nothing is written. */
  term: number
  /** The database must stand here: the last sequence before the batch. */
  before: number
  firstSeq: number
  lastSeq: number
  time: number
  commands: Uint8Array
  chain: Uint8Array
  rows: BatchRows
}

/**
 * Answers whether the batch was written: false means that another writer, or this one earlier, was there first.
 * One statement instead of a transaction of many: a single way to the database and back, and nothing half.
 */
export async function commitBatch(database: Kysely<Tables>, batch: BatchToCommit): Promise<boolean> {
  const { term, before, firstSeq, lastSeq, time, commands, chain, rows } = batch
  const parts: RawBuilder<unknown>[] = [
    sql`head as (
      update engine_head set seq = ${lastSeq}, time = ${time}, chain = ${chain}
      where id = 1 and term = ${term} and seq = ${before} returning seq)`,
    sql`batch as (
      insert into journal (first_seq, last_seq, time, commands, chain)
      select ${firstSeq}::int8, ${lastSeq}::int8, ${time}::int8, ${commands}::bytea, ${chain}::bytea from head)`,
  ]
  if (rows.journals.length > 0) parts.push(journalsPart(rows), entriesPart(rows))
  if (rows.bill.length > 0) parts.push(billPart(rows))
  if (rows.orders.size > 0) parts.push(ordersPart(rows))
  if (rows.fills.length > 0) parts.push(fillsPart(rows))
  const { rows: heads } = await sql<{ seq: number }>`with ${sql.join(parts)} select seq from head`.execute(
    database,
  )
  return heads.length === 1
}

/** Amounts go as text: neither driver has a form of its own for them. */
const amounts = (values: readonly bigint[]) => sql`${values.map(String)}::text[]`
const numbers = (values: readonly number[]) => sql`${values}::int8[]`
const texts = (values: readonly string[]) => sql`${values}::text[]`

function journalsPart({ journals }: BatchRows): RawBuilder<unknown> {
  return sql`journals as (
    insert into ledger_journals (seq, n, time, kind, reference)
    select fresh.* from head, unnest(
      ${numbers(journals.map((row) => row.seq))}, ${numbers(journals.map((row) => row.n))},
      ${numbers(journals.map((row) => row.time))}, ${texts(journals.map((row) => row.kind))},
      ${texts(journals.map((row) => row.reference))}) fresh)`
}

function entriesPart({ entries }: BatchRows): RawBuilder<unknown> {
  return sql`entries as (
    insert into ledger_entries (seq, n, line, account, currency, amount)
    select a, b, c, d, e, f::numeric from head, unnest(
      ${numbers(entries.map((row) => row.seq))}, ${numbers(entries.map((row) => row.n))},
      ${numbers(entries.map((row) => row.line))}, ${texts(entries.map((row) => row.account))},
      ${texts(entries.map((row) => row.currency))}, ${amounts(entries.map((row) => row.amount))})
      fresh (a, b, c, d, e, f))`
}

function billPart({ bill }: BatchRows): RawBuilder<unknown> {
  return sql`statement as (
    insert into bill (user_id, seq, n, time, wallet, currency, kind, amount, balance, reference, instrument)
    select a, b, c, d, e, f, g, h::numeric, i::numeric, j, k from head, unnest(
      ${numbers(bill.map((row) => row.userId))}, ${numbers(bill.map((row) => row.seq))},
      ${numbers(bill.map((row) => row.n))}, ${numbers(bill.map((row) => row.time))},
      ${texts(bill.map((row) => row.wallet))}, ${texts(bill.map((row) => row.currency))},
      ${texts(bill.map((row) => row.kind))}, ${amounts(bill.map((row) => row.amount))},
      ${amounts(bill.map((row) => row.balance))}, ${texts(bill.map((row) => row.reference))},
      ${texts(bill.map((row) => row.instrument))})
      fresh (a, b, c, d, e, f, g, h, i, j, k))`
}

/** What an order doesn't have travels as an empty text: not every driver puts nulls into arrays. */
const optional = (values: readonly (number | bigint | string | undefined)[]) =>
  texts(values.map((value) => (value === undefined ? "" : String(value))))

function ordersPart({ orders }: BatchRows): RawBuilder<unknown> {
  const rows = [...orders.values()]
  const of = <Value>(read: (order: OrderView) => Value) => rows.map(({ order }) => read(order))
  return sql`fresh_orders as (
    insert into orders (id, user_id, client_order_id, instrument, side, order_type, time_in_force, post_only, price,
      stop_price, quantity, budget, executed, executed_quote, charged, fee_currency, hold, status, reason, created,
      updated, sequence)
    select a, b, nullif(c, ''), d, e, f, g, h = 1, nullif(i, '')::int8, nullif(j, '')::int8, nullif(k, '')::int8,
      nullif(l, '')::numeric, m, n::numeric, o::numeric, p, q::numeric, r, s, t, u, v
    from head, unnest(
      ${numbers(of((order) => order.id))}, ${numbers(rows.map((row) => row.userId))},
      ${optional(of((order) => order.clientOrderId))}, ${texts(of((order) => order.instrument))},
      ${texts(of((order) => order.side))}, ${texts(of((order) => order.orderType))},
      ${texts(of((order) => order.timeInForce))}, ${numbers(of((order) => (order.postOnly ? 1 : 0)))},
      ${optional(of((order) => order.price))}, ${optional(of((order) => order.stopPrice))},
      ${optional(of((order) => order.quantity))}, ${optional(of((order) => order.budget))},
      ${numbers(of((order) => order.executed))}, ${amounts(of((order) => order.executedQuote))},
      ${amounts(of((order) => order.charged))}, ${texts(of((order) => order.feeCurrency))},
      ${amounts(of((order) => order.hold))}, ${texts(of((order) => order.status))},
      ${texts(of((order) => order.refusal ?? order.reason ?? ""))}, ${numbers(of((order) => order.created))},
      ${numbers(of((order) => order.updated))}, ${numbers(of((order) => order.sequence))})
      fresh (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v)
    on conflict (id) do update set price = excluded.price, quantity = excluded.quantity,
      executed = excluded.executed, executed_quote = excluded.executed_quote, charged = excluded.charged,
      fee_currency = excluded.fee_currency, hold = excluded.hold, status = excluded.status, reason = excluded.reason,
      updated = excluded.updated, sequence = excluded.sequence)`
}

function fillsPart({ fills }: BatchRows): RawBuilder<unknown> {
  const of = <Value>(read: (fill: BatchRows["fills"][number]["fill"]) => Value) =>
    fills.map(({ fill }) => read(fill))
  return sql`fresh_fills as (
    insert into fills (user_id, seq, n, order_id, instrument, trade, side, price, quantity, turnover, fee,
      fee_currency, liquidity, time)
    select a, b, c, d, e, f, g, h, i, j::numeric, k::numeric, l, m, o from head, unnest(
      ${numbers(fills.map((row) => row.userId))}, ${numbers(fills.map((row) => row.seq))},
      ${numbers(fills.map((row) => row.n))}, ${numbers(of((fill) => fill.order))},
      ${texts(of((fill) => fill.instrument))}, ${numbers(of((fill) => fill.id))},
      ${texts(of((fill) => fill.side))}, ${numbers(of((fill) => fill.price))},
      ${numbers(of((fill) => fill.quantity))}, ${amounts(of((fill) => fill.turnover))},
      ${amounts(of((fill) => fill.fee))}, ${texts(of((fill) => fill.feeCurrency))},
      ${texts(of((fill) => fill.liquidity))}, ${numbers(of((fill) => fill.time))})
      fresh (a, b, c, d, e, f, g, h, i, j, k, l, m, o))`
}
