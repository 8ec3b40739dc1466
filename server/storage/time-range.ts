/**
 * Lists of a user from one moment to another. Their rows are kept and read by sequence, and time never goes back while it
 * rises (T6): where a moment lies is found by halving that index, in some thirty steps however long the list is, so that
 * what is asked for from years ago isn't read through from today.
 */

import { type RawBuilder, sql } from "kysely"
import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { OPEN_STATUSES } from "#core/order/order-status.ts"

/** Where a list's sequence and time stand; `only`: of those rows alone that its index holds. */
interface TimedList {
  table:
    | "bill"
    | "contract_notices"
    | "deposits"
    | "fills"
    | "orders"
    | "positions"
    | "second_contracts"
    | "withdrawals"
  seq: "seq" | "sequence" | "id"
  time: "time" | "updated" | "settled" | "seen" | "requested"
  only?: RawBuilder<boolean>
}

const ENDED = sql<boolean>`status not in (${sql.join(OPEN_STATUSES.map((one) => sql.lit(one)))})`

/** Ended orders of a kind of market. */
export const endedOrdersOf = (kind: TradedInstrument["kind"]): TimedList => ({
  ...{ table: "orders", seq: "sequence", time: "updated" },
  only: sql<boolean>`kind = ${sql.lit(kind)} and ${ENDED}`,
})

export const TIMED = {
  bill: { table: "bill", seq: "seq", time: "time" },
  fills: { table: "fills", seq: "seq", time: "time" },
  closedPositions: {
    ...{ table: "positions", seq: "sequence", time: "updated" },
    only: sql<boolean>`closed_by <> ${sql.lit("")}`,
  },
  endedSeconds: {
    ...{ table: "second_contracts", seq: "sequence", time: "settled" },
    only: sql<boolean>`status <> ${sql.lit("open")}`,
  },
  notices: { table: "contract_notices", seq: "seq", time: "time" },
  deposits: { table: "deposits", seq: "id", time: "seen" },
  withdrawals: { table: "withdrawals", seq: "id", time: "requested" },
} as const satisfies Record<string, TimedList>

/** From when to when, both included, epoch ms; left out: open on that side. */
export interface TimeRange {
  from?: number | undefined
  to?: number | undefined
}

/** Nothing can lie between them. */
export const isBackwards = ({ from, to }: TimeRange): boolean =>
  from !== undefined && to !== undefined && from > to

/** The condition on the list's sequence that leaves what lies in the range. */
export function withinTimes(list: TimedList, userId: number, { from, to }: TimeRange): RawBuilder<boolean> {
  const seq = sql.ref(`${list.table}.${list.seq}`)
  const above = from === undefined ? sql`true` : sql`${seq} >= (${firstFrom(list, userId, from)})`
  const below = to === undefined ? sql`true` : sql`${seq} < (${firstFrom(list, userId, to + 1)})`
  return sql<boolean>`(${above} and ${below})`
}

/**
 * The least sequence from which on every row is of `time` or later; one more than the last where none is. Rows below
 * `low` are earlier, rows from `high` on are not; the row at or behind their middle says which of them moves.
 */
function firstFrom(list: TimedList, userId: number, time: number): RawBuilder<number> {
  const { table, only } = list
  const [seq, at] = [sql.ref(list.seq), sql.ref(list.time)]
  const rows = sql`from ${sql.table(table)} where user_id = ${sql.lit(userId)} and ${only ?? sql`true`}`
  return sql<number>`
    with recursive halving(low, high) as (
      select (select ${seq} ${rows} order by ${seq} limit 1),
        (select ${seq} + 1 ${rows} order by ${seq} desc limit 1)
      union all
      select case when probe.at < ${sql.lit(time)} then probe.seq + 1 else low end,
        case when probe.at < ${sql.lit(time)} then high else (low + high) / 2 end
      from halving, lateral (
        select ${seq} as seq, ${at} as at ${rows} and ${seq} >= (low + high) / 2 order by ${seq} limit 1
      ) probe
      where low < high
    )
    select high from halving order by high - low limit 1`
}
