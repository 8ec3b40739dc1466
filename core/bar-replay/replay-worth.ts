/** How the worth of a practice account went: its curve, peak and deepest fall, looked at with each bar's close. */

import type { TimeMs } from "../money/units.ts"

export interface WorthPoint {
  time: TimeMs
  /** In 1e-16 of the quote. */
  equity: bigint
}

/** A rate in 1e-8. */
const RATE = 100_000_000n

export class ReplayWorth {
  readonly points: WorthPoint[] = []
  #peak: bigint
  /** In 1e-16 of the quote, from a peak to what followed. */
  drawdown = 0n
  /** The same as a rate of that peak, in 1e-8; the largest, which may be another fall. */
  drawdownRate = 0n

  constructor(start: bigint) {
    this.#peak = start
  }

  note(time: TimeMs, equity: bigint): void {
    this.points.push({ time, equity })
    if (equity > this.#peak) this.#peak = equity
    const fall = this.#peak - equity
    if (fall > this.drawdown) this.drawdown = fall
    const rate = this.#peak > 0n ? (fall * RATE) / this.#peak : 0n
    if (rate > this.drawdownRate) this.drawdownRate = rate
  }

  /** At most so many points, each the last of an equal share of time; the newest is always one. */
  thinned(most: number): readonly WorthPoint[] {
    const step = Math.max(1, Math.ceil(this.points.length / most))
    return this.points.filter((_, at) => (this.points.length - 1 - at) % step === 0)
  }
}
