/** Saves the market every few seconds, before each snapshot and at shutdown; a full disk is logged and retried. */

import type { TimeMs } from "#core/money/units.ts"
import type { TradeRow } from "#core/wire/index.ts"
import type { MarketArchive, SaveBatch } from "#server/storage/market-archive.ts"
import type { MarketModel } from "./market-model.ts"

const SAVE_EVERY_MS = 5000
const TRADES_SAVED = 200
const PRUNE_EVERY_MS = 60 * 60 * 1000

/** How much is saved: whether the last trades as well, and whether it is the last time. */
type Extent = "candles" | "whole" | "final"

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
  /** Under way or waiting. */
  #savings = 0
  #isStopped = false
  #failure: string | undefined
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
      if (this.#savings === 0) void this.save("candles")
    }, everyMs)
  }

  /**
   * Saves the last trades too, which are many and only shown: before the exchange's snapshot, as a restart has no
   * other trades than the saved ones and those that it replays behind the snapshot. Rejects when nothing was saved.
   */
  async saveWhole(): Promise<void> {
    if (!this.#isStopped) await this.save("whole")
    if (this.#failure !== undefined) throw new Error(this.#failure)
  }

  /** Saves the last of it; after that numbers go on right behind the last. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#isStopped = true
    await this.save("final")
  }

  /**
   * Never rejects: the market goes on in memory, and everything is tried again. One saving at a time: rows of a later
   * moment must not be overwritten by those of an earlier one.
   */
  save(extent: Extent): Promise<void> {
    this.#underWay = this.#savings > 0 ? this.#underWay.then(() => this.#save(extent)) : this.#save(extent)
    this.#savings += 1
    return this.#underWay
  }

  async #save(extent: Extent): Promise<void> {
    const { model, archive, log } = this.#parts
    const batch = this.#batch(extent)
    try {
      await archive.save(batch)
      for (const view of model.views()) view.engineCandles.saved()
      for (const [id, rows] of batch.trades) this.#tradesUpTo.set(id, rows.at(-1)?.[0] ?? 0)
      if (this.#failure !== undefined) log.info({}, "the market is saved again")
      this.#failure = undefined
      if (extent !== "final" && batch.time - this.#pruned >= PRUNE_EVERY_MS) {
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
      this.#savings -= 1
    }
  }

  /** Taken at one moment, so that the run span ends exactly where its candles do. */
  #batch(extent: Extent): SaveBatch {
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
    const trades = extent === "candles" ? new Map<string, TradeRow[]>() : this.#trades()
    return { time, candles, seconds, counters: model.counters(), trades, final: extent === "final" }
  }

  #trades(): Map<string, TradeRow[]> {
    const trades = new Map<string, TradeRow[]>()
    for (const view of this.#parts.model.views()) {
      const { id } = view.instrument
      if (!view.book || view.lastTradeId === (this.#tradesUpTo.get(id) ?? 0)) continue
      const rows = view.trades(Number.MAX_SAFE_INTEGER, TRADES_SAVED)
      if (rows.length > 0) trades.set(id, rows.reverse())
    }
    return trades
  }
}
