/** Lists of deposits and withdrawals: what the server is asked, and what came by itself since. Plain functions. */

import { ALL_TIME, isWithin, type Period, timesOf } from "../../stores/period.ts"

export interface RecordsFilter {
  /** Empty: of every coin. */
  currency: string
  /** Empty: whatever its state. */
  status: string
  period: Period
}
export const NO_FILTER: RecordsFilter = { currency: "", status: "", period: ALL_TIME }

export const isNarrowed = ({ currency, status, period }: RecordsFilter): boolean =>
  currency !== "" || status !== "" || period.span !== "all"

/** Left out is what isn't filtered by. */
export const queryOf = ({ currency, status, period }: RecordsFilter, nowMs: number) => ({
  ...(currency && { currency }),
  ...(status && { status }),
  ...timesOf(period, nowMs),
})
export type RecordsQuery = ReturnType<typeof queryOf>

export interface CustodyRow {
  id: number
  currency: string
  status: string
  /** Of the command that changed it last. */
  sequence: number
}

/** Each row once, as it stands now, the newest first. */
export function newestOf<Row extends CustodyRow>(rows: readonly Row[]): readonly Row[] {
  const byId = new Map<number, Row>()
  for (const row of rows) {
    const known = byId.get(row.id)
    if (!known || known.sequence < row.sequence) byId.set(row.id, row)
  }
  return [...byId.values()].sort((one, other) => other.id - one.id)
}

/** Where the list can be read to: what was asked, and whether there is more behind what was read. */
interface Reach<Row> {
  query: RecordsQuery
  hasMore: boolean
  timeOf: (row: Row) => number
}

/** Pages that were read, as they stand now, with what is new since. What is older than the last read waits for its page. */
export function withLive<Row extends CustodyRow>(
  read: readonly Row[],
  live: readonly Row[],
  { query, hasMore, timeOf }: Reach<Row>,
): readonly Row[] {
  const oldest = hasMore ? (read.at(-1)?.id ?? 0) : 0
  return newestOf([...read, ...live]).filter(
    (row) =>
      row.id >= oldest &&
      (query.currency ?? row.currency) === row.currency &&
      (query.status ?? row.status) === row.status &&
      isWithin(timeOf(row), query),
  )
}
