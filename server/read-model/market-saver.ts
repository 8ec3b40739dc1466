/** When is the market saved? Every few seconds, and once more at the end; a full disk is said and tried again. */

import type { TimeMs } from "#core/money/units.ts"
import type { TradeRow } from "#core/wire/index.ts"
import type { MarketArchive, SaveBatch } from "#server/storage/market-archive.ts"
import type { MarketModel } from "./market-model.ts"

const SAVE_EVERY_MS = 5000
/** Trades are many and only shown: saved more rarely. */
const TRADES_EVERY_MS = 60_000
const TRADES_SAVED = 200
const PRUNE_EVERY_MS = 60 * 60 * 1000

interface SaverLog {
  error(values: object, text: string): void
  info(values: object, text: string): void
}

export interface SaverParts {
  model: MarketModel
  archive: Pick<MarketArchive, "save" | "prune">
  log: SaverLog
}

export class MarketSaver {
  readonly #parts: SaverParts
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<void> = Promise.resolve()
  #isBusy = false
  #failure: string | undefined
  #savedTrades: TimeMs = 0
  #pruned: TimeMs = 0
  /** Last trade id of each instrument whose trades were saved. */
  readonly #tradesUpTo = new Map<string, number>()

  constructor(parts: SaverParts) {
    this.#parts = parts
  }

  /** Why the last saving failed; undefined when it worked. */
  failure(): string | undefined {
    return this.#failure
  }

  start(everyMs = SAVE_EVERY_MS): void {
    this.#pruned = this.#parts.model.now()
    this.#timer = setInterval(() => {
      // A slow disk must not pile up savings: the next one takes everything anyway.
      if (!this.#isBusy) this.#underWay = this.save(false)
    }, everyMs)
  }

  /** Saves the last of it; after that numbers go on right behind the last. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#underWay
    await this.save(true)
  }

  /** Never rejects: the market goes on in memory, and everything is tried again. */
  async save(final: boolean): Promise<void> {
    const { model, archive, log } = this.#parts
    const batch = this.#batch(final)
    this.#isBusy = true
    try {
      await archive.save(batch)
      for (const view of model.views()) view.engineCandles.saved()
      for (const [id, rows] of batch.trades) this.#tradesUpTo.set(id, rows.at(-1)?.[0] ?? 0)
      if (batch.trades.size > 0) this.#savedTrades = batch.time
      if (this.#failure !== undefined) log.info({}, "the market is saved again")
      this.#failure = undefined
      if (!final && batch.time - this.#pruned >= PRUNE_EVERY_MS) {
        this.#pruned = batch.time
        await archive.prune(batch.time)
      }
    } catch (error) {
      for (const view of model.views()) view.engineCandles.notSaved()
      this.#failure = error instanceof Error ? error.message : String(error)
      log.error(
        { err: error },
        "the market could not be saved; it goes on in memory and saving is tried again",
      )
    } finally {
      this.#isBusy = false
    }
  }

  /** Taken at one moment, so that the run span ends exactly where its candles do. */
  #batch(final: boolean): SaveBatch {
    const { model } = this.#parts
    const time = model.now()
    const candles: SaveBatch["candles"][number][] = []
    const seconds: SaveBatch["seconds"][number][] = []
    for (const view of model.views()) {
      const instrument = view.instrument.id
      const unsaved = view.engineCandles.takeUnsaved()
      for (const { interval, candle } of unsaved.candles) candles.push({ instrument, interval, candle })
      for (const minute of unsaved.minutes) seconds.push({ instrument, ...minute })
    }
    return { time, candles, seconds, counters: model.counters(), trades: this.#trades(time, final), final }
  }

  #trades(time: TimeMs, final: boolean): Map<string, TradeRow[]> {
    const trades = new Map<string, TradeRow[]>()
    if (!final && time - this.#savedTrades < TRADES_EVERY_MS) return trades
    for (const view of this.#parts.model.views()) {
      const { id } = view.instrument
      if (!view.book || view.lastTradeId === (this.#tradesUpTo.get(id) ?? 0)) continue
      const rows = view.trades(Number.MAX_SAFE_INTEGER, TRADES_SAVED)
      if (rows.length > 0) trades.set(id, rows.reverse())
    }
    return trades
  }
}
