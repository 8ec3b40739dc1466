/** History behind the read model: archive, memory and computed candles as one. */

import { bucketStart, INTERVAL_MS } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import { rollUp } from "#core/candle/roll-up.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { Price8, TimeMs } from "#core/money/units.ts"
import type { GeneratedHistory, PastHistory } from "#server/read-model/history-source.ts"
import type { CandleReader } from "#server/storage/many-candles.ts"
import type { MarketArchive, RunSpan } from "#server/storage/market-archive.ts"
import { CandleJoin } from "./candle-join.ts"
import type { EngineInterval } from "./engine-candles.ts"
import { intervalsOf } from "./live-candles.ts"
import { LONG_INTERVALS, LongLives, type LongLivesParts } from "./long-lives.ts"
import type { MarketModel } from "./market-model.ts"
import type { MarketView } from "./market-view.ts"
import { wholeSpans } from "./run-spans.ts"

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * 60 * 1000

export interface HistoryParts {
  model: MarketModel
  archive: MarketArchive
  /** Reads for one pass over all markets, of times that nobody writes any more. */
  many: (instruments: readonly string[]) => CandleReader
  history: GeneratedHistory | PastHistory | undefined
  /** Of earlier runs. */
  spans: readonly RunSpan[]
}

export class MarketHistory {
  readonly join: CandleJoin
  readonly #parts: HistoryParts
  /** When this run's span began; undefined until it has. */
  #began: TimeMs | undefined

  constructor(parts: HistoryParts) {
    this.#parts = parts
    this.join = this.#joinOver(parts.archive)
  }

  #joinOver(reader: CandleReader): CandleJoin {
    return new CandleJoin({
      history: this.#parts.history,
      traded: (instrument, interval, from, to) => this.#traded(reader, instrument, interval, { from, to }),
      lastTraded: (instrument, before) => this.#lastTraded(reader, instrument, before),
      spans: (now) => this.#spans(now),
    })
  }

  #many(): CandleReader {
    return this.#parts.many(this.#parts.model.instruments().map(({ id }) => id))
  }

  /**
   * Fills the read model with all that is known before `time`, at which the engine's span is to begin. The slow part,
   * a day of minutes, is read before by {@link readDay}; what the running week and month held before today is told
   * later by {@link longLives}.
   */
  async begin(time: TimeMs, days: ReadonlyMap<string, readonly Candle[]>): Promise<void> {
    const { model } = this.#parts
    const reader = this.#many()
    const join = this.#joinOver(reader)
    if (this.#parts.spans.length > 0) await this.#resumeBuckets(time, reader)
    for (const view of model.views()) {
      const { instrument } = view
      const from = bucketStart(time, "1m")
      const day = (days.get(instrument.id) ?? []).filter((minute) => minute.openTime < from)
      const last = day.at(-1)
      const since = last ? last.openTime + MINUTE_MS : from
      const tail = await join.candles(instrument, "1m", { from: since, to: time, now: time })
      const minutes = [...day, ...tail]
      view.seedTicker(minutes)
      view.live.beginSparkline(closesOf(minutes, time))
      await this.#beginLives(join, view, minutes, time)
    }
    this.#began = time
    model.begin(time, this.#parts.spans[0]?.from ?? time)
  }

  /**
   * The close of the last minute before `time`, a whole minute that is over, 1e-8 of the quote: as it was traded, or as the
   * feed's history has it where the exchange was down; undefined: nobody knows it.
   */
  async priceBefore(id: string, time: TimeMs): Promise<Price8 | undefined> {
    const instrument = this.#parts.model.instrument(id)
    if (!instrument) return undefined
    const span = { from: time - MINUTE_MS, to: time, now: Math.max(time, this.#parts.model.now()) }
    const [minute] = await this.join.candles(instrument, "1m", span)
    return minute && ((BigInt(minute.close) * instrument.tick) as Price8)
  }

  /** The minutes of the last 24 h of every instrument, up to about `time`. */
  async readDay(time: TimeMs): Promise<Map<string, Candle[]>> {
    const to = bucketStart(time, "1m")
    const join = this.#joinOver(this.#many())
    const days = new Map<string, Candle[]>()
    for (const { instrument } of this.#parts.model.views()) {
      days.set(instrument.id, await join.candles(instrument, "1m", { from: to - DAY_MS, to, now: time }))
    }
    return days
  }

  /** What brings the running week and month up to date, not started yet; to be called behind {@link begin}. */
  longLives({ time, log }: Pick<LongLivesParts, "time" | "log">): LongLives {
    const join = () => this.#joinOver(this.#many())
    return new LongLives({ views: [...this.#parts.model.views()], join, time, log })
  }

  #spans(now: TimeMs): RunSpan[] {
    const { spans } = this.#parts
    // The running one always holds the second of `now`, even at its very first millisecond.
    return wholeSpans(
      this.#began === undefined
        ? spans
        : [...spans, { from: this.#began, to: Math.max(now, this.#began) + 1 }],
    )
  }

  /** Goes on with the buckets that an earlier run left unfinished, so that saving them doesn't lose its part. */
  async #resumeBuckets(time: TimeMs, reader: CandleReader): Promise<void> {
    const { model, archive } = this.#parts
    for (const [interval, candles] of await archive.candlesAt(time)) {
      for (const { instrument, candle } of candles)
        model.view(instrument)?.engineCandles.resume(interval, candle)
    }
    const minute = bucketStart(time, "1m")
    for (const view of model.views()) {
      if (view.instrument.kind !== "second") continue
      const seconds = await reader.seconds(view.instrument.id, minute, time + 1)
      for (const second of seconds) view.engineCandles.resume("1s", second)
    }
  }

  /** What lies in the buckets that hold `time`, of week and month only today's part. */
  async #beginLives(
    join: CandleJoin,
    view: MarketView,
    minutes: readonly Candle[],
    time: TimeMs,
  ): Promise<void> {
    const { instrument, live } = view
    const span = { from: bucketStart(time, "1m"), to: time, now: time }
    const seconds = instrument.kind === "second" ? await join.candles(instrument, "1s", span) : []
    const today = bucketStart(time, "1D")
    const price = this.#joins(minutes.at(-1), time) ? minutes.at(-1)?.close : undefined
    for (const interval of intervalsOf(instrument.kind)) {
      const from = bucketStart(time, interval)
      if (LONG_INTERVALS.includes(interval) && from < today) live.awaitEarlier(interval, time)
      const finer = INTERVAL_MS[interval] < MINUTE_MS ? seconds : minutes
      const parts = finer.filter((candle) => candle.openTime >= Math.max(from, today))
      const [candle] = rollUp(parts, interval)
      if (candle) live.begin(interval, candle)
      // The run begins with the bucket: nothing lies in it yet but the close before it.
      else if (price !== undefined) live.beginAt(interval, time, price)
    }
  }

  /** Does history reach up to `time`? Then its last price is the one before the run. */
  #joins(last: Candle | undefined, time: TimeMs): boolean {
    if (!last || last.generated) return last !== undefined
    return this.#parts.history !== undefined && last.openTime >= bucketStart(time, "1m") - MINUTE_MS
  }

  async #traded(
    reader: CandleReader,
    instrument: Instrument,
    interval: EngineInterval,
    { from, to }: RunSpan,
  ): Promise<Candle[]> {
    const memory = this.#parts.model.view(instrument.id)?.engineCandles
    // What is saved while we read leaves memory: both before and after are asked, and memory is the newer.
    const before = memory?.recent(interval, from, to) ?? []
    const stored =
      interval === "1s"
        ? await reader.seconds(instrument.id, from, to)
        : await reader.candles(instrument.id, interval, from, to)
    const after = memory?.recent(interval, from, to) ?? []
    const all = new Map([...stored, ...before, ...after].map((candle) => [candle.openTime, candle]))
    return [...all.values()].sort((one, other) => one.openTime - other.openTime)
  }

  async #lastTraded(
    reader: CandleReader,
    instrument: Instrument,
    before: TimeMs,
  ): Promise<Candle | undefined> {
    const recent = this.#parts.model.view(instrument.id)?.engineCandles.recent("1m", 0, before).at(-1)
    const stored = await reader.lastMinute(instrument.id, before)
    return recent && (!stored || recent.openTime >= stored.openTime) ? recent : stored
  }
}

/** Closes of the half hours that are over by `time`. */
const closesOf = (minutes: readonly Candle[], time: TimeMs): number[] =>
  rollUp(minutes, "30m", time)
    .filter((candle) => candle.closed)
    .map((candle) => candle.close)
