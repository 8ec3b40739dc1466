/** Rows of the lists of contracts that came over the stream while a list is open: which belong to it, and where. Plain functions. */

import type { Notice, PerpetualFill, PerpetualOrder } from "#core/wire/contract.ts"
import type { OwnFill, OwnOrder } from "#core/wire/private-rows.ts"
import { isWithin, type Times } from "../../stores/period.ts"

/** What a list is narrowed by. */
interface Narrowing extends Times {
  instrument?: string
}

export interface HistoryNews<Row> {
  /** In any order. */
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Negative: the first is the newer, and comes first, as in the server's pages. */
  compare: (one: Row, other: Row) => number
}

/**
 * Pages that were read, and what has come since, each row once. What is older than the last row read waits for its page
 * (`hasMore`), or rows would move when it comes.
 */
export function withNews<Row>(
  read: readonly Row[],
  { rows, keyOf, compare }: HistoryNews<Row>,
  hasMore: boolean,
): readonly Row[] {
  const oldest = hasMore ? read.at(-1) : undefined
  const known = new Set(read.map(keyOf))
  const fresh = rows.filter((row) => !known.has(keyOf(row)) && (!oldest || compare(row, oldest) < 0))
  return fresh.length === 0 ? read : [...read, ...fresh].sort(compare)
}

export const orderNews = (ended: readonly OwnOrder[], asked: Narrowing): HistoryNews<PerpetualOrder> => ({
  rows: ended.filter((row) => row.kind === "perpetual").filter((row) => isAsked(row, row.updated, asked)),
  keyOf: ({ id }) => String(id),
  compare: (one, other) => other.sequence - one.sequence || other.id - one.id,
})

export const fillNews = (fills: readonly OwnFill[], asked: Narrowing): HistoryNews<PerpetualFill> => ({
  rows: fills.filter((row) => row.kind === "perpetual").filter((row) => isAsked(row, row.time, asked)),
  keyOf: ({ instrument, trade, order }) => `${instrument} ${trade} ${order}`,
  compare: (one, other) => other.time - one.time || other.trade - one.trade || other.order - one.order,
})

export const noticeNews = (
  notices: readonly Notice[],
  kinds: readonly Notice["kind"][],
  asked: Narrowing,
): HistoryNews<Notice> => ({
  rows: notices.filter((row) => kinds.includes(row.kind) && isAsked(row, row.time, asked)),
  keyOf: ({ id }) => id,
  compare: (one, other) => newerNotice(one.id, other.id),
})

const isAsked = ({ instrument }: { instrument: string }, time: number, asked: Narrowing): boolean =>
  (asked.instrument ?? instrument) === instrument && isWithin(time, asked)

/** `990500-0`: the command's number, and the notice's within it. */
function newerNotice(one: string, other: string): number {
  const [a = 0, b = 0] = one.split("-").map(Number)
  const [c = 0, d = 0] = other.split("-").map(Number)
  return c - a || d - b
}
