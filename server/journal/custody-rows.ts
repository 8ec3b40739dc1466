/** The parts of a batch's statement that write deposits and withdrawals. */

import { type RawBuilder, sql } from "kysely"
import type { DepositView, WithdrawalView } from "#server/engine/custody/custody-event.ts"
import { amounts, numbers, optional, texts } from "../storage/row-arrays.ts"

export interface DepositRow {
  userId: number
  deposit: Readonly<DepositView>
}
export interface WithdrawalRow {
  userId: number
  withdrawal: Readonly<WithdrawalView>
}

/** Each as it stands at the end of the batch. */
export function depositsPart(rows: readonly DepositRow[]): RawBuilder<unknown> {
  const of = <Value>(read: (deposit: DepositRow["deposit"]) => Value) =>
    rows.map(({ deposit }) => read(deposit))
  return sql`fresh_deposits as (
    insert into deposits (id, user_id, chain, tx, tx_index, currency, address, amount, confirmations, credit_after,
      final_after, min_deposit, status, seen, credited, sequence)
    select id, user_id, chain, tx, tx_index::int4, currency, address, amount::numeric, confirmations::int4,
      credit_after::int4, final_after::int4, min_deposit::numeric, status, seen, credited, sequence
    from (select 1 from head) written, unnest(
      ${numbers(of(({ id }) => id))}, ${numbers(rows.map(({ userId }) => userId))},
      ${texts(of(({ chain }) => chain))}, ${texts(of(({ tx }) => tx))}, ${numbers(of(({ index }) => index))},
      ${texts(of(({ currency }) => currency))}, ${texts(of(({ address }) => address))},
      ${amounts(of(({ amount }) => amount))}, ${numbers(of(({ confirmations }) => confirmations))},
      ${numbers(of(({ creditAfter }) => creditAfter))}, ${numbers(of(({ finalAfter }) => finalAfter))},
      ${amounts(of(({ minDeposit }) => minDeposit))}, ${texts(of(({ status }) => status))},
      ${numbers(of(({ seen }) => seen))}, ${numbers(of(({ credited }) => credited))},
      ${numbers(of(({ sequence }) => sequence))})
      fresh (id, user_id, chain, tx, tx_index, currency, address, amount, confirmations, credit_after, final_after,
        min_deposit, status, seen, credited, sequence)
    on conflict (id) do update set confirmations = excluded.confirmations, status = excluded.status,
      credited = excluded.credited, sequence = excluded.sequence)`
}

/** Each as it stands at the end of the batch. */
export function withdrawalsPart(rows: readonly WithdrawalRow[]): RawBuilder<unknown> {
  const of = <Value>(read: (withdrawal: WithdrawalRow["withdrawal"]) => Value) =>
    rows.map(({ withdrawal }) => read(withdrawal))
  return sql`fresh_withdrawals as (
    insert into withdrawals (id, user_id, request_key, chain, currency, address_id, address, remark, amount, fee, worth,
      identity, status, reason, tx, requested, waits_until, updated, approved_by, sequence)
    select id, user_id, request_key, chain, currency, address_id, address, remark, amount::numeric, fee::numeric,
      nullif(worth, '')::numeric, identity, status, reason, tx, requested, waits_until, updated, approved_by, sequence
    from (select 1 from head) written, unnest(
      ${numbers(of(({ id }) => id))}, ${numbers(rows.map(({ userId }) => userId))},
      ${texts(of(({ key }) => key))}, ${texts(of(({ chain }) => chain))},
      ${texts(of(({ currency }) => currency))}, ${numbers(of(({ addressId }) => addressId))},
      ${texts(of(({ address }) => address))}, ${texts(of(({ remark }) => remark))},
      ${amounts(of(({ amount }) => amount))}, ${amounts(of(({ fee }) => fee))},
      ${optional(of(({ worth }) => worth ?? undefined))}, ${texts(of(({ identity }) => identity))},
      ${texts(of(({ status }) => status))}, ${texts(of(({ reason }) => reason))}, ${texts(of(({ tx }) => tx))},
      ${numbers(of(({ requested }) => requested))}, ${numbers(of(({ waitsUntil }) => waitsUntil))},
      ${numbers(of(({ updated }) => updated))},
      ${texts(of(({ approvedBy }) => JSON.stringify(approvedBy)))}, ${numbers(of(({ sequence }) => sequence))})
      fresh (id, user_id, request_key, chain, currency, address_id, address, remark, amount, fee, worth, identity,
        status, reason, tx, requested, waits_until, updated, approved_by, sequence)
    on conflict (id) do update set status = excluded.status, reason = excluded.reason, tx = excluded.tx,
      updated = excluded.updated, approved_by = excluded.approved_by, sequence = excluded.sequence)`
}
