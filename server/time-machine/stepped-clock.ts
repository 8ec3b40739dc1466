/** A clock that stands still until it is moved on: all that happens at one of its moments happens at the same time. */

import type { TimeMs } from "#core/money/units.ts"
import type { Clock } from "../exchange/exchange.ts"

interface Timer {
  due: TimeMs
  run: () => void
}

/**
 * The exchange's clock in a time machine. Timers fire while it is moved, by their time and then in the order in which they
 * were set; what is to be done as soon as possible isn't a matter of time and is left to the event loop.
 */
export class SteppedClock implements Clock {
  readonly #begun: TimeMs
  #now: TimeMs
  /** By due time; equal ones in the order of setting. */
  readonly #timers: Timer[] = []

  constructor(begins: TimeMs) {
    this.#begun = begins
    this.#now = begins
  }

  readonly now = (): TimeMs => this.#now

  /** Agrees with {@link now} to the millisecond, so that nothing is taken for a jump of the clock (T6). */
  readonly elapsed = (): number => this.#now - this.#begun

  after(ms: number, run: () => void): () => void {
    const timer = { due: this.#now + Math.max(0, ms), run }
    const later = this.#timers.findIndex((other) => other.due > timer.due)
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, timer)
    return () => {
      const at = this.#timers.indexOf(timer)
      if (at >= 0) this.#timers.splice(at, 1)
    }
  }

  soon(run: () => void): () => void {
    const immediate = setImmediate(run)
    return () => clearImmediate(immediate)
  }

  /**
   * Shows `time` from now on and fires what is due by then, each timer once: one that is set meanwhile waits for the next
   * move, or something that repeats itself each millisecond would never let go.
   */
  moveTo(time: TimeMs): void {
    if (time < this.#now) throw new RangeError(`a clock at ${this.#now} is moved back to ${time}`)
    this.#now = time
    const first = this.#timers.findIndex(({ due }) => due > time)
    for (const { run } of this.#timers.splice(0, first < 0 ? this.#timers.length : first)) run()
  }
}
