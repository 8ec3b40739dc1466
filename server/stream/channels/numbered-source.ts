/** Trades and index ticks: rows with numbers that rise by one. A reader who misses some sees it by the number. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { Channel, TradeRow } from "#core/wire/index.ts"
import type { MarketChange, MarketReader } from "#server/read-model/market-reader.ts"
import { messageText, type Source, type Topic } from "../topic.ts"

/** Rows that a new subscriber gets at once. */
const FIRST_ROWS = 50
/** Newest rows kept for a slow reader; older ones are dropped, he reads them by HTTP. */
const KEPT_ROWS_MAX = 200
/** What a row of short texts costs. */
const ROW_BYTES = 160

type IndexRow = readonly [number, number, string]
type Rows<Row> = readonly Row[]

interface NumberedKind<Row> {
  channel: Channel & ("trade" | "index")
  /** Name of the key within the message. */
  field: "instrument" | "index"
  has(key: string): boolean
  changed(change: MarketChange): ReadonlyMap<string, Rows<Row>>
  /** The newest rows, oldest first. */
  newest(key: string, limit: number): Rows<Row>
}

class NumberedSource<Row> implements Source<Rows<Row>> {
  readonly channel: Channel
  readonly topics = new Map<string, Topic>()
  readonly #kind: NumberedKind<Row>
  #pending = new Map<string, Row[]>()

  constructor(kind: NumberedKind<Row>) {
    this.channel = kind.channel
    this.#kind = kind
  }

  knows(key: string): boolean {
    return this.#kind.has(key)
  }

  gather(change: MarketChange): boolean {
    for (const [key, rows] of this.#kind.changed(change)) {
      if (!this.topics.get(key)?.members.size) continue
      const own = this.#pending.get(key)
      if (own) own.push(...rows)
      else this.#pending.set(key, [...rows])
    }
    return this.#pending.size > 0
  }

  *take(): Iterable<readonly [string, Rows<Row>]> {
    const pending = this.#pending
    if (pending.size === 0) return
    this.#pending = new Map()
    yield* pending
  }

  whole(key: string): Rows<Row> {
    return this.#kind.newest(key, FIRST_ROWS)
  }

  merge(own: Rows<Row> | undefined, later: Rows<Row>): Rows<Row> {
    return [...(own ?? []), ...later].slice(-KEPT_ROWS_MAX)
  }

  /** An empty first message is sent too: it says that there is nothing yet. */
  encode(key: string, rows: Rows<Row>): string {
    return messageText(this.channel, JSON.stringify({ [this.#kind.field]: key, rows }))
  }

  size(rows: Rows<Row>): number {
    return rows.length * ROW_BYTES
  }

  forget(key: string): void {
    this.#pending.delete(key)
  }
}

const hasBook = (instrument: Instrument | undefined) =>
  instrument !== undefined && instrument.kind !== "second"

export const tradeSource = (reader: MarketReader): Source<Rows<TradeRow>> =>
  new NumberedSource({
    channel: "trade",
    field: "instrument",
    has: (key) => hasBook(reader.instrument(key)),
    changed: (change) => change.trades,
    newest: (key, limit) => reader.trades(key, Number.MAX_SAFE_INTEGER, limit).toReversed(),
  })

export function indexSource(reader: MarketReader): Source<Rows<IndexRow>> {
  const indexes = new Set<string>()
  return new NumberedSource<IndexRow>({
    channel: "index",
    field: "index",
    has(key) {
      if (indexes.size === 0) {
        for (const instrument of reader.instruments())
          if (instrument.kind !== "spot") indexes.add(instrument.index)
      }
      return indexes.has(key) || reader.indexTicks(key, 1).length > 0
    },
    changed: (change) => change.indexes,
    newest: (key, limit) => reader.indexTicks(key, limit),
  })
}
