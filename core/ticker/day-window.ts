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

/** One minute; `minute` is its number since 1970, −1 while the slot is free. */
interface Slot {
  minute: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  turnover: bigint
}

/**
 * The figures are those of the 1,440 one-minute candles of W3, the empty ones filled: so `open` is the first trade of
 * the window's first minute, or the close before it when nothing was traded in that minute, and the chart agrees.
 * Sums are kept as trades come and go; high and low are looked for anew only when the minute that had them leaves.
 */
export class DayWindow {
  readonly #slots: Slot[] = Array.from({ length: DAY_MINUTES }, freeSlot)
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
      const slot = this.#slotOf(minute)
      if (!slot) continue
      const { open, high, low, close, volume } = candle
      const mean = (BigInt(open) + BigInt(high) + BigInt(low) + BigInt(close)) * BigInt(volume)
      this.#put(slot, { minute, open, high, low, close, volume, turnover: candle.turnover ?? mean / 4n })
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
    const slot = this.#slotOf(minute)
    if (!slot) return
    const turnover = BigInt(price) * BigInt(quantity)
    this.#put(slot, {
      minute,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: quantity,
      turnover,
    })
  }

  /** The figures at `now`, undefined while no price is known. A `now` before the newest trade counts as that. */
  at(now: TimeMs): DayFigures | undefined {
    this.#advance(Math.floor(now / MINUTE_MS))
    if (this.#newest === undefined) return undefined
    const open = this.#open()
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

  #reset(): void {
    for (const slot of this.#slots) slot.minute = -1
    this.#minute = Number.NEGATIVE_INFINITY
    this.#closeBefore = undefined
    this.#oldest = undefined
    this.#newest = undefined
    this.#isRangeKnown = false
    this.#volume = 0
    this.#turnover = 0n
  }

  #place(minute: number): Slot {
    return this.#slots[minute % DAY_MINUTES] as Slot
  }

  #slotOf(minute: number): Slot | undefined {
    return minute > this.#minute - DAY_MINUTES ? this.#place(minute) : undefined
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
    const slot = this.#place(minute)
    if (slot.minute < 0) return
    this.#closeBefore = slot.close
    this.#volume -= slot.volume
    this.#turnover -= slot.turnover
    if (slot.high >= this.#high || slot.low <= this.#low) this.#isRangeKnown = false
    slot.minute = -1
  }

  /** Adds a part to a minute; an empty minute only repeats a price, so the first trade sets all of it (W3). */
  #put(slot: Slot, part: Slot): void {
    const volume = this.#volume + part.volume
    if (!Number.isSafeInteger(volume)) throw new RangeError(`24 h volume over 2^53: ${volume}`)
    this.#volume = volume
    this.#turnover += part.turnover
    if (slot.minute < 0 || (slot.volume === 0 && slot.high === slot.low)) {
      if (slot.minute >= 0) this.#isRangeKnown = false
      slot.open = part.open
      slot.high = part.high
      slot.low = part.low
      slot.turnover = 0n
      slot.volume = 0
    } else {
      if (part.high > slot.high) slot.high = part.high
      if (part.low < slot.low) slot.low = part.low
    }
    slot.minute = part.minute
    slot.close = part.close
    slot.volume += part.volume
    slot.turnover += part.turnover
    if (slot.high > this.#high) this.#high = slot.high
    if (slot.low < this.#low) this.#low = slot.low
    if (this.#oldest === undefined || part.minute < this.#oldest) this.#oldest = part.minute
    if (this.#newest === undefined || part.minute >= this.#newest) {
      this.#newest = part.minute
      this.#last = part.close
    }
  }

  #open(): number {
    const first = this.#place(this.#minute + 1)
    if (first.minute >= 0) return first.open
    if (this.#closeBefore !== undefined) return this.#closeBefore
    return this.#place(this.#oldest as number).open
  }

  #findRange(): void {
    let high = Number.NEGATIVE_INFINITY
    let low = Number.POSITIVE_INFINITY
    for (const slot of this.#slots) {
      if (slot.minute < 0) continue
      if (slot.high > high) high = slot.high
      if (slot.low < low) low = slot.low
    }
    this.#high = high
    this.#low = low
    this.#isRangeKnown = true
  }
}

function freeSlot(): Slot {
  return { minute: -1, open: 0, high: 0, low: 0, close: 0, volume: 0, turnover: 0n }
}
