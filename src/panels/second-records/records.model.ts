/** The list of ended second contracts: what the server is asked, and what came meanwhile. Plain functions. */

import type { SecondOutcome } from "#core/second/second-contract.ts"
import type { SecondContract } from "#core/wire/second.ts"
import { ALL_TIME, isWithin, type Period, timesOf } from "../../stores/period.ts"

export const RESULTS = ["won", "lost", "tied", "refunded"] as const satisfies readonly SecondOutcome[]

export interface RecordsFilter {
  /** Empty: of every market. */
  instrument: string
  /** Empty: however it ended. */
  status: SecondOutcome | ""
  period: Period
}
export const NO_FILTER: RecordsFilter = { instrument: "", status: "", period: ALL_TIME }

export const isNarrowed = ({ instrument, status, period }: RecordsFilter): boolean =>
  instrument !== "" || status !== "" || period.span !== "all"

/** Left out is what isn't filtered by. */
export const queryOf = ({ instrument, status, period }: RecordsFilter, nowMs: number) => ({
  ...(instrument && { instrument }),
  ...(status && { status }),
  ...timesOf(period, nowMs),
})

/**
 * Pages that were read, and those that ended since, each once, the newest end first. What is older than the last row read
 * waits for its page.
 */
export function withEnded(
  read: readonly SecondContract[],
  ended: readonly SecondContract[],
  asked: ReturnType<typeof queryOf>,
  hasMore: boolean,
): readonly SecondContract[] {
  const oldest = hasMore ? read.at(-1) : undefined
  const known = new Set(read.map(({ id }) => id))
  const fresh = ended.filter(
    (row) =>
      !known.has(row.id) &&
      (asked.instrument ?? row.instrument) === row.instrument &&
      (asked.status ?? row.status) === row.status &&
      isWithin(row.settled, asked) &&
      (!oldest || compare(row, oldest) < 0),
  )
  return fresh.length === 0 ? read : [...read, ...fresh].sort(compare)
}

/** As the server's pages are: by the command that settled it, then by id. */
const compare = (one: SecondContract, other: SecondContract): number =>
  other.sequence - one.sequence || other.id - one.id
