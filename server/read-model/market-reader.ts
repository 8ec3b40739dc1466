/** The interface by which handlers and sockets read markets; it is built from events, never from the engine's memory. */

import type { Interval } from "#core/candle/interval.ts"
import type { Instrument, InstrumentState } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type {
  CandleRow,
  FeedInfo,
  LevelRow,
  MarkRow,
  OpenInterestRow,
  TickerRow,
  TradeRow,
} from "#core/wire/index.ts"

export interface DepthView {
  seq: number
  time: TimeMs
  bids: LevelRow[]
  asks: LevelRow[]
  /** W1, over the best 25 levels of the whole book. */
  checksum: number
}

/** What one committed batch changed; listeners gather these until they publish. */
export interface MarketChange {
  time: TimeMs
  tickers: ReadonlySet<string>
  marks: ReadonlySet<string>
  openInterests: ReadonlySet<string>
  /** Instruments whose live candles changed. */
  candles: ReadonlySet<string>
  /** New trades by instrument, oldest first. */
  trades: ReadonlyMap<string, readonly TradeRow[]>
  /** Changed levels by instrument: price text → new total text, "0" when gone. `prev`/`seq` bracket this change. */
  depth: ReadonlyMap<
    string,
    { prev: number; seq: number; bids: ReadonlyMap<string, string>; asks: ReadonlyMap<string, string> }
  >
  /** New index ticks by index, oldest first: [seq, time, price]. */
  indexes: ReadonlyMap<string, readonly (readonly [number, TimeMs, string])[]>
  instruments: ReadonlyMap<string, { state: InstrumentState; version: number }>
}

/** What was traded in the newest minutes; texts as in a ticker. */
export interface WindowView {
  open: string
  high: string
  low: string
  last: string
  volume: string
  turnover: string
}

export interface MarketReader {
  feed(): FeedInfo
  /** Engine time of the last batch, or the wall clock before the first. */
  now(): TimeMs
  instruments(): readonly Instrument[]
  instrument(id: string): Instrument | undefined
  coinName(symbol: string): string
  ticker(id: string): TickerRow | undefined
  /** The running minute and those before it, up to a day; undefined: no price is known. */
  window(id: string, minutes: number): WindowView | undefined
  mark(id: string): MarkRow | undefined
  openInterest(id: string): OpenInterestRow | undefined
  /** Best `levels` a side with the sequence they stand at; only spot and perpetual have books. */
  depth(id: string, levels: number): DepthView | undefined
  /** Checksum of the book as it stands now (W1). */
  checksum(id: string): number
  /** Newest first, ids below `before`. */
  trades(id: string, before: number, limit: number): TradeRow[]
  /** The live candle of a bucket that holds now, with what was generated or stored before it folded in. */
  liveCandle(id: string, interval: Interval): CandleRow | undefined
  /** The newest ticks of an index, oldest first. */
  indexTicks(index: string, limit: number): [number, TimeMs, string][]
  /** Called synchronously after each committed batch is in the read model. Returns how to stop. */
  listen(listener: (change: MarketChange) => void): () => void
}
