/**
 * Candles of each contract's mark and index price, folded from their ticks (P33). There is no fill: a bucket without a tick is
 * one in which the price stood still or the exchange was down. Ticks that a replay brings again change nothing, so what
 * is saved before each snapshot is all that a restart needs.
 */

import { bucketEnd, bucketStart, shiftBucket } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import type { Interval } from "#core/candle/interval.ts"
import { mergeCandles, rollUp } from "#core/candle/roll-up.ts"
import type { Instrument, PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { type StoredInterval, storedSource } from "#server/storage/market-archive.ts"
import type { PriceArchive, PriceRow } from "#server/storage/price-archive.ts"
import { EngineCandles } from "./engine-candles.ts"
import { indexInTicks, TICK_QUANTITY } from "./index-ticks.ts"

export type PriceKind = "mark" | "index"

interface PricesLog {
  error(values: object, text: string): void
}

export interface PricePage {
  /** Oldest first. */
  candles: Candle[]
  /** There are older ones. */
  more: boolean
}

export class PriceCandles {
  readonly #archive: PriceArchive
  readonly #log: PricesLog
  readonly #series = new Map<string, EngineCandles>()
  readonly #ticks = new Map<string, bigint>()
  /** Contracts by the index they follow. */
  readonly #followers: ReadonlyMap<string, readonly PerpetualInstrument[]>

  constructor(parts: { archive: PriceArchive; instruments: readonly Instrument[]; log: PricesLog }) {
    this.#archive = parts.archive
    this.#log = parts.log
    const contracts = parts.instruments.filter((instrument) => instrument.kind === "perpetual")
    for (const { id, tick } of contracts) this.#ticks.set(id, tick)
    this.#followers = Map.groupBy(contracts, ({ index }) => index)
  }

  /** Hears of every batch, those that a replay does again as well. */
  take(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type === "mark") this.#fold("mark", event.instrument, event.time, event.mark)
      else if (event.type === "index")
        for (const { id } of this.#followers.get(event.index) ?? [])
          this.#fold("index", id, event.time, event.price)
    }
  }

  /** Keeps what is new; rejects when nothing of it was kept, and it is tried again with the next. */
  async save(): Promise<void> {
    const rows: PriceRow[] = []
    for (const [series, candles] of this.#series)
      for (const one of candles.takeUnsaved().candles) rows.push({ series, ...one })
    try {
      await this.#archive.save(rows)
      for (const candles of this.#series.values()) candles.saved()
    } catch (error) {
      for (const candles of this.#series.values()) candles.notSaved()
      throw error
    }
  }

  /** At the end: nothing can be tried again. */
  async saveLast(): Promise<void> {
    await this.save().catch((error: unknown) =>
      this.#log.error({ err: error }, "the last candles of mark and index prices could not be saved"),
    )
  }

  /** Up to `limit` candles that open before `to`. */
  async page(
    kind: PriceKind,
    instrument: string,
    asked: { interval: Interval; to: TimeMs; limit: number; now: TimeMs },
  ): Promise<PricePage> {
    const series = seriesOf(kind, instrument)
    const base = storedSource(asked.interval)
    if (!base) return { candles: [], more: false }
    const window = (to: TimeMs) => this.#window(series, base, { ...asked, to })
    const page = await window(asked.to)
    if (page.candles.length > 0 || !page.more) return page
    // Nothing for a whole page: go on where something is.
    const last = await this.#lastBefore(series, base, asked.to)
    return last === undefined ? page : await window(last + 1)
  }

  async #window(
    series: string,
    base: StoredInterval,
    { interval, to, limit, now }: { interval: Interval; to: TimeMs; limit: number; now: TimeMs },
  ): Promise<PricePage> {
    const newest = bucketStart(to - 1, interval)
    const from = shiftBucket(newest, interval, 1 - limit)
    const parts = await this.#candles(series, base, from, bucketEnd(newest, interval))
    const candles = rollUp(parts, interval, now)
    const first = candles[0]?.openTime ?? from
    return { candles, more: (await this.#lastBefore(series, base, first)) !== undefined }
  }

  async #candles(series: string, base: StoredInterval, from: TimeMs, to: TimeMs): Promise<Candle[]> {
    const memory = this.#series.get(series)
    // What is saved while we read leaves memory: both before and after are asked.
    const before = memory?.recent(base, from, to) ?? []
    const all = new Map<TimeMs, Candle>()
    const stored = await this.#archive.candles(series, base, from, to)
    for (const candle of [...stored, ...before, ...(memory?.recent(base, from, to) ?? [])]) {
      const known = all.get(candle.openTime)
      all.set(candle.openTime, known ? mergeCandles(known, candle) : { ...candle })
    }
    return [...all.values()].sort((one, other) => one.openTime - other.openTime)
  }

  async #lastBefore(series: string, base: StoredInterval, before: TimeMs): Promise<TimeMs | undefined> {
    const recent = this.#series.get(series)?.recent(base, 0, before).at(-1)?.openTime
    return recent ?? (await this.#archive.lastBefore(series, base, before))
  }

  #fold(kind: PriceKind, instrument: string, time: TimeMs, price8: bigint): void {
    const tick = this.#ticks.get(instrument)
    if (tick === undefined) return
    const series = seriesOf(kind, instrument)
    let candles = this.#series.get(series)
    if (!candles) {
      candles = new EngineCandles(false)
      this.#series.set(series, candles)
    }
    candles.fold({ time, price: indexInTicks(price8, tick), quantity: TICK_QUANTITY, id: 0 })
  }
}

const seriesOf = (kind: PriceKind, instrument: string): string => `${kind}:${instrument}`
