/**
 * A market that a test drives by hand, as the stream reads it. Books, checksums and candles are worked out plainly
 * from all that happened, by other code than the product's, so that both can be compared.
 */

import { crc32 } from "node:zlib"
import { bucketStart } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type {
  Instrument,
  InstrumentState,
  PerpetualInstrument,
  SecondInstrument,
  SpotInstrument,
} from "#core/instrument/instrument.ts"
import type { Amount, Lots } from "#core/money/units.ts"
import type {
  CandleRow,
  FeedInfo,
  LevelRow,
  MarkRow,
  OpenInterestRow,
  TickerRow,
  TradeRow,
} from "#core/wire/index.ts"
import type { DepthView, MarketChange, MarketReader, WindowView } from "#server/read-model/market-reader.ts"

/** All fake instruments have a tick of 0.01 and a lot of 0.001. */
export const FAKE_STEPS = { tick: 1_000_000n, lot: 100_000n }
const priceText = (ticks: number) => (ticks / 100).toFixed(2) as LevelRow[0]
const quantityText = (lots: number) => (lots / 1000).toFixed(3) as LevelRow[1]

const common = (id: string) => ({
  id,
  base: id.split("_")[0] ?? "",
  quote: "USDT",
  ...FAKE_STEPS,
  notionalUnit: 1000n,
  state: "open" as const,
  listedAt: 0,
})
const trading = {
  minQuantity: 1 as Lots,
  maxQuantity: 1_000_000 as Lots,
  maxMarketQuantity: 1_000_000 as Lots,
  minNotional: 0n as Amount,
  maxOpenOrders: 200,
  maxStops: 20,
  priceRule: "off" as const,
  band: 0n,
  marketProtection: 0n,
  stpDefault: "NONE" as const,
}
export const fakeSpot = (id: string): SpotInstrument => ({ kind: "spot", ...common(id), ...trading })
export const fakePerpetual = (id: string, index: string): PerpetualInstrument => ({
  kind: "perpetual",
  ...common(id),
  ...trading,
  index,
  leverageMax: 100,
  fundingHours: 8,
  interest: 10_000n,
  markBand: 5_000_000n,
  maintenanceRate: 400_000n,
})
export const fakeSecond = (id: string, index: string): SecondInstrument => ({
  kind: "second",
  ...common(id),
  index,
  periods: [],
})

export interface FakeLevel {
  id: string
  side: "bid" | "ask"
  /** Ticks. */
  price: number
  /** Lots; 0 removes the level. */
  total: number
}
export interface FakeTrade {
  id: string
  price: number
  quantity: number
  side: 1 | -1
  /** Ms after the batch before; trades of one batch may lie apart. */
  after?: number
}
/** What one batch does, all of it at once. */
export interface FakeBatch {
  /** Ms since the batch before. */
  after?: number
  levels?: readonly FakeLevel[]
  trades?: readonly FakeTrade[]
  marks?: readonly string[]
  openInterests?: readonly string[]
  indexes?: readonly { index: string; price: string }[]
  states?: readonly { id: string; state: InstrumentState }[]
}

interface Sides {
  seq: number
  bid: Map<number, number>
  ask: Map<number, number>
}

export class FakeMarket implements MarketReader {
  readonly #instruments: ReadonlyMap<string, Instrument>
  readonly #books = new Map<string, Sides>()
  readonly #trades = new Map<string, TradeRow[]>()
  readonly #ticks = new Map<string, [number, number, string][]>()
  readonly #states = new Map<string, { state: InstrumentState; version: number }>()
  readonly #listeners = new Set<(change: MarketChange) => void>()
  #time: number
  #sequence = 0
  /** Lets the next delta of every book claim that it follows on something that was never told. */
  skipSequence = false

  constructor(instruments: readonly Instrument[], time = 1_763_600_000_000) {
    this.#instruments = new Map(instruments.map((instrument) => [instrument.id, instrument]))
    this.#time = time
  }

  get listenerCount(): number {
    return this.#listeners.size
  }

  /** Commits a batch and tells the listeners. */
  commit(batch: FakeBatch): void {
    const start = this.#time
    this.#time = start + (batch.after ?? 1)
    this.#sequence += 1
    const trades = this.#trade(batch.trades ?? [], start)
    const touched = new Set([...trades.keys(), ...(batch.levels ?? []).map(({ id }) => id)])
    const change: MarketChange = {
      time: this.#time,
      tickers: touched,
      marks: new Set(batch.marks),
      openInterests: new Set(batch.openInterests),
      candles: new Set(trades.keys()),
      trades,
      depth: this.#setLevels(batch.levels ?? []),
      indexes: this.#quote(batch.indexes ?? []),
      instruments: this.#setStates(batch.states ?? []),
    }
    for (const listener of this.#listeners) listener(change)
  }

  #trade(trades: readonly FakeTrade[], start: number): Map<string, TradeRow[]> {
    const added = new Map<string, TradeRow[]>()
    for (const { id, price, quantity, side, after } of trades) {
      const all = this.#trades.get(id) ?? []
      const time = after === undefined ? this.#time : start + after
      const row: TradeRow = [all.length + 1, priceText(price), quantityText(quantity), side, time]
      all.push(row)
      this.#trades.set(id, all)
      added.set(id, [...(added.get(id) ?? []), row])
    }
    return added
  }

  #setLevels(levels: readonly FakeLevel[]): MarketChange["depth"] {
    const changes = new Map<
      string,
      { prev: number; seq: number; bids: Map<string, string>; asks: Map<string, string> }
    >()
    for (const { id, side, price, total } of levels) {
      const book = this.#book(id)
      const prev = this.skipSequence ? book.seq + 1 : book.seq
      const change = changes.get(id) ?? { prev, seq: this.#sequence, bids: new Map(), asks: new Map() }
      changes.set(id, change)
      if (total > 0) book[side].set(price, total)
      else book[side].delete(price)
      const texts = side === "bid" ? change.bids : change.asks
      texts.set(priceText(price), total > 0 ? quantityText(total) : "0")
    }
    for (const id of changes.keys()) this.#book(id).seq = this.#sequence
    if (changes.size > 0) this.skipSequence = false
    return changes
  }

  #quote(quotes: readonly { index: string; price: string }[]): MarketChange["indexes"] {
    const added = new Map<string, [number, number, string][]>()
    for (const { index, price } of quotes) {
      const all = this.#ticks.get(index) ?? []
      const row: [number, number, string] = [all.length + 1, this.#time, price]
      all.push(row)
      this.#ticks.set(index, all)
      added.set(index, [...(added.get(index) ?? []), row])
    }
    return added
  }

  #setStates(states: readonly { id: string; state: InstrumentState }[]): MarketChange["instruments"] {
    const added = new Map<string, { state: InstrumentState; version: number }>()
    for (const { id, state } of states) {
      const next = { state, version: (this.#states.get(id)?.version ?? 0) + 1 }
      this.#states.set(id, next)
      added.set(id, next)
    }
    return added
  }

  #book(id: string): Sides {
    let book = this.#books.get(id)
    if (!book) {
      book = { seq: 0, bid: new Map(), ask: new Map() }
      this.#books.set(id, book)
    }
    return book
  }

  feed(): FeedInfo {
    return { kind: "simulated", source: "", practice: true, since: 0 }
  }
  now(): number {
    return this.#time
  }
  instruments(): readonly Instrument[] {
    return [...this.#instruments.values()]
  }
  instrument(id: string): Instrument | undefined {
    return this.#instruments.get(id)
  }
  coinName(symbol: string): string {
    return symbol
  }

  ticker(id: string): TickerRow | undefined {
    if (!this.#instruments.has(id)) return undefined
    const trades = this.#trades.get(id) ?? []
    const last = trades.at(-1)?.[1] ?? ""
    const bids = [...this.#book(id).bid.keys()]
    const asks = [...this.#book(id).ask.keys()]
    const bid = bids.length > 0 ? priceText(Math.max(...bids)) : ""
    const ask = asks.length > 0 ? priceText(Math.min(...asks)) : ""
    return [id, last, trades[0]?.[1] ?? "", last, last, "0.000", "0", bid, ask, this.#time, this.#sequence]
  }

  window(id: string): WindowView | undefined {
    const [, last = "", open = "", high = "", low = "", volume = "", turnover = ""] = this.ticker(id) ?? []
    return last === "" ? undefined : { open, high, low, last, volume, turnover }
  }

  mark(id: string): MarkRow | undefined {
    if (this.#instruments.get(id)?.kind !== "perpetual") return undefined
    return [id, "100.5", "100.6", "0.0001", this.#time + 1000, this.#sequence]
  }

  openInterest(id: string): OpenInterestRow | undefined {
    if (this.#instruments.get(id)?.kind !== "perpetual") return undefined
    return [id, quantityText(12), this.#sequence]
  }

  levels(id: string, side: "bid" | "ask"): [price: number, total: number][] {
    const sign = side === "bid" ? -1 : 1
    return [...this.#book(id)[side]].toSorted((one, other) => sign * (one[0] - other[0]))
  }

  depth(id: string, levels: number): DepthView | undefined {
    const kind = this.#instruments.get(id)?.kind
    if (kind === undefined || kind === "second") return undefined
    const rows = (side: "bid" | "ask") =>
      this.levels(id, side)
        .slice(0, levels)
        .map(([price, total]): LevelRow => [priceText(price), quantityText(total)])
    const { seq } = this.#book(id)
    return { seq, time: this.#time, bids: rows("bid"), asks: rows("ask"), checksum: this.checksum(id) }
  }

  checksum(id: string): number {
    const bids = this.levels(id, "bid")
    const asks = this.levels(id, "ask")
    const parts: string[] = []
    for (let rank = 0; rank < 25; rank++) {
      for (const level of [bids[rank], asks[rank]]) {
        if (level) parts.push(`${priceText(level[0])}:${quantityText(level[1])}`)
      }
    }
    return crc32(parts.join(":"))
  }

  trades(id: string, before: number, limit: number): TradeRow[] {
    const all = this.#trades.get(id) ?? []
    return all
      .filter(([number]) => number < before)
      .slice(-limit)
      .toReversed()
  }

  liveCandle(id: string, interval: Interval): CandleRow | undefined {
    return this.candleAt(id, interval, bucketStart(this.#time, interval))
  }

  /** The candle of any bucket, from all trades there were. */
  candleAt(id: string, interval: Interval, openTime: number): CandleRow | undefined {
    const all = (this.#trades.get(id) ?? []).filter((trade) => bucketStart(trade[4], interval) <= openTime)
    const own = all.filter((trade) => bucketStart(trade[4], interval) === openTime)
    const before = all[all.length - own.length - 1]?.[1]
    const first = own[0]?.[1] ?? before
    const last = own.at(-1)
    if (first === undefined) return undefined
    const prices = own.map((trade) => Number(trade[1]))
    const lots = own.reduce((sum, trade) => sum + Math.round(Number(trade[2]) * 1000), 0)
    const isClosed = bucketStart(this.#time, interval) > openTime
    return [
      openTime,
      first,
      own.length > 0 ? priceText(Math.round(Math.max(...prices) * 100)) : first,
      own.length > 0 ? priceText(Math.round(Math.min(...prices) * 100)) : first,
      last?.[1] ?? first,
      quantityText(lots),
      last?.[0] ?? 0,
      isClosed ? 1 : 0,
      0,
    ]
  }

  indexTicks(index: string, limit: number): [number, number, string][] {
    return (this.#ticks.get(index) ?? []).slice(-limit)
  }

  listen(listener: (change: MarketChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
