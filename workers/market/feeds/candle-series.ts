/** The loaded bars and what changed since the last frame. Merging only; the feed fetches. */

import { shiftBucket } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import { nextCandles } from "#core/candle/fold-trade.ts"
import type { Interval } from "#core/candle/interval.ts"

/** Bars loaded at a time: the chart library's cost grows with them. */
export const BARS_MAX = 3000
/** When live bars reach the limit, so many old ones go at once: a reset for each new bar would be dear. */
const TRIM_BARS = 250
/** More turns at once than this were slept through: asked for, not made up. */
const TURNS_MAX = 5

export type Hole = readonly [number, number]

/** What the page doesn't know yet. `from`: index of the first changed bar, after `prepended` new ones at the front. */
export interface SeriesChange {
  isReset: boolean
  prepended: number
  from: number
}

const NO_CHANGE: SeriesChange = { isReset: false, prepended: 0, from: Number.POSITIVE_INFINITY }

export class CandleSeries {
  /** Ascending, one a bucket. */
  bars: Candle[] = []
  holes: readonly Hole[] = []
  hasOlder = false
  /** The newest bars were dropped while scrolling far back: no live bar belongs at the end. */
  isDetached = false
  readonly interval: Interval
  /** Opening times of the empty bars that we made by W3; any bar of the server is better. */
  #made = new Set<number>()
  /** Opening times of the server's bars that only our clock has closed; its closing row may still come. */
  #turned = new Set<number>()
  #change: SeriesChange = { ...NO_CHANGE }

  constructor(interval: Interval) {
    this.interval = interval
  }

  get last(): Candle | undefined {
    return this.bars.at(-1)
  }

  get hasChange(): boolean {
    return this.#change.isReset || this.#change.prepended > 0 || this.#change.from < this.bars.length
  }

  /** Only the end has changed, as it does with every trade: nobody waits for it as for a page of older bars. */
  get hasOnlyLiveChange(): boolean {
    return !this.#change.isReset && this.#change.prepended === 0 && this.#change.from >= this.bars.length - 1
  }

  takeChange(): SeriesChange {
    const change = this.#change
    this.#change = { ...NO_CHANGE }
    return change
  }

  /** The newest bar that the server itself called closed. */
  get lastProven(): Candle | undefined {
    return this.bars.findLast(
      (bar) => bar.closed && !this.#made.has(bar.openTime) && !this.#turned.has(bar.openTime),
    )
  }

  /** A whole page in place of everything. */
  reset(bars: Candle[], holes: readonly Hole[], hasOlder: boolean): void {
    this.bars = bars.slice(-BARS_MAX)
    this.holes = holes
    this.hasOlder = hasOlder || bars.length > BARS_MAX
    this.isDetached = false
    this.#forgetOwn(0)
    this.#change = { ...NO_CHANGE, isReset: true }
  }

  /** A page of the newest bars replaces the end from its first bar on. False when it doesn't reach what is held. */
  splice(page: readonly Candle[], holes: readonly Hole[]): boolean {
    const first = page[0]
    const last = this.last
    if (!first || !last || first.openTime > shiftBucket(last.openTime, this.interval, 1)) return false
    const at = this.#indexFrom(first.openTime)
    this.bars.splice(at, this.bars.length - at, ...page)
    this.#forgetOwn(first.openTime)
    this.holes = joinHoles(this.holes, holes)
    this.#changedFrom(at)
    this.#trimOldest()
    return true
  }

  prepend(page: readonly Candle[], holes: readonly Hole[], hasOlder: boolean): void {
    const first = this.bars[0]?.openTime ?? Number.POSITIVE_INFINITY
    const older = page.filter((bar) => bar.openTime < first)
    this.hasOlder = hasOlder
    this.holes = joinHoles(holes, this.holes)
    this.bars = [...older, ...this.bars]
    this.#change.prepended += older.length
    this.#change.from += older.length
    if (this.bars.length <= BARS_MAX) return
    this.bars.length = BARS_MAX
    this.isDetached = true
    this.#forgetOwn(0)
    this.#change = { ...NO_CHANGE, isReset: true }
  }

  /** The page that follows what is loaded; `reachesNow` when nothing newer exists. */
  append(page: readonly Candle[], holes: readonly Hole[], reachesNow: boolean): void {
    const last = this.last?.openTime ?? Number.NEGATIVE_INFINITY
    this.bars = [...this.bars, ...page.filter((bar) => bar.openTime > last)]
    this.holes = joinHoles(this.holes, holes)
    if (this.bars.length > BARS_MAX) this.#dropOldest(this.bars.length - BARS_MAX)
    this.isDetached = !reachesNow
    this.#change = { ...NO_CHANGE, isReset: true }
  }

  /**
   * A live bar of the server. Of two versions of a bucket the one with the higher last trade wins, then the closed
   * one. False when bars are missing between it and the end, or when the end was never closed: to be asked for.
   */
  merge(bar: Candle): boolean {
    const last = this.last
    if (!last || this.isDetached) return true
    if (bar.openTime <= last.openTime) {
      this.#replace(bar)
      return true
    }
    const isNext = bar.openTime === shiftBucket(last.openTime, this.interval, 1)
    if (!isNext) return false
    // An empty bar of ours: had anything been traded in it, the server had said so.
    if (this.#made.has(last.openTime)) this.bars[this.bars.length - 1] = { ...last, closed: true }
    else if (!last.closed) return false
    this.bars.push(bar)
    this.#changedFrom(this.bars.length - 1)
    this.#trimOldest()
    return true
  }

  /**
   * Turns buckets over by the server's clock where nothing was traded (W3). False when so many are due that they
   * were slept through.
   */
  turn(serverNow: number): boolean {
    const last = this.last
    if (!last || this.isDetached) return true
    if (serverNow >= shiftBucket(last.openTime, this.interval, 1 + TURNS_MAX)) return false
    const { closed, live } = nextCandles(last, this.interval, serverNow)
    if (closed.length === 0) return true
    const at = this.bars.length - 1
    if (!last.closed && !this.#made.has(last.openTime)) this.#turned.add(last.openTime)
    for (const bar of [...closed.slice(1), live]) this.#made.add(bar.openTime)
    this.bars.splice(at, 1, ...closed, live)
    this.#changedFrom(at)
    this.#trimOldest()
    return true
  }

  #replace(bar: Candle): void {
    const at = this.#indexFrom(bar.openTime)
    const held = this.bars[at]
    if (held?.openTime !== bar.openTime) return
    const isMade = this.#made.has(bar.openTime)
    const isNewer = bar.lastTradeId > held.lastTradeId || (bar.lastTradeId === held.lastTradeId && bar.closed)
    if (!isNewer && !isMade) return
    // A live version that was late: by the clock its bucket is over, and the closing row still comes.
    const isLate = !bar.closed && held.closed
    this.bars[at] = isLate ? { ...bar, closed: true } : bar
    this.#made.delete(bar.openTime)
    if (isLate) this.#turned.add(bar.openTime)
    else this.#turned.delete(bar.openTime)
    this.#changedFrom(at)
    this.#redraw(at)
  }

  /** Empty bars of ours after `at` repeat its close. */
  #redraw(at: number): void {
    for (let next = at + 1; next < this.bars.length; next += 1) {
      const [before, bar] = [this.bars[next - 1], this.bars[next]]
      if (!before || !bar || !this.#made.has(bar.openTime)) return
      this.bars[next] = {
        ...bar,
        open: before.close,
        high: before.close,
        low: before.close,
        close: before.close,
      }
    }
  }

  #forgetOwn(from: number): void {
    for (const own of [this.#made, this.#turned]) {
      for (const time of own) if (time >= from) own.delete(time)
    }
  }

  #changedFrom(at: number): void {
    this.#change.from = Math.min(this.#change.from, at)
  }

  #trimOldest(): void {
    if (this.bars.length <= BARS_MAX) return
    this.#dropOldest(this.bars.length - BARS_MAX + TRIM_BARS)
    this.#change = { ...NO_CHANGE, isReset: true }
  }

  #dropOldest(count: number): void {
    this.bars.splice(0, count)
    this.hasOlder = true
    const first = this.bars[0]?.openTime ?? 0
    this.holes = this.holes.filter(([, to]) => to > first)
  }

  /** Index of the first bar that opens at or after `time`. */
  #indexFrom(time: number): number {
    let low = 0
    let high = this.bars.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.bars[middle]?.openTime ?? 0) < time) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Holes of two neighbouring pages, each once, ascending. */
function joinHoles(one: readonly Hole[], other: readonly Hole[]): readonly Hole[] {
  if (other.length === 0) return one
  const byStart = new Map([...one, ...other].map((hole) => [hole[0], hole]))
  return [...byStart.values()].sort((a, b) => a[0] - b[0])
}
