/** Range bars as a chart's bars: made of the smallest candles that are loaded, and carried on by the running one. */

import { type RangeBar, RangeBars, type RangeSource, usualRange } from "#core/candle/range-bars.ts"
import { type Bar, Bars, type BarsChange } from "./bars.model.ts"

/** Loaded candles above which no older ones are asked for: the worker would drop the newest for them. */
const SOURCES_MAX = 1900

/** Bars that are made of loaded candles at most: a range of a tick would be millions, and nobody scrolls through them. */
const BARS_MOST = 20_000

export class RangeView {
  readonly bars = new Bars()
  /** Ticks that a bar spans; 0 until there are prices, where none was chosen. */
  range: number
  readonly #tick: () => number
  /** Only the newest candles were used: all of them are too many bars. */
  #isCut = false
  #made: RangeBars | undefined
  /** The newest candle that was put in, and the one before it. */
  #newest: Bar | undefined
  #before: Bar | undefined

  /** `range` 0: as fits the price of the first bars. `tick`: the market's, asked once bars have come. */
  constructor(range: number, tick: () => number) {
    this.range = range
    this.#tick = tick
  }

  /** Follows a change of the candles; answers what it means for the range bars. */
  apply(source: Bars, change: BarsChange): BarsChange {
    this.bars.newer = source.newer
    const drawn = this.bars.list.length
    const goesOn = change.kind === "tail" && this.#made !== undefined && drawn < 2 * BARS_MOST
    const isMade = goesOn && this.#goOn(source.list.slice(change.from))
    if (!isMade) this.#build(source.list)
    this.bars.more = source.more && !this.#isCut && source.list.length < SOURCES_MAX
    return isMade ? { kind: "tail", from: Math.max(0, drawn - 1) } : { kind: "all" }
  }

  #build(candles: readonly Bar[]): void {
    this.bars.list = []
    this.#newest = undefined
    this.#before = undefined
    this.#made = undefined
    const last = candles.at(-1)
    if (!last) return
    if (this.range === 0) this.range = usualRange(this.#ticks(last.close))
    this.#made = new RangeBars(this.range)
    const first = this.#firstOf(candles)
    this.#isCut = first > 0
    this.#goOn(candles.slice(first))
  }

  /** The oldest candle to begin with: each is at most as many bars as its path is long. */
  #firstOf(candles: readonly Bar[]): number {
    let bars = 0
    let at = candles.length - 1
    while (at > 0 && bars < BARS_MOST) {
      const { high = 0, low = 0 } = candles[at] ?? {}
      bars += (2 * this.#ticks(high - low)) / this.range
      at -= 1
    }
    return at
  }

  /** False: a candle changed that others were built on. */
  #goOn(candles: readonly Bar[]): boolean {
    const from = Math.max(0, this.bars.list.length - 1)
    for (const candle of candles) {
      if (this.#newest && candle.time < this.#newest.time) {
        if (!isSame(candle, this.#before)) return false
        continue
      }
      this.#made?.put(this.#source(candle))
      if (this.#newest?.time !== candle.time) this.#before = this.#newest
      this.#newest = candle
    }
    this.#take(from)
    return true
  }

  /** Writes the range bars from an index on as bars of the chart. Several of one candle stand a millisecond apart: an axis needs that. */
  #take(from: number): void {
    const made = this.#made?.bars ?? []
    const { list } = this.bars
    for (let at = from; at < made.length; at += 1) {
      const bar = made[at] as RangeBar
      const time = list[at]?.time ?? Math.max(bar.time, (list[at - 1]?.time ?? 0) + 1)
      list[at] = {
        time,
        open: this.#price(bar.open),
        high: this.#price(bar.high),
        low: this.#price(bar.low),
        close: this.#price(bar.close),
        volume: bar.volume,
        closed: bar.isClosed,
        generated: false,
      }
    }
  }

  #source({ time, open, high, low, close, volume }: Bar): RangeSource {
    const [first, highest, lowest, last] = [open, high, low, close].map((price) => this.#ticks(price))
    return { time, open: first ?? 0, high: highest ?? 0, low: lowest ?? 0, close: last ?? 0, volume }
  }

  #ticks(price: number): number {
    return Math.round(price / this.#tick())
  }

  /** By the nearest decimal, as the wire has it. */
  #price(ticks: number): number {
    return Number((ticks * this.#tick()).toFixed(10))
  }
}

const isSame = (one: Bar, other: Bar | undefined) =>
  other !== undefined &&
  one.time === other.time &&
  one.high === other.high &&
  one.low === other.low &&
  one.close === other.close
