/** The read model of all markets: updated from the exchange's batches, read by handlers and sockets. */

import type { Interval } from "#core/candle/interval.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { PriceText, TimeMs } from "#core/money/units.ts"
import type { CandleRow, FeedInfo, MarkRow, OpenInterestRow, TickerRow, TradeRow } from "#core/wire/index.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import type { Batch } from "#server/exchange/exchange.ts"
import { REVISION } from "#server/storage/market-archive.ts"
import { ChangeGatherer } from "./change-gatherer.ts"
import { IndexTicks } from "./index-ticks.ts"
import type { DepthView, MarketChange, MarketReader, WindowView } from "./market-reader.ts"
import { MarketView } from "./market-view.ts"

const MINUTE_MS = 60_000

/** Names of the numberings that go on over a restart. */
export const tradeCounter = (instrument: string): string => `trade:${instrument}`
/** Ticks of an index that were told before the engine's own first: its count lies so far behind ours. */
export const indexBaseCounter = (index: string): string => `index-base:${index}`

export interface ModelParts {
  feed: Omit<FeedInfo, "since" | "silentSince">
  /** When the feed was last heard, if that is too long ago, else 0; left out: it is never silent. */
  silentSince?: (() => TimeMs) | undefined
  instruments: readonly Instrument[]
  coinNames: ReadonlyMap<string, string>
  /** Numbering goes on behind these. */
  counters: ReadonlyMap<string, number>
  /** Wall clock, epoch ms. */
  now(): TimeMs
}

export class MarketModel implements MarketReader {
  readonly #parts: ModelParts
  readonly #views: ReadonlyMap<string, MarketView>
  readonly #indexes = new Map<string, IndexTicks>()
  /** Second contracts by the index they follow. */
  readonly #followers = new Map<string, MarketView[]>()
  readonly #listeners = new Set<(change: MarketChange) => void>()
  /** One number a batch: sequence of books, tickers and marks. */
  #revision: number
  #time: TimeMs | undefined
  #since: TimeMs | undefined

  constructor(parts: ModelParts) {
    this.#parts = parts
    this.#revision = parts.counters.get(REVISION) ?? 0
    const seq = this.#revision
    this.#views = new Map(
      parts.instruments.map((instrument) => {
        const lastTradeId = parts.counters.get(tradeCounter(instrument.id)) ?? 0
        return [instrument.id, new MarketView(instrument, { seq, lastTradeId })]
      }),
    )
    for (const view of this.#views.values()) {
      if (view.instrument.kind === "spot") continue
      const { index, kind } = view.instrument
      this.#ticksOf(index)
      if (kind === "second") this.#followers.set(index, [...(this.#followers.get(index) ?? []), view])
    }
  }

  views(): Iterable<MarketView> {
    return this.#views.values()
  }

  view(id: string): MarketView | undefined {
    return this.#views.get(id)
  }

  /** The numbers last given, and how ticks of an index are counted, by name. */
  counters(): Map<string, number> {
    const counters = new Map([[REVISION, this.#revision]])
    for (const view of this.#views.values()) {
      if (view.book) counters.set(tradeCounter(view.instrument.id), view.lastTradeId)
    }
    for (const [index, ticks] of this.#indexes) counters.set(indexBaseCounter(index), ticks.before)
    return counters
  }

  /** Everything is in place: rows can be read. `since`: when the first run of all began. */
  begin(time: TimeMs, since: TimeMs): void {
    this.#time = time
    this.#since = since
    for (const view of this.#views.values()) view.tickerChanged(time, this.#revision)
  }

  /** Number of the newest batch. */
  revision(): number {
    return this.#revision
  }

  /** The next batch has a higher number than this; numbers never fall. */
  countOnFrom(revision: number): void {
    this.#revision = Math.max(this.#revision, revision)
  }

  /** Takes one committed batch and tells the listeners what it changed. */
  take({ time, events }: Batch): void {
    const isMinuteTurn = Math.floor(time / MINUTE_MS) !== Math.floor((this.#time ?? time) / MINUTE_MS)
    this.#time = time
    this.#revision += 1
    const gatherer = new ChangeGatherer(time, this.#revision)
    for (const event of events) this.#takeEvent(event, gatherer)
    // The 24 h window and the candles move on where nothing happens too.
    if (isMinuteTurn) for (const view of this.#views.values()) gatherer.turned(view)
    const change = gatherer.finish()
    for (const listener of this.#listeners) listener(change)
  }

  #takeEvent(event: EngineEvent, gatherer: ChangeGatherer): void {
    if (event.type === "index") {
      const row = this.#ticksOf(event.index).add(event)
      gatherer.indexTick(event.index, row)
      for (const view of this.#followers.get(event.index) ?? []) {
        view.indexTick(event.time, event.price, row[0])
        gatherer.traded(view)
      }
      return
    }
    const view = "instrument" in event ? this.#views.get(event.instrument) : undefined
    if (!view) return
    if (event.type === "trade") gatherer.trade(view, view.trade(event))
    else if (event.type === "depth") gatherer.depth(view, event)
    else if (event.type === "mark") gatherer.mark(view, event)
    else if (event.type === "open-interest" && !event.isSample) gatherer.openInterest(view, event)
    else if (event.type === "instrument" && view.setListing(event)) gatherer.instrument(view)
  }

  #ticksOf(index: string): IndexTicks {
    const known = this.#indexes.get(index)
    if (known) return known
    const fresh = new IndexTicks(this.#parts.counters.get(indexBaseCounter(index)) ?? 0)
    this.#indexes.set(index, fresh)
    return fresh
  }

  feed(): FeedInfo {
    const silentSince = this.#parts.silentSince?.() ?? 0
    return { ...this.#parts.feed, since: this.#since ?? this.now(), silentSince }
  }

  now(): TimeMs {
    return this.#time ?? this.#parts.now()
  }

  instruments(): readonly Instrument[] {
    return [...this.#views.values()].map((view) => view.instrument)
  }

  instrument(id: string): Instrument | undefined {
    return this.#views.get(id)?.instrument
  }

  coinName(symbol: string): string {
    return this.#parts.coinNames.get(symbol) ?? symbol
  }

  ticker(id: string): TickerRow | undefined {
    return this.#views.get(id)?.ticker()
  }

  window(id: string, minutes: number): WindowView | undefined {
    return this.#views.get(id)?.within(this.now(), minutes)
  }

  mark(id: string): MarkRow | undefined {
    return this.#views.get(id)?.markRow
  }

  openInterest(id: string): OpenInterestRow | undefined {
    return this.#views.get(id)?.openInterest
  }

  depth(id: string, levels: number): DepthView | undefined {
    return this.#views.get(id)?.book?.view(levels)
  }

  checksum(id: string): number {
    return this.#views.get(id)?.book?.checksum() ?? 0
  }

  trades(id: string, before: number, limit: number): TradeRow[] {
    return this.#views.get(id)?.trades(before, limit) ?? []
  }

  liveCandle(id: string, interval: Interval): CandleRow | undefined {
    return this.#views.get(id)?.liveRow(interval, this.now())
  }

  ticksBefore(index: string): number {
    return this.#ticksOf(index).before
  }

  indexTicks(index: string, limit: number): [number, TimeMs, string][] {
    return this.#indexes.get(index)?.newest(limit) ?? []
  }

  /** Closing prices of the last 24 h in half hours, oldest first. */
  sparkline(id: string): PriceText[] {
    return this.#views.get(id)?.sparkline(this.now()) ?? []
  }

  listen(listener: (change: MarketChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
