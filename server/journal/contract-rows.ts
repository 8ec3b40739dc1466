/** The parts of a batch's statement that write positions, and what the exchange did to them. */

import { type RawBuilder, sql } from "kysely"
import type { ContractNotice, PositionRecord } from "#server/engine/position-record.ts"
import { pairsText } from "#server/storage/stored-conditions.ts"
import { amounts, numbers, optional, texts } from "../storage/row-arrays.ts"

export interface PositionRow {
  userId: number
  record: Readonly<PositionRecord>
}
export interface NoticeRow {
  userId: number
  notice: Readonly<ContractNotice>
}

export function positionsPart(rows: readonly PositionRow[]): RawBuilder<unknown> {
  const of = <Value>(read: (record: PositionRow["record"]) => Value) => rows.map(({ record }) => read(record))
  return sql`fresh_positions as (
    insert into positions (id, user_id, instrument, slot, is_long, margin_mode, leverage, size, cost, margin,
      targets, opened_size, opened_value, closed_size, closed_value, realised, opening_fee, closing_fee, liquidation_fee,
      funding_received, funding_paid, opened, updated, closed_by, sequence)
    select id, user_id, instrument, slot, is_long = 1, margin_mode, leverage, size::numeric, cost::numeric,
      margin::numeric, targets, opened_size::numeric, opened_value::numeric, closed_size::numeric, closed_value::numeric,
      realised::numeric, opening_fee::numeric, closing_fee::numeric, liquidation_fee::numeric,
      funding_received::numeric, funding_paid::numeric, opened, updated, closed_by, sequence
    from (select 1 from head) written, unnest(
      ${numbers(of(({ id }) => id))}, ${numbers(rows.map(({ userId }) => userId))},
      ${texts(of(({ instrument }) => instrument))}, ${texts(of(({ slot }) => slot))},
      ${numbers(of(({ isLong }) => (isLong ? 1 : 0)))}, ${texts(of(({ marginMode }) => marginMode))},
      ${numbers(of(({ leverage }) => leverage))}, ${amounts(of(({ size }) => size))},
      ${amounts(of(({ cost }) => cost))}, ${amounts(of(({ margin }) => margin))},
      ${texts(of(({ targets }) => pairsText(targets)))},
      ${amounts(of(({ openedSize }) => openedSize))}, ${amounts(of(({ openedValue }) => openedValue))},
      ${amounts(of(({ closedSize }) => closedSize))}, ${amounts(of(({ closedValue }) => closedValue))},
      ${amounts(of(({ realised }) => realised))}, ${amounts(of(({ openingFee }) => openingFee))},
      ${amounts(of(({ closingFee }) => closingFee))}, ${amounts(of(({ liquidationFee }) => liquidationFee))},
      ${amounts(of(({ fundingReceived }) => fundingReceived))}, ${amounts(of(({ fundingPaid }) => fundingPaid))},
      ${numbers(of(({ opened }) => opened))}, ${numbers(of(({ updated }) => updated))},
      ${optional(of(({ closedBy }) => closedBy))}, ${numbers(of(({ sequence }) => sequence))})
      fresh (id, user_id, instrument, slot, is_long, margin_mode, leverage, size, cost, margin, targets, opened_size,
        opened_value, closed_size, closed_value, realised, opening_fee, closing_fee, liquidation_fee,
        funding_received, funding_paid, opened, updated, closed_by, sequence)
    -- What closed before what opened at its place: of one place only one is open.
    order by closed_by = '', id
    on conflict (id) do update set margin_mode = excluded.margin_mode, leverage = excluded.leverage,
      size = excluded.size, cost = excluded.cost, margin = excluded.margin, targets = excluded.targets, opened_size = excluded.opened_size,
      opened_value = excluded.opened_value, closed_size = excluded.closed_size,
      closed_value = excluded.closed_value, realised = excluded.realised, opening_fee = excluded.opening_fee,
      closing_fee = excluded.closing_fee, liquidation_fee = excluded.liquidation_fee,
      funding_received = excluded.funding_received, funding_paid = excluded.funding_paid,
      updated = excluded.updated, closed_by = excluded.closed_by, sequence = excluded.sequence)`
}

export function noticesPart(rows: readonly NoticeRow[]): RawBuilder<unknown> {
  const of = <Value>(read: (notice: NoticeRow["notice"]) => Value) => rows.map(({ notice }) => read(notice))
  return sql`fresh_notices as (
    insert into contract_notices (user_id, seq, n, time, kind, instrument, slot, size, price, mark, rate, amount,
      order_id, equity, maintenance)
    select user_id, seq, n, time, kind, instrument, slot, size::numeric, price::numeric, mark::numeric,
      rate::numeric, amount::numeric, nullif(order_id, '')::int8, equity::numeric, maintenance::numeric
    from (select 1 from head) written, unnest(
      ${numbers(rows.map(({ userId }) => userId))}, ${numbers(of(({ seq }) => seq))},
      ${numbers(of(({ n }) => n))}, ${numbers(of(({ time }) => time))}, ${texts(of(({ kind }) => kind))},
      ${texts(of(({ instrument }) => instrument))}, ${texts(of(({ slot }) => slot))},
      ${amounts(of(({ size }) => size))}, ${amounts(of(({ price }) => price))},
      ${amounts(of(({ mark }) => mark))}, ${amounts(of(({ rate }) => rate))},
      ${amounts(of(({ amount }) => amount))}, ${optional(of(({ order }) => order))},
      ${amounts(of(({ equity }) => equity))}, ${amounts(of(({ maintenance }) => maintenance))})
      fresh (user_id, seq, n, time, kind, instrument, slot, size, price, mark, rate, amount, order_id, equity,
        maintenance))`
}
