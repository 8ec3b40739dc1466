/**
 * The running week and month before today: told to the live candles while the exchange already works, as computing weeks
 * of every market takes seconds of a start. Until then these two are shown to nobody.
 */

import { setTimeout as wait } from "node:timers/promises"
import { bucketStart } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import type { Interval } from "#core/candle/interval.ts"
import { rollUp } from "#core/candle/roll-up.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { CandleJoin } from "./candle-join.ts"
import type { MarketView } from "./market-view.ts"

const DAY_MS = 24 * 60 * 60 * 1000
const RETRY_MS = 5000

/** Longer than a day: they hold days before today. */
export const LONG_INTERVALS: readonly Interval[] = ["1W", "1M"]

export interface LongLivesParts {
  views: readonly MarketView[]
  /** For one pass over all markets. */
  join(): CandleJoin
  /** Epoch ms when the run's span began: only days before that one are read here. */
  time: TimeMs
  log: { error(values: object, text: string): void }
}

export class LongLives {
  readonly #parts: LongLivesParts
  readonly #stopped = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(parts: LongLivesParts) {
    this.#parts = parts
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        return await this.#complete()
      } catch (error) {
        if (this.#stopped.signal.aborted) return
        this.#parts.log.error({ err: error }, "the running week and month could not be read; tried again")
        await wait(RETRY_MS, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
      }
    }
  }

  async #complete(): Promise<void> {
    const { views, time } = this.#parts
    const found = new Map<MarketView, Candle[]>(views.map((view) => [view, []]))
    const today = bucketStart(time, "1D")
    const first = Math.min(...LONG_INTERVALS.map((interval) => bucketStart(time, interval)))
    for (let day = first; day < today; day += DAY_MS) {
      if (!(await this.#readDay(day, found))) return
    }
    for (const [view, days] of found)
      for (const interval of LONG_INTERVALS) {
        const from = bucketStart(time, interval)
        const parts = days.filter(({ openTime }) => openTime >= from)
        view.live.complete(interval, rollUp(parts, interval).at(0))
      }
  }

  /** Of all markets together: what their walks share is computed once. False when it is to stop. */
  async #readDay(day: TimeMs, found: ReadonlyMap<MarketView, Candle[]>): Promise<boolean> {
    const join = this.#parts.join()
    for (const [{ instrument }, days] of found) {
      if (this.#stopped.signal.aborted) return false
      const span = { from: day, to: day + DAY_MS, now: this.#parts.time }
      days.push(...(await join.candles(instrument, "1D", span)))
      // Orders come first.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return true
  }
}
