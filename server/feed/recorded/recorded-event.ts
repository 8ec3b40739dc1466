/** Events of a recording in any format: books, best prices and trades, all figures as the text that was sent. */

/** [price, quantity]; quantity 0 removes the level. */
export type RecordedLevel = readonly [price: string, quantity: string]

/** What was recorded under one name. */
export interface RecordedSymbol {
  /** As the exchange writes it, made unique within the file. */
  name: string
  base: string
  quote: string
  isPerpetual: boolean
  /** Given by our own recordings only: steps in 1e-8. */
  tick?: bigint
  lot?: bigint
}

/** A sum over the best levels, sent with a book. */
export interface RecordedChecksum {
  /** Kraken: best 10 asks, then bids, digits only. Interleaved: best 25, `bid:size:ask:size…` (OKX, Bitget, ours). */
  style: "kraken" | "interleaved"
  /** Unsigned. */
  value: number
}

interface BookUpdate {
  symbol: string
  /** Epoch ms of the recorder or the exchange. */
  time: number
  bids: readonly RecordedLevel[]
  asks: readonly RecordedLevel[]
  /** Last update id that it holds, where best prices are numbered alike. */
  id?: number
  /** Levels a side that are kept; what falls beyond is forgotten. */
  depth?: number
  checksum?: RecordedChecksum
}
/** Replaces the whole book. */
export interface RecordedSnapshot extends BookUpdate {
  kind: "snapshot"
}
export interface RecordedDelta extends BookUpdate {
  kind: "delta"
  /** It came before the snapshot that it brings up to date. */
  isCatchingUp?: boolean
}
/** Best prices, sent on a channel of their own. */
export interface RecordedTicker {
  kind: "ticker"
  symbol: string
  time: number
  id: number
  bid: RecordedLevel
  ask: RecordedLevel
}
export interface RecordedTrade {
  kind: "trade"
  symbol: string
  time: number
  price: string
  quantity: string
  /** The taker's. */
  side: "buy" | "sell"
}
/** A price of an index: our own recordings only. */
interface RecordedIndex {
  kind: "index"
  symbol: string
  time: number
  price: string
}
/** Updates are missing: the book is not to be believed until the next snapshot. */
interface RecordedGap {
  kind: "gap"
  symbol: string
  time: number
}

/** An update that the book already holds: passed over, and counted. */
interface RecordedOld {
  kind: "old"
  symbol: string
  time: number
}

/** An update that has no book: it came behind a gap, and no snapshot has come since. */
interface RecordedLost {
  kind: "lost"
  symbol: string
  time: number
}

export type RecordedEvent =
  | RecordedOld
  | RecordedLost
  | RecordedSnapshot
  | RecordedDelta
  | RecordedTicker
  | RecordedTrade
  | RecordedIndex
  | RecordedGap

/** Reads the lines of one format. Keeps what it must know from line to line. */
export interface RecordingParser {
  /** Every symbol seen so far, by name. */
  readonly symbols: ReadonlyMap<string, RecordedSymbol>
  /** Events of one line, in order; throws an Error where the line is damaged. */
  parse(line: string): Iterable<RecordedEvent>
}
