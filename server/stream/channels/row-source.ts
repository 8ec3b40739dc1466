/** Ticker, mark and open interest: one row an instrument, newest wins; `*` is all of them. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { Channel, MarkRow, OpenInterestRow, TickerRow } from "#core/wire/index.ts"
import type { MarketChange, MarketReader } from "#server/read-model/market-reader.ts"
import { messageText, type Source, type Topic } from "../topic.ts"

const ALL = "*"
/** What an id costs in a set. */
const ID_BYTES = 40

type Row = TickerRow | MarkRow | OpenInterestRow

interface RowKind {
  channel: Channel & ("ticker" | "mark" | "openInterest")
  has(instrument: Instrument): boolean
  changed(change: MarketChange): ReadonlySet<string>
  row(id: string): Row | undefined
}

/** News are ids only: rows are read when they are written out, so a slow reader gets the newest by itself. */
class RowSource implements Source<ReadonlySet<string>> {
  readonly channel: Channel
  readonly topics = new Map<string, Topic>()
  readonly #reader: MarketReader
  readonly #kind: RowKind
  #changed = new Set<string>()

  constructor(reader: MarketReader, kind: RowKind) {
    this.channel = kind.channel
    this.#reader = reader
    this.#kind = kind
  }

  knows(key: string): boolean {
    if (key === ALL) return true
    const instrument = this.#reader.instrument(key)
    return instrument !== undefined && this.#kind.has(instrument)
  }

  gather(change: MarketChange): boolean {
    if (this.topics.size === 0) return false
    for (const id of this.#kind.changed(change)) this.#changed.add(id)
    return this.#changed.size > 0
  }

  *take(): Iterable<readonly [string, ReadonlySet<string>]> {
    const changed = this.#changed
    if (changed.size === 0) return
    this.#changed = new Set()
    yield [ALL, changed]
    for (const id of changed) if (this.topics.has(id)) yield [id, new Set([id])]
  }

  whole(key: string): ReadonlySet<string> {
    return new Set(key === ALL ? this.#reader.instruments().map(({ id }) => id) : [key])
  }

  merge(own: Set<string> | undefined, later: ReadonlySet<string>): Set<string> {
    if (!own) return new Set(later)
    for (const id of later) own.add(id)
    return own
  }

  encode(_key: string, ids: ReadonlySet<string>): string | undefined {
    const rows: Row[] = []
    for (const id of ids) {
      const row = this.#kind.row(id)
      if (row) rows.push(row)
    }
    return rows.length > 0 ? messageText(this.channel, JSON.stringify({ rows })) : undefined
  }

  size(ids: ReadonlySet<string>): number {
    return ids.size * ID_BYTES
  }

  forget(): void {
    if (this.topics.size === 0) this.#changed.clear()
  }
}

export const tickerSource = (reader: MarketReader): Source<ReadonlySet<string>> =>
  new RowSource(reader, {
    channel: "ticker",
    has: () => true,
    changed: (change) => change.tickers,
    row: (id) => reader.ticker(id),
  })

export const markSource = (reader: MarketReader): Source<ReadonlySet<string>> =>
  new RowSource(reader, {
    channel: "mark",
    has: (instrument) => instrument.kind === "perpetual",
    changed: (change) => change.marks,
    row: (id) => reader.mark(id),
  })

export const openInterestSource = (reader: MarketReader): Source<ReadonlySet<string>> =>
  new RowSource(reader, {
    channel: "openInterest",
    has: (instrument) => instrument.kind === "perpetual",
    changed: (change) => change.openInterests,
    row: (id) => reader.openInterest(id),
  })
