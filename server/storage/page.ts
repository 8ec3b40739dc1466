/** Pages of a long list, newest first, each from the last row given. */

/** Where a page goes on: below (seq, n). */
interface PageStart {
  seq: number
  n: number
}

/** Before the newest. */
const START: PageStart = { seq: Number.MAX_SAFE_INTEGER, n: 0 }

/** Reads a cursor; anything that isn't one of ours means: from the newest. */
export function readCursor(cursor: string | undefined): PageStart {
  const [, seq, n] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor ?? "") ?? []
  return seq === undefined || n === undefined ? START : { seq: Number(seq), n: Number(n) }
}

/** What of a filter was asked for: what is left undefined narrows nothing. */
export function given<Filter extends object>(
  filter: Filter,
): { [Name in keyof Filter]?: Exclude<Filter[Name], undefined> } {
  const entries = Object.entries(filter).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Filter]?: Exclude<Filter[Name], undefined> }
}

/** One row more than asked for tells whether there are more. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
): { rows: Row[]; next: string } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last !== undefined ? cursorOf(last) : "" }
}
