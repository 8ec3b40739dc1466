/** Writes a batch to the database in one statement, which is there whole or not at all (R1). */

import { type Kysely, type RawBuilder, sql } from "kysely"
import type { OrderView } from "#server/engine/event.ts"
import { RULES_VERSION } from "#server/engine/versions.ts"
import { KEPT_MARK } from "#server/storage/database-message.ts"
import type { Tables } from "#server/storage/schema.ts"
import { targetText } from "#server/storage/stored-conditions.ts"
import { amounts, numbers, optional, texts } from "../storage/row-arrays.ts"
import type { BatchRows } from "./batch-rows.ts"
import { noticesPart, positionsPart } from "./contract-rows.ts"
import { depositsPart, withdrawalsPart } from "./custody-rows.ts"
import { fundingRatesPart, fundPart, interestsPart } from "./public-rows.ts"
import { secondsPart } from "./second-rows.ts"

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
      insert into journal (first_seq, last_seq, time, rules, commands, chain)
      select ${firstSeq}::int8, ${lastSeq}::int8, ${time}::int8, ${RULES_VERSION}::int4, ${commands}::bytea,
        ${chain}::bytea from head)`,
  ]
  if (rows.journals.length > 0) parts.push(journalsPart(rows), entriesPart(rows))
  if (rows.bill.length > 0) parts.push(billPart(rows))
  if (rows.orders.size > 0) parts.push(ordersPart(rows))
  if (rows.fills.length > 0) parts.push(fillsPart(rows))
  if (rows.positions.size > 0) parts.push(positionsPart([...rows.positions.values()]))
  if (rows.notices.length > 0) parts.push(noticesPart(rows.notices))
  if (rows.seconds.size > 0) parts.push(secondsPart([...rows.seconds.values()]))
  if (rows.deposits.size > 0) parts.push(depositsPart([...rows.deposits.values()]))
  if (rows.withdrawals.size > 0) parts.push(withdrawalsPart([...rows.withdrawals.values()]))
  parts.push(...rows.ai.parts())
  if (rows.fundingRates.length > 0) parts.push(fundingRatesPart(rows.fundingRates))
  if (rows.interests.length > 0) parts.push(interestsPart(rows.interests))
  const fund = rows.fund.rows()
  if (fund.length > 0) parts.push(fundPart(fund))
  const { rows: heads } = await sql<{
    seq: number
  }>`${sql.raw(KEPT_MARK)} with ${sql.join(parts)} select seq from head`.execute(database)
  return heads.length === 1
}

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
    select seq, n, line, account, currency, amount::numeric from (select 1 from head) written, unnest(
      ${numbers(entries.map((row) => row.seq))}, ${numbers(entries.map((row) => row.n))},
      ${numbers(entries.map((row) => row.line))}, ${texts(entries.map((row) => row.account))},
      ${texts(entries.map((row) => row.currency))}, ${amounts(entries.map((row) => row.amount))})
      fresh (seq, n, line, account, currency, amount))`
}

function billPart({ bill }: BatchRows): RawBuilder<unknown> {
  return sql`statement as (
    insert into bill (user_id, seq, n, time, wallet, currency, kind, amount, balance, reference, instrument)
    select user_id, seq, n, time, wallet, currency, kind, amount::numeric, balance::numeric, reference, instrument
    from (select 1 from head) written, unnest(
      ${numbers(bill.map((row) => row.userId))}, ${numbers(bill.map((row) => row.seq))},
      ${numbers(bill.map((row) => row.n))}, ${numbers(bill.map((row) => row.time))},
      ${texts(bill.map((row) => row.wallet))}, ${texts(bill.map((row) => row.currency))},
      ${texts(bill.map((row) => row.kind))}, ${amounts(bill.map((row) => row.amount))},
      ${amounts(bill.map((row) => row.balance))}, ${texts(bill.map((row) => row.reference))},
      ${texts(bill.map((row) => row.instrument))})
      fresh (user_id, seq, n, time, wallet, currency, kind, amount, balance, reference, instrument))`
}

function ordersPart({ orders }: BatchRows): RawBuilder<unknown> {
  const rows = [...orders.values()]
  const of = <Value>(read: (order: OrderView) => Value) => rows.map(({ order }) => read(order))
  return sql`fresh_orders as (
    insert into orders (id, user_id, client_order_id, kind, instrument, side, order_type, time_in_force, post_only,
      reduce_only, position_side, stop_source, distance, close_position, take_profit, stop_loss, targets_part, origin,
      expires_at, group_id, group_kind, shown, price, stop_price, quantity, budget, executed, executed_quote, charged,
      fee_currency, hold, status, reason, created, updated, sequence)
    select id, user_id, nullif(client_order_id, ''), kind, instrument, side, order_type, time_in_force,
      post_only = 1, reduce_only = 1, position_side, stop_source, nullif(distance, '')::int8, close_position = 1,
      take_profit, stop_loss, targets_part = 1, origin, expires_at, group_id, group_kind, shown,
      nullif(price, '')::int8, nullif(stop_price, '')::int8, nullif(quantity, '')::int8, nullif(budget, '')::numeric,
      executed, executed_quote::numeric, charged::numeric, fee_currency, hold::numeric, status, reason, created,
      updated, sequence
    from (select 1 from head) written, unnest(
      ${numbers(of((order) => order.id))}, ${numbers(rows.map((row) => row.userId))},
      ${optional(of((order) => order.clientOrderId))}, ${texts(of((order) => order.kind))},
      ${texts(of((order) => order.instrument))},
      ${texts(of((order) => order.side))}, ${texts(of((order) => order.orderType))},
      ${texts(of((order) => order.timeInForce))}, ${numbers(of((order) => (order.postOnly ? 1 : 0)))},
      ${numbers(of((order) => (order.reduceOnly ? 1 : 0)))}, ${optional(of((order) => order.positionSide))},
      ${optional(of((order) => order.stopSource))}, ${optional(of((order) => order.distance))},
      ${numbers(of((order) => (order.closePosition ? 1 : 0)))}, ${texts(of((order) => targetText(order.takeProfit)))},
      ${texts(of((order) => targetText(order.stopLoss)))}, ${numbers(of((order) => (order.targetsPart ? 1 : 0)))},
      ${optional(of((order) => order.origin))}, ${numbers(of((order) => order.expiresAt ?? 0))},
      ${numbers(of((order) => order.group ?? 0))}, ${optional(of((order) => order.groupKind))},
      ${numbers(of((order) => order.shown ?? 0))},
      ${optional(of((order) => order.price))}, ${optional(of((order) => order.stopPrice))},
      ${optional(of((order) => order.quantity))}, ${optional(of((order) => order.budget))},
      ${numbers(of((order) => order.executed))}, ${amounts(of((order) => order.executedQuote))},
      ${amounts(of((order) => order.charged))}, ${texts(of((order) => order.feeCurrency))},
      ${amounts(of((order) => order.hold))}, ${texts(of((order) => order.status))},
      ${texts(of((order) => order.refusal ?? order.reason ?? ""))}, ${numbers(of((order) => order.created))},
      ${numbers(of((order) => order.updated))}, ${numbers(of((order) => order.sequence))})
      fresh (id, user_id, client_order_id, kind, instrument, side, order_type, time_in_force, post_only, reduce_only,
        position_side, stop_source, distance, close_position, take_profit, stop_loss, targets_part, origin,
        expires_at, group_id, group_kind, shown, price, stop_price, quantity, budget, executed, executed_quote, charged,
        fee_currency, hold,
        status, reason, created, updated, sequence)
    on conflict (id) do update set price = excluded.price, stop_price = excluded.stop_price,
      take_profit = excluded.take_profit, stop_loss = excluded.stop_loss,
      targets_part = excluded.targets_part, quantity = excluded.quantity,
      executed = excluded.executed, executed_quote = excluded.executed_quote, charged = excluded.charged,
      fee_currency = excluded.fee_currency, hold = excluded.hold, status = excluded.status, reason = excluded.reason,
      updated = excluded.updated, sequence = excluded.sequence)`
}

function fillsPart({ fills }: BatchRows): RawBuilder<unknown> {
  const of = <Value>(read: (fill: BatchRows["fills"][number]["fill"]) => Value) =>
    fills.map(({ fill }) => read(fill))
  return sql`fresh_fills as (
    insert into fills (user_id, seq, n, order_id, kind, instrument, slot, trade, side, price, quantity, turnover, fee,
      fee_currency, realised, liquidity, time)
    select user_id, seq, n, order_id, kind, instrument, slot, trade, side, price, quantity, turnover::numeric,
      fee::numeric, fee_currency, realised::numeric, liquidity, time
    from (select 1 from head) written, unnest(
      ${numbers(fills.map((row) => row.userId))}, ${numbers(fills.map((row) => row.seq))},
      ${numbers(fills.map((row) => row.n))}, ${numbers(of((fill) => fill.order))},
      ${texts(of((fill) => fill.kind))}, ${texts(of((fill) => fill.instrument))},
      ${optional(of((fill) => fill.slot))}, ${numbers(of((fill) => fill.id))},
      ${texts(of((fill) => fill.side))}, ${numbers(of((fill) => fill.price))},
      ${numbers(of((fill) => fill.quantity))}, ${amounts(of((fill) => fill.turnover))},
      ${amounts(of((fill) => fill.fee))}, ${texts(of((fill) => fill.feeCurrency))},
      ${amounts(of((fill) => fill.realised ?? 0n))}, ${texts(of((fill) => fill.liquidity))},
      ${numbers(of((fill) => fill.time))})
      fresh (user_id, seq, n, order_id, kind, instrument, slot, trade, side, price, quantity, turnover, fee,
        fee_currency, realised, liquidity, time))`
}
