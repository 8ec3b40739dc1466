/** Counts orders per second, in whole seconds of engine time, over the last minute. */

import type { TimeMs } from "#core/money/units.ts"

const SECOND_MS = 1000
/** The rate is a mean over so many whole seconds; the running one isn't among them, since it isn't over. */
export const RATE_SECONDS = 60

export interface OrderRate {
  /** Orders in a second, to one decimal; 0 before the first whole second. */
  perSecond: number
  /** Whole seconds that it is the mean of: fewer than {@link RATE_SECONDS} in the first minute. */
  seconds: number
}

export class OrderCounter {
  /** Orders by second, at `second % length`: the running one and those before it. */
  readonly #counts = new Array<number>(RATE_SECONDS + 1).fill(0)
  #first: number | undefined
  #second = 0

  /** Counting begins: what comes before is not known to have been nothing. */
  begin(time: TimeMs): void {
    this.#first = Math.floor(time / SECOND_MS)
    this.#second = this.#first
  }

  add(time: TimeMs): void {
    if (this.#first === undefined) this.begin(time)
    this.#advance(time)
    const place = this.#second % this.#counts.length
    this.#counts[place] = (this.#counts[place] ?? 0) + 1
  }

  rate(now: TimeMs): OrderRate {
    if (this.#first === undefined) return { perSecond: 0, seconds: 0 }
    this.#advance(now)
    // The second in which counting began was not seen whole.
    const seconds = Math.min(RATE_SECONDS, Math.max(0, this.#second - this.#first - 1))
    if (seconds === 0) return { perSecond: 0, seconds }
    let orders = 0
    for (let back = 1; back <= seconds; back += 1)
      orders += this.#counts[(this.#second - back) % this.#counts.length] ?? 0
    return { perSecond: Math.round((orders / seconds) * 10) / 10, seconds }
  }

  /** Empties the places of the seconds that have passed since. Time never falls back (T1). */
  #advance(time: TimeMs): void {
    const second = Math.floor(time / SECOND_MS)
    const steps = Math.min(second - this.#second, this.#counts.length)
    for (let step = 1; step <= steps; step += 1)
      this.#counts[(second - steps + step) % this.#counts.length] = 0
    this.#second = Math.max(this.#second, second)
  }
}
