/** Reducers of the peers: plain functions of old state and message. */

import type { CandleRow, LevelRow, TickerRow, TradeRow } from "#core/wire/market.ts"
import type { DepthDelta, DepthSnapshot } from "#core/wire/socket.ts"

/** Trades kept: what the tape shows, and more than any screen has room for. */
const TRADES_KEPT = 100

export interface Ticker {
  row: TickerRow
  /** Direction of the last price's last change. */
  moved: -1 | 0 | 1
}

export interface Book {
  seq: number
  /** Highest first. */
  bids: readonly LevelRow[]
  /** Lowest first. */
  asks: readonly LevelRow[]
}

export interface Tape {
  /** Newest first. */
  rows: readonly TradeRow[]
  /** Since the page opened. */
  count: number
}

export const EMPTY_BOOK: Book = { seq: 0, bids: [], asks: [] }
export const EMPTY_TAPE: Tape = { rows: [], count: 0 }

/** Newest wins by sequence. */
export function nextTicker(known: Ticker | undefined, row: TickerRow): Ticker {
  if (known && row[10] < known.row[10]) return known
  const change = known ? Number(row[1]) - Number(known.row[1]) : 0
  return { row, moved: change > 0 ? 1 : change < 0 ? -1 : (known?.moved ?? 0) }
}

/** The book after a snapshot or delta; null: there is a gap, and a new snapshot is wanted. */
export function nextBook(book: Book, data: DepthSnapshot | DepthDelta): Book | null {
  if ("snapshot" in data) return { seq: data.seq, bids: data.bids, asks: data.asks }
  if (data.seq <= book.seq) return book
  if (data.prev !== book.seq) return null
  return {
    seq: data.seq,
    bids: nextSide(book.bids, data.bids, -1),
    asks: nextSide(book.asks, data.asks, 1),
  }
}

/** One copy a message; levels found by halving. `sign` 1: prices rise with the place. */
function nextSide(
  levels: readonly LevelRow[],
  changes: readonly LevelRow[],
  sign: 1 | -1,
): readonly LevelRow[] {
  if (changes.length === 0) return levels
  const next = [...levels]
  for (const change of changes) {
    const price = Number(change[0]) * sign
    let low = 0
    let high = next.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (Number(next[middle]?.[0]) * sign < price) low = middle + 1
      else high = middle
    }
    const isThere = low < next.length && Number(next[low]?.[0]) * sign === price
    if (change[1] === "0") {
      if (isThere) next.splice(low, 1)
    } else next.splice(low, isThere ? 1 : 0, change)
  }
  return next
}

/** Rows come oldest first; what is known already is passed over. */
export function nextTape(tape: Tape, rows: readonly TradeRow[]): Tape {
  const newest = tape.rows[0]?.[0] ?? 0
  const fresh = rows.filter(([id]) => id > newest)
  if (fresh.length === 0) return tape
  return {
    rows: [...fresh.toReversed(), ...tape.rows].slice(0, TRADES_KEPT),
    count: tape.count + fresh.length,
  }
}

/** The live candle replaces itself, and a new one comes at the end. Newest by last trade id, then by `closed`. */
export function nextCandles(candles: readonly CandleRow[], rows: readonly CandleRow[]): readonly CandleRow[] {
  let next = candles
  for (const row of rows) {
    const last = next.at(-1)
    if (!last || row[0] > last[0]) next = [...next, row]
    else if (row[0] === last[0] && (row[6] > last[6] || (row[6] === last[6] && row[7] >= last[7])))
      next = [...next.slice(0, -1), row]
  }
  return next
}
