/** The parts of a batch's statement that write what is public of contracts: paid rates, open interest, the insurance fund. */

import { type RawBuilder, sql } from "kysely"
import type { FundingRateEvent, OpenInterestEvent } from "#server/engine/event.ts"
import { amounts, numbers, texts } from "../storage/row-arrays.ts"
import type { FundRow } from "./fund-moves.ts"

/** A rate is fixed once: a second one of the same moment would be a bug, and keeps the batch out. */
export function fundingRatesPart(rows: readonly FundingRateEvent[]): RawBuilder<unknown> {
  return sql`fresh_rates as (
    insert into funding_rates (instrument, time, rate, mark)
    select instrument, time, rate::numeric, mark::numeric from (select 1 from head) written, unnest(
      ${texts(rows.map(({ instrument }) => instrument))}, ${numbers(rows.map(({ time }) => time))},
      ${amounts(rows.map(({ rate }) => rate))}, ${amounts(rows.map(({ mark = 0n }) => mark))})
      fresh (instrument, time, rate, mark))`
}

export function interestsPart(rows: readonly OpenInterestEvent[]): RawBuilder<unknown> {
  return sql`fresh_interests as (
    insert into open_interests (instrument, time, size)
    select instrument, time, size::numeric from (select 1 from head) written, unnest(
      ${texts(rows.map(({ instrument }) => instrument))}, ${numbers(rows.map(({ time }) => time))},
      ${amounts(rows.map(({ size }) => size))})
      fresh (instrument, time, size))`
}

/** The statement sees balances as they were before it: what the batch changes is added to them. */
export function fundPart(rows: readonly FundRow[]): RawBuilder<unknown> {
  return sql`fresh_fund as (
    insert into insurance_fund (currency, hour, time, balance)
    select currency, hour, time, change::numeric + coalesce((select amount from balances
      where account = 'insurance' and balances.currency = fresh.currency), 0)
    from (select 1 from head) written, unnest(
      ${texts(rows.map(({ currency }) => currency))}, ${numbers(rows.map(({ hour }) => hour))},
      ${numbers(rows.map(({ time }) => time))}, ${amounts(rows.map(({ change }) => change))})
      fresh (currency, hour, time, change)
    on conflict (currency, hour) do update set time = excluded.time, balance = excluded.balance)`
}
