/** The part of a batch's statement that writes second contracts. */

import { type RawBuilder, sql } from "kysely"
import type { SecondView } from "#server/engine/second/second-event.ts"
import { amounts, numbers, optional, texts } from "../storage/row-arrays.ts"

export interface SecondRow {
  userId: number
  contract: Readonly<SecondView>
}

/** Each as it stands at the end of the batch; the database checks that an ended one has what its end gives. */
export function secondsPart(rows: readonly SecondRow[]): RawBuilder<unknown> {
  const of = <Value>(read: (contract: SecondRow["contract"]) => Value) =>
    rows.map(({ contract }) => read(contract))
  return sql`fresh_seconds as (
    insert into second_contracts (id, user_id, instrument, index_id, request_key, direction, seconds, stake, profit,
      currency, payout_rate, open_seq, open_time, open_price, opened, expiry, status, before_seq, before_time,
      before_price, settle_seq, settle_time, settle_price, paid, settled, sequence)
    select id, user_id, instrument, index_id, request_key, direction, seconds, stake::numeric, profit::numeric,
      currency, payout_rate::int8, open_seq, open_time, open_price::numeric, opened, expiry, status,
      nullif(before_seq, '')::int8, nullif(before_time, '')::int8, nullif(before_price, '')::numeric,
      nullif(settle_seq, '')::int8, nullif(settle_time, '')::int8, nullif(settle_price, '')::numeric,
      nullif(paid, '')::numeric, nullif(settled, '')::int8, sequence
    from (select 1 from head) written, unnest(
      ${numbers(of(({ id }) => id))}, ${numbers(rows.map(({ userId }) => userId))},
      ${texts(of(({ instrument }) => instrument))}, ${texts(of(({ index }) => index))},
      ${texts(of(({ key }) => key))}, ${texts(of(({ direction }) => direction))},
      ${numbers(of(({ seconds }) => seconds))}, ${amounts(of(({ stake }) => stake))},
      ${amounts(of(({ profit }) => profit))}, ${texts(of(({ currency }) => currency))},
      ${amounts(of(({ payoutRate }) => payoutRate))}, ${numbers(of(({ open }) => open.seq))},
      ${numbers(of(({ open }) => open.time))}, ${amounts(of(({ open }) => open.price))},
      ${numbers(of(({ opened }) => opened))}, ${numbers(of(({ expiry }) => expiry))},
      ${texts(of(({ status }) => status))}, ${optional(of(({ before }) => before?.seq))},
      ${optional(of(({ before }) => before?.time))}, ${optional(of(({ before }) => before?.price))},
      ${optional(of(({ settle }) => settle?.seq))}, ${optional(of(({ settle }) => settle?.time))},
      ${optional(of(({ settle }) => settle?.price))}, ${optional(of(({ paid }) => paid))},
      ${optional(of(({ settled }) => settled))}, ${numbers(of(({ sequence }) => sequence))})
      fresh (id, user_id, instrument, index_id, request_key, direction, seconds, stake, profit, currency, payout_rate,
        open_seq, open_time, open_price, opened, expiry, status, before_seq, before_time, before_price, settle_seq,
        settle_time, settle_price, paid, settled, sequence)
    on conflict (id) do update set status = excluded.status, before_seq = excluded.before_seq,
      before_time = excluded.before_time, before_price = excluded.before_price, settle_seq = excluded.settle_seq,
      settle_time = excluded.settle_time, settle_price = excluded.settle_price, paid = excluded.paid,
      settled = excluded.settled, sequence = excluded.sequence)`
}
