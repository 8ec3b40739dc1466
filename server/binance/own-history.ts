/** A user's ended orders and fills as Binance pages them: by id or by time, oldest first, out of pages that begin with the newest. */

import { badCombination, DoorError } from "./door-error.ts"
import type { Parameters } from "./parameters.ts"

/** Pages of 500 that one answer may need; who asks for more has to ask for less time. */
const PAGES_MAX = 20
export const PAGE_ROWS = 500
const LIMIT_MAX = 1000

interface Page<Row> {
  rows: readonly Row[]
  next: string
}
type ReadPage<Row> = (cursor: string | undefined) => Promise<Page<Row>>

export interface Span {
  /** Rows of this id and later ones. */
  fromId: number | undefined
  start: number | undefined
  end: number | undefined
  limit: number
}

/** @throws DoorError -1100, -1128 where it ends before it begins */
export function readSpan(parameters: Parameters, idName: string): Span {
  const [start, end] = [parameters.whole("startTime"), parameters.whole("endTime")]
  if (start !== undefined && end !== undefined && start > end) throw badCombination()
  return { fromId: parameters.whole(idName), start, end, limit: parameters.limit(500, LIMIT_MAX) }
}

/**
 * All rows of the span that pages hold, `limit` of them: the first ones where it has a beginning, else the last.
 * @param isBefore whether a row and all that follow it lie before the span
 * @throws DoorError -1127 where too much would have to be read
 */
export async function rowsWithin<Row>(
  { fromId, start, end, limit }: Span,
  {
    read,
    idOf,
    timeOf,
    isBefore,
    more = [],
  }: {
    read: ReadPage<Row>
    idOf(row: Row): number
    timeOf(row: Row): number
    isBefore(row: Row): boolean
    /** Rows that no page has: open orders. */
    more?: readonly Row[]
  },
): Promise<Row[]> {
  const hasBeginning = fromId !== undefined || start !== undefined
  const isWithin = (row: Row) =>
    idOf(row) >= (fromId ?? 0) &&
    timeOf(row) >= (start ?? 0) &&
    timeOf(row) <= (end ?? Number.MAX_SAFE_INTEGER)
  const found = new Map(more.filter(isWithin).map((row) => [idOf(row), row]))
  let cursor: string | undefined
  for (let count = 0; cursor !== "" && (hasBeginning || found.size < limit); count += 1) {
    if (count === PAGES_MAX) throw new DoorError(-1127, "Lookup interval is too big.")
    const page = await read(cursor)
    for (const row of page.rows.filter(isWithin)) found.set(idOf(row), row)
    const last = page.rows.at(-1)
    cursor = last === undefined || isBefore(last) ? "" : page.next
  }
  const rows = [...found.values()].sort((one, other) => idOf(one) - idOf(other))
  return hasBeginning ? rows.slice(0, limit) : rows.slice(-limit)
}

/** What a page of own fills is asked for with, beside the market. */
interface FillsAsked {
  limit: number
  order?: number
  from?: number
  to?: number
  cursor?: string
}

/** Own fills of a market by `fromId`, `orderId` and times. @throws DoorError as {@link readSpan} and {@link rowsWithin} */
export async function fillsWithin<Fill extends { trade: number; time: number }>(
  parameters: Parameters,
  read: (asked: FillsAsked) => Promise<Page<Fill>>,
): Promise<Fill[]> {
  const span = readSpan(parameters, "fromId")
  const order = parameters.whole("orderId", 1)
  return await rowsWithin<Fill>(span, {
    read: (cursor) =>
      read({
        limit: PAGE_ROWS,
        ...(order !== undefined && { order }),
        ...(span.start !== undefined && { from: span.start }),
        ...(span.end !== undefined && { to: span.end }),
        ...(cursor && { cursor }),
      }),
    ...{ idOf: ({ trade }) => trade, timeOf: ({ time }) => time },
    isBefore: ({ trade }) => trade < (span.fromId ?? 0),
  })
}
