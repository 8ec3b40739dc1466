/** Candles of the engine's trades in the stored intervals, and which of them are not saved yet. */

import { bucketEnd, bucketStart } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import { foldTrade, openCandle } from "#core/candle/fold-trade.ts"
import type { TimeMs } from "#core/money/units.ts"
import { STORED_INTERVALS, type StoredInterval } from "#server/storage/market-archive.ts"

export type EngineInterval = StoredInterval | "1s"

export interface FoldedTrade {
  time: TimeMs
  price: number
  quantity: number
  id: number
}

interface Running {
  interval: EngineInterval
  candle: Candle | undefined
  end: TimeMs
}

/** What is to be saved: candles of the stored intervals, and minutes with all their seconds. */
export interface UnsavedCandles {
  candles: { interval: StoredInterval; candle: Candle }[]
  minutes: { minute: TimeMs; candles: Candle[] }[]
}

/** Candles that are not in the archive yet, by opening time. */
type Unsaved = Map<TimeMs, Candle>

/** The candles of one instrument. Only buckets that saw a trade; fills are the reader's. */
export class EngineCandles {
  readonly #running: Running[]
  #unsaved = new Map<EngineInterval, Unsaved>()
  /** On their way into the archive; back among the unsaved if that fails. */
  #saving = new Map<EngineInterval, Unsaved>()
  /** All seconds of the running minute, and of those not saved: the archive takes minutes whole. */
  readonly #minutes = new Map<TimeMs, Candle[]>()

  /** `seconds`: keep one-second candles too. */
  constructor(seconds: boolean) {
    const intervals: EngineInterval[] = seconds ? ["1s", ...STORED_INTERVALS] : [...STORED_INTERVALS]
    this.#running = intervals.map((interval) => ({ interval, candle: undefined, end: 0 }))
  }

  /** Goes on with a bucket that an earlier run has begun. */
  resume(interval: EngineInterval, candle: Candle): void {
    for (const running of this.#running) {
      if (running.interval !== interval) continue
      // What was folded since isn't set back.
      if (running.candle && running.candle.openTime >= candle.openTime) continue
      running.candle = { ...candle, closed: false }
      running.end = bucketEnd(candle.openTime, interval)
      if (interval === "1s") this.#keepSecond(running.candle)
    }
  }

  fold(trade: FoldedTrade): void {
    for (const running of this.#running) {
      if (!running.candle || trade.time >= running.end) {
        running.candle = openCandle(bucketStart(trade.time, running.interval), trade.price)
        running.end = bucketEnd(running.candle.openTime, running.interval)
        if (running.interval === "1s") this.#keepSecond(running.candle)
      }
      foldTrade(running.candle, trade)
      unsavedOf(this.#unsaved, running.interval).set(running.candle.openTime, running.candle)
    }
  }

  /** Those that the archive may not have yet, of buckets that open in [from, to). */
  recent(interval: EngineInterval, from: TimeMs, to: TimeMs): Candle[] {
    const found = new Map<TimeMs, Candle>()
    for (const source of [this.#saving, this.#unsaved]) {
      for (const [openTime, candle] of source.get(interval) ?? []) {
        if (openTime >= from && openTime < to) found.set(openTime, candle)
      }
    }
    return [...found.values()].sort((one, other) => one.openTime - other.openTime)
  }

  /** Copies of what is to be saved; followed by {@link saved} or {@link notSaved}. */
  takeUnsaved(): UnsavedCandles {
    this.notSaved()
    this.#saving = this.#unsaved
    this.#unsaved = new Map()
    const candles = STORED_INTERVALS.flatMap((interval) =>
      [...(this.#saving.get(interval)?.values() ?? [])].map((candle) => ({
        interval,
        candle: { ...candle },
      })),
    )
    const changed = new Set([...(this.#saving.get("1s")?.keys() ?? [])].map(minuteOf))
    const minutes = [...changed].map((minute) => ({
      minute,
      candles: (this.#minutes.get(minute) ?? []).map((candle) => ({ ...candle })),
    }))
    return { candles, minutes }
  }

  saved(): void {
    const seconds = this.#saving.get("1s")
    this.#saving = new Map()
    const running = Math.max(...this.#minutes.keys())
    for (const minute of new Set([...(seconds?.keys() ?? [])].map(minuteOf))) {
      if (minute < running) this.#minutes.delete(minute)
    }
  }

  notSaved(): void {
    for (const [interval, candles] of this.#saving) {
      const unsaved = unsavedOf(this.#unsaved, interval)
      for (const [openTime, candle] of candles) unsaved.set(openTime, candle)
    }
    this.#saving = new Map()
  }

  #keepSecond(candle: Candle): void {
    const minute = minuteOf(candle.openTime)
    const known = this.#minutes.get(minute)
    if (known) known.push(candle)
    else this.#minutes.set(minute, [candle])
  }
}

const minuteOf = (time: TimeMs): TimeMs => bucketStart(time, "1m")

function unsavedOf(all: Map<EngineInterval, Unsaved>, interval: EngineInterval): Unsaved {
  const known = all.get(interval)
  if (known) return known
  const fresh: Unsaved = new Map()
  all.set(interval, fresh)
  return fresh
}
