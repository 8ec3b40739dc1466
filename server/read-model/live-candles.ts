/** The live candle of each interval, including earlier trades of its bucket. */

import { bucketEnd, bucketStart } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import { foldTrade, openCandle } from "#core/candle/fold-trade.ts"
import { INTERVALS, type Interval } from "#core/candle/interval.ts"
import { mergeCandles } from "#core/candle/roll-up.ts"
import type { InstrumentKind } from "#core/instrument/instrument.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { FoldedTrade } from "./engine-candles.ts"

/** Half hours in a day: what a sparkline shows. */
const SPARKLINE_POINTS = 48

/** Second contracts are watched by the second; books are not. */
export const intervalsOf = (kind: InstrumentKind): readonly Interval[] =>
  kind === "second" ? INTERVALS : INTERVALS.slice(INTERVALS.indexOf("1m"))

interface Live {
  candle: Candle
  end: TimeMs
}

export class LiveCandles {
  readonly #intervals: readonly Interval[]
  readonly #lives = new Map<Interval, Live>()
  /** Opening times of buckets whose earlier part is still being read. */
  readonly #awaited = new Map<Interval, TimeMs>()
  /** Closes of the last half hours that are over, oldest first. */
  readonly #closes: number[] = []

  constructor(kind: InstrumentKind) {
    this.#intervals = intervalsOf(kind)
  }

  /** Begins with what is known of the bucket so far. */
  begin(interval: Interval, candle: Candle): void {
    this.#lives.set(interval, {
      candle: { ...candle, closed: false },
      end: bucketEnd(candle.openTime, interval),
    })
  }

  /** Begins with an empty bucket that holds `time`, at the price before it. */
  beginAt(interval: Interval, time: TimeMs, price: number): void {
    this.begin(interval, openCandle(bucketStart(time, interval), price))
  }

  /** The bucket that holds `time` is shown to nobody before {@link complete} has told its earlier part. */
  awaitEarlier(interval: Interval, time: TimeMs): void {
    this.#awaited.set(interval, bucketStart(time, interval))
  }

  /** Puts before what was folded since what lies earlier in the awaited bucket; undefined: nothing does. */
  complete(interval: Interval, earlier: Candle | undefined): void {
    const openTime = this.#awaited.get(interval)
    this.#awaited.delete(interval)
    if (!earlier || earlier.openTime !== openTime) return
    const live = this.#lives.get(interval)
    if (!live) this.begin(interval, earlier)
    // Of a bucket that has ended meanwhile the next one needs only the close, which it has.
    else if (live.candle.openTime === openTime) live.candle = mergeCandles(earlier, live.candle)
  }

  beginSparkline(closes: readonly number[]): void {
    this.#closes.splice(0, this.#closes.length, ...closes.slice(-SPARKLINE_POINTS))
  }

  fold(trade: FoldedTrade): void {
    for (const interval of this.#intervals) {
      const live = this.#turned(interval, trade.time)
      if (live) foldTrade(live.candle, trade)
      else this.#foldFirst(interval, trade)
    }
  }

  /** The live candle at `now`; undefined while no price is known, or while its earlier part isn't. */
  at(interval: Interval, now: TimeMs): Candle | undefined {
    const candle = this.#turned(interval, now)?.candle
    return candle?.openTime === this.#awaited.get(interval) ? undefined : candle
  }

  /** Closes of the last 24 h in half hours, oldest first, the running one last. */
  sparkline(now: TimeMs): number[] {
    const live = this.#turned("30m", now)
    return live ? [...this.#closes.slice(1 - SPARKLINE_POINTS), live.candle.close] : []
  }

  #foldFirst(interval: Interval, trade: FoldedTrade): void {
    const candle = openCandle(bucketStart(trade.time, interval), trade.price)
    foldTrade(candle, trade)
    this.begin(interval, candle)
  }

  /** W3: a new bucket begins empty at the last close. The ones between are the reader's to fill. */
  #turned(interval: Interval, now: TimeMs): Live | undefined {
    const live = this.#lives.get(interval)
    if (!live || now < live.end) return live
    if (interval === "30m") this.#keepCloses(live, now)
    live.candle = openCandle(bucketStart(now, interval), live.candle.close)
    live.end = bucketEnd(live.candle.openTime, interval)
    return live
  }

  #keepCloses(live: Live, now: TimeMs): void {
    let end = live.end
    for (let count = 0; end <= now && count < SPARKLINE_POINTS; count += 1) {
      this.#closes.push(live.candle.close)
      end = bucketEnd(end, "30m")
    }
    this.#closes.splice(0, Math.max(0, this.#closes.length - SPARKLINE_POINTS))
  }
}
