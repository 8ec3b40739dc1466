/**
 * Brings the stored candles up to the command log after a kill. Candles are saved every few seconds, commands with every
 * batch; what was traded in between is replayed at the start and folded in here, each trade exactly once.
 */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { EngineEvent, IndexEvent, TradeEvent } from "#server/engine/event.ts"
import type { MarketArchive, NewestCandles, RunSpan, SaveBatch } from "#server/storage/market-archive.ts"
import { EngineCandles, type FoldedTrade } from "./engine-candles.ts"
import { indexInTicks, TICK_QUANTITY } from "./index-ticks.ts"
import { indexBaseCounter } from "./market-model.ts"

/** Candles of one instrument as they are stored, going on with what is replayed. */
interface Recovering {
  candles: EngineCandles
  /** Of the last trade that the stored candles hold. */
  lastTradeId: number
}

export class MarketRecovery {
  readonly #archive: MarketArchive
  readonly #newest: ReadonlyMap<string, NewestCandles>
  readonly #span: RunSpan | undefined
  readonly #counters: ReadonlyMap<string, number>
  /** Second contracts by the index they follow: their candles are made of its ticks. */
  readonly #followers: ReadonlyMap<string, readonly Instrument[]>
  readonly #recovering = new Map<string, Recovering>()
  #from: TimeMs | undefined
  #to: TimeMs = 0
  /** Trades lie between the stored candles and the first replayed one: an older Saker didn't save before a snapshot. */
  #hasGap = false

  private constructor(
    archive: MarketArchive,
    parts: {
      newest: ReadonlyMap<string, NewestCandles>
      span: RunSpan | undefined
      counters: ReadonlyMap<string, number>
      instruments: readonly Instrument[]
    },
  ) {
    this.#archive = archive
    this.#newest = parts.newest
    this.#span = parts.span
    this.#counters = parts.counters
    const seconds = parts.instruments.filter((instrument) => instrument.kind === "second")
    this.#followers = Map.groupBy(seconds, ({ index }) => index)
  }

  /** Reads where the archive ends: to be called before anything is replayed. */
  static async open(archive: MarketArchive, instruments: readonly Instrument[]): Promise<MarketRecovery> {
    const { spans, counters } = await archive.load()
    return new MarketRecovery(archive, {
      newest: await archive.newest(),
      span: spans.at(-1),
      counters,
      instruments,
    })
  }

  /** Hears of every command that is replayed, in order. */
  take(time: TimeMs, events: readonly EngineEvent[]): void {
    this.#from ??= time
    this.#to = time
    for (const event of events) {
      if (event.type === "trade") this.#trade(event)
      else if (event.type === "index") this.#tick(event)
    }
  }

  /** Spans and candles as they are with what was replayed, for whoever stores nothing of it. */
  recovered(saved: readonly RunSpan[]): { spans: RunSpan[]; candles: ReadonlyMap<string, EngineCandles> } {
    const span = this.#recoveredSpan()
    const others = saved.filter(({ from }) => from !== span?.from)
    const candles = new Map([...this.#recovering].map(([id, one]) => [id, one.candles]))
    return { spans: span ? [...others, span] : [...saved], candles }
  }

  /** Stores what was missing, in one transaction; throws when that failed, and nothing was stored then. */
  async finish(): Promise<void> {
    const span = this.#recoveredSpan()
    if (!span) return
    const candles: SaveBatch["candles"][number][] = []
    const seconds: SaveBatch["seconds"][number][] = []
    for (const [instrument, recovering] of this.#recovering) {
      const unsaved = recovering.candles.takeUnsaved()
      for (const one of unsaved.candles) candles.push({ instrument, ...one })
      for (const one of unsaved.minutes) seconds.push({ instrument, ...one })
    }
    await this.#archive.recover({ candles, seconds, span })
  }

  /** The last run was up as long as it committed. */
  #recoveredSpan(): RunSpan | undefined {
    const [from, span] = [this.#from, this.#span]
    if (from === undefined) return undefined
    // What was traded in a gap is unknown: it must not look like a silent market.
    if (!span || (this.#hasGap && from > span.to)) return { from, to: this.#to }
    return this.#to > span.to ? { from: span.from, to: this.#to } : undefined
  }

  #trade({ instrument, id, time, price, quantity }: TradeEvent): void {
    this.#fold(instrument, { id, time, price, quantity }, false)
  }

  #tick({ index, seq, time, price }: IndexEvent): void {
    const base = this.#counters.get(indexBaseCounter(index))
    // Data of an older Saker doesn't tell how its ticks were numbered: they can't be told from those in the candles.
    if (base === undefined) return
    for (const { id, tick } of this.#followers.get(index) ?? []) {
      const folded = { id: base + seq, time, price: indexInTicks(price, tick), quantity: TICK_QUANTITY }
      this.#fold(id, folded, true)
    }
  }

  #fold(instrument: string, trade: FoldedTrade, hasSeconds: boolean): void {
    let recovering = this.#recovering.get(instrument)
    if (!recovering) {
      recovering = resumed(this.#newest.get(instrument), hasSeconds)
      this.#recovering.set(instrument, recovering)
      if (trade.id > recovering.lastTradeId + 1) this.#hasGap = true
    }
    if (trade.id > recovering.lastTradeId) recovering.candles.fold(trade)
  }
}

function resumed(newest: NewestCandles | undefined, hasSeconds: boolean): Recovering {
  const candles = new EngineCandles(hasSeconds)
  let lastTradeId = 0
  for (const { interval, candle } of newest?.stored ?? []) {
    candles.resume(interval, candle)
    lastTradeId = Math.max(lastTradeId, candle.lastTradeId)
  }
  if (hasSeconds) for (const second of newest?.seconds ?? []) candles.resume("1s", second)
  return { candles, lastTradeId }
}
