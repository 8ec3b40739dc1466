/** Range bars: each spans a fixed number of ticks, however long that takes. Built from prices in the order in which they came. */

import type { TimeMs } from "../money/units.ts"
import { type PathPrices, pricePath } from "./price-path.ts"

export interface RangeBar extends PathPrices {
  /** When it opened: the moment of the price that did, no earlier than that is known. */
  time: TimeMs
  /** In whatever unit it was put in; what came at its last price belongs to it. */
  volume: number
  isClosed: boolean
}

/** A candle of which more may come: of the running one each newer version. */
export interface RangeSource extends PathPrices {
  time: TimeMs
  volume: number
}

/**
 * A bar closes as soon as its high and low are the range apart: at the price that made it so. The next one opens there. Between
 * two prices every tick is taken to have been passed, so each closed bar spans the range exactly, and no bar begins
 * elsewhere than where the one before ended. All prices in whole ticks.
 */
export class RangeBars {
  readonly range: number
  readonly bars: RangeBar[] = []
  #source: RangeSource | undefined

  constructor(range: number) {
    if (!Number.isSafeInteger(range) || range < 1) throw new RangeError(`a range of ${range} ticks`)
    this.range = range
  }

  /**
   * Takes the next candle along its assumed path, or a newer version of the newest one: what that adds is a new high, a
   * new low, and its last price. Bars that were closed stay as they are.
   */
  put(source: RangeSource): void {
    const before = this.#source
    this.#source = source
    if (before?.time === source.time) this.#goOn(before, source)
    else this.#along(pricePath(source), source.time, source.volume)
  }

  /** The new extremes in the order of the path, as far as they are new, and then the price that is the last. */
  #goOn(before: RangeSource, { time, volume, ...prices }: RangeSource): void {
    const isNew = (price: number) => price > before.high || price < before.low
    const [, first = prices.close, second = prices.close] = pricePath(prices)
    this.#along([...[first, second].filter(isNew), prices.close], time, Math.max(0, volume - before.volume))
  }

  #along(path: readonly number[], time: TimeMs, volume: number): void {
    const [first = 0] = path
    if (this.bars.length === 0) this.#open(first, time)
    const from = this.bars.length - 1
    for (const price of path) this.#move(price, time)
    const share = volume / (this.bars.length - from)
    for (const bar of this.bars.slice(from)) bar.volume += share
  }

  #move(to: number, time: TimeMs): void {
    let bar = this.bars.at(-1)
    while (bar && (to >= bar.low + this.range || to <= bar.high - this.range)) {
      const isRising = to >= bar.low + this.range
      bar.close = isRising ? bar.low + this.range : bar.high - this.range
      if (isRising) bar.high = bar.close
      else bar.low = bar.close
      bar.isClosed = true
      bar = this.#open(bar.close, time)
    }
    if (!bar) return
    bar.high = Math.max(bar.high, to)
    bar.low = Math.min(bar.low, to)
    bar.close = to
  }

  #open(price: number, time: TimeMs): RangeBar {
    const bar = { time, open: price, high: price, low: price, close: price, volume: 0, isClosed: false }
    this.bars.push(bar)
    return bar
  }
}

/**
 * A range that makes a readable chart: about a thousandth of the price, as 1, 2 or 5 times a power of ten, in ticks.
 * @example usualRange(6_728_400) // 5000
 */
export function usualRange(ticks: number): number {
  const wanted = Math.max(1, ticks / 1000)
  const power = 10 ** Math.floor(Math.log10(wanted))
  const step = wanted / power
  return Math.max(1, Math.round(power * (step >= 5 ? 5 : step >= 2 ? 2 : 1)))
}
