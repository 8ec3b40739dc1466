/** The rolling 24 h window: open, high, low, last, volume and turnover, updated with each trade. */

import type { Candle } from "../candle/candle.ts"
import type { TimeMs } from "../money/units.ts"

const MINUTE_MS = 60_000
/** The window: the running minute and the 1,439 before it. Its edge moves by whole minutes. */
export const DAY_MINUTES = 1440

/** Prices in ticks, volume in lots, turnover in ticks × lots (times K it is an amount). */
export interface DayFigures {
  open: number
  high: number
  low: number
  last: number
  volume: number
  turnover: bigint
}

/** A minute that history brings; its exact turnover in ticks × lots, where it is known. */
export type SeedMinute = Candle & { turnover?: bigint }

/** What is told of one minute, which is its number since 1970. */
interface Part {
  minute: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  turnover: bigint
}

/**
 * The minutes of the window, each in the slot of its number modulo the window's length. Columns of plain numbers: as objects
 * the minutes of a hundred markets were a quarter of what the server holds.
 */
class MinuteSlots {
  /** −1 while the slot is free. */
  readonly minute = new Int32Array(DAY_MINUTES).fill(-1)
  readonly open = new Float64Array(DAY_MINUTES)
  readonly high = new Float64Array(DAY_MINUTES)
  readonly low = new Float64Array(DAY_MINUTES)
  readonly close = new Float64Array(DAY_MINUTES)
  readonly volume = new Float64Array(DAY_MINUTES)
  readonly turnover: bigint[] = new Array(DAY_MINUTES).fill(0n)
}

/**
 * The figures are those of the 1,440 one-minute candles of W3, the empty ones filled: so `open` is the first trade of
 * the window's first minute, or the close before it when nothing was traded in that minute, and the chart agrees.
 * Sums are kept as trades come and go; high and low are looked for anew only when the minute that had them leaves.
 */
export class DayWindow {
  readonly #slots = new MinuteSlots()
  /** The running minute; the newest the window has seen. */
  #minute = Number.NEGATIVE_INFINITY
  /** Close of the newest minute that left the window. */
  #closeBefore: number | undefined
  /** Oldest and newest minute with prices that was ever told; both may have left. */
  #oldest: number | undefined
  #newest: number | undefined
  #last = 0
  /** Over the minutes in the window; without the close before it, which counts only while the first is empty. */
  #high = Number.NEGATIVE_INFINITY
  #low = Number.POSITIVE_INFINITY
  #isRangeKnown = false
  #volume = 0
  #turnover = 0n

  /**
   * Starts anew from one-minute candles, ascending. A candle has no turnover of its own: where none is given it is
   * taken at the mean of open, high, low and close, so it lies between low × volume and high × volume. Trades told
   * later for its last minute are added to it.
   */
  seed(minutes: readonly SeedMinute[]): void {
    this.#reset()
    for (const candle of minutes) {
      const minute = Math.floor(candle.openTime / MINUTE_MS)
      this.#advance(minute)
      if (!this.#holds(minute)) continue
      const { open, high, low, close, volume } = candle
      const mean = (BigInt(open) + BigInt(high) + BigInt(low) + BigInt(close)) * BigInt(volume)
      this.#put({ minute, open, high, low, close, volume, turnover: candle.turnover ?? mean / 4n })
    }
  }

  /**
   * Adds a trade: epoch ms, ticks, lots. One that is late by less than the window goes to its own minute; one that is
   * older is nothing.
   * @throws RangeError when the volume of 24 h would reach 2^53 lots (U4).
   */
  add(time: TimeMs, price: number, quantity: number): void {
    const minute = Math.floor(time / MINUTE_MS)
    this.#advance(minute)
    if (!this.#holds(minute)) return
    const turnover = BigInt(price) * BigInt(quantity)
    this.#put({ minute, open: price, high: price, low: price, close: price, volume: quantity, turnover })
  }

  /** The figures at `now`, undefined while no price is known. A `now` before the newest trade counts as that. */
  at(now: TimeMs): DayFigures | undefined {
    this.#advance(Math.floor(now / MINUTE_MS))
    if (this.#newest === undefined) return undefined
    const open = this.#openAt(this.#minute - DAY_MINUTES + 1)
    if (!this.#isRangeKnown) this.#findRange()
    return {
      open,
      high: Math.max(this.#high, open),
      low: Math.min(this.#low, open),
      last: this.#last,
      volume: this.#volume,
      turnover: this.#turnover,
    }
  }

  /** As {@link at}, of the newest `minutes` alone: the running minute and those before it, at most the whole window. */
  within(now: TimeMs, minutes: number): DayFigures | undefined {
    const day = this.at(now)
    if (day === undefined || minutes >= DAY_MINUTES) return day
    const slots = this.#slots
    const first = this.#minute - minutes + 1
    let [high, low] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    let [volume, turnover] = [0, 0n]
    for (let minute = first; minute <= this.#minute; minute += 1) {
      const at = slotOf(minute)
      if (read(slots.minute, at) < 0) continue
      high = Math.max(high, read(slots.high, at))
      low = Math.min(low, read(slots.low, at))
      volume += read(slots.volume, at)
      turnover += slots.turnover[at] ?? 0n
    }
    const open = this.#openAt(first)
    return { open, high: Math.max(high, open), low: Math.min(low, open), last: day.last, volume, turnover }
  }

  #reset(): void {
    this.#slots.minute.fill(-1)
    this.#minute = Number.NEGATIVE_INFINITY
    this.#closeBefore = undefined
    this.#oldest = undefined
    this.#newest = undefined
    this.#isRangeKnown = false
    this.#volume = 0
    this.#turnover = 0n
  }

  #holds(minute: number): boolean {
    return minute > this.#minute - DAY_MINUTES
  }

  /** Moves the window on so that `minute` is its newest, and lets go of what leaves it, oldest first. */
  #advance(minute: number): void {
    if (minute <= this.#minute) return
    if (this.#newest !== undefined) {
      // after a silence longer than the window everything leaves, each slot once, still oldest first
      const steps = Math.min(minute - this.#minute, DAY_MINUTES)
      for (let step = 0; step < steps; step += 1) this.#release(this.#minute + 1 + step)
    }
    this.#minute = minute
  }

  /** Frees the slot that `minute` will take: what is in it lies a window's length back. */
  #release(minute: number): void {
    const slots = this.#slots
    const at = slotOf(minute)
    if (read(slots.minute, at) < 0) return
    this.#closeBefore = read(slots.close, at)
    this.#volume -= read(slots.volume, at)
    this.#turnover -= slots.turnover[at] ?? 0n
    if (read(slots.high, at) >= this.#high || read(slots.low, at) <= this.#low) this.#isRangeKnown = false
    slots.minute[at] = -1
  }

  /** Adds a part to a minute; an empty minute only repeats a price, so the first trade sets all of it (W3). */
  #put(part: Part): void {
    const slots = this.#slots
    const at = slotOf(part.minute)
    const volume = this.#volume + part.volume
    if (!Number.isSafeInteger(volume)) throw new RangeError(`24 h volume over 2^53: ${volume}`)
    this.#volume = volume
    this.#turnover += part.turnover
    const isFree = read(slots.minute, at) < 0
    if (isFree || (read(slots.volume, at) === 0 && read(slots.high, at) === read(slots.low, at))) {
      if (!isFree) this.#isRangeKnown = false
      slots.open[at] = part.open
      slots.high[at] = part.high
      slots.low[at] = part.low
      slots.turnover[at] = part.turnover
      slots.volume[at] = part.volume
    } else {
      if (part.high > read(slots.high, at)) slots.high[at] = part.high
      if (part.low < read(slots.low, at)) slots.low[at] = part.low
      slots.turnover[at] = (slots.turnover[at] ?? 0n) + part.turnover
      slots.volume[at] = read(slots.volume, at) + part.volume
    }
    slots.minute[at] = part.minute
    slots.close[at] = part.close
    this.#high = Math.max(this.#high, read(slots.high, at))
    this.#low = Math.min(this.#low, read(slots.low, at))
    if (this.#oldest === undefined || part.minute < this.#oldest) this.#oldest = part.minute
    if (this.#newest === undefined || part.minute >= this.#newest) {
      this.#newest = part.minute
      this.#last = part.close
    }
  }

  /** What a part of the window that begins with `first` opens with. */
  #openAt(first: number): number {
    const { minute, open, close } = this.#slots
    if (read(minute, slotOf(first)) >= 0) return read(open, slotOf(first))
    for (let before = first - 1; before > this.#minute - DAY_MINUTES; before -= 1)
      if (read(minute, slotOf(before)) >= 0) return read(close, slotOf(before))
    if (this.#closeBefore !== undefined) return this.#closeBefore
    return read(open, slotOf(this.#oldest as number))
  }

  #findRange(): void {
    let high = Number.NEGATIVE_INFINITY
    let low = Number.POSITIVE_INFINITY
    for (let at = 0; at < DAY_MINUTES; at += 1) {
      if (read(this.#slots.minute, at) < 0) continue
      high = Math.max(high, read(this.#slots.high, at))
      low = Math.min(low, read(this.#slots.low, at))
    }
    this.#high = high
    this.#low = low
    this.#isRangeKnown = true
  }
}

const slotOf = (minute: number): number => minute % DAY_MINUTES
/** A slot is always within its column. */
const read = (column: Int32Array | Float64Array, at: number): number => column[at] as number
