/** Heikin-Ashi bars: averages of the market's own bars, kept bar after bar; the live one is replaced. */

import type { Bar } from "./bars.model.ts"

export interface HeikinBar {
  open: number
  high: number
  low: number
  close: number
}

/**
 * Close (O + H + L + C) / 4; open the middle of the body before, at first of its own; high and low reach over both. None
 * of them need ever have been traded.
 */
export class HeikinAshi {
  /** One a bar, in the order in which they were put in. */
  readonly bars: HeikinBar[] = []
  #newest: number | undefined

  clear(): void {
    this.bars.length = 0
    this.#newest = undefined
  }

  /** Takes the next bar, or the newest one anew. */
  put(bar: Bar): HeikinBar {
    if (bar.time === this.#newest) this.bars.pop()
    this.#newest = bar.time
    const before = this.bars.at(-1)
    const open = before ? (before.open + before.close) / 2 : (bar.open + bar.close) / 2
    const close = (bar.open + bar.high + bar.low + bar.close) / 4
    const made = { open, high: Math.max(bar.high, open), low: Math.min(bar.low, open), close }
    this.bars.push(made)
    return made
  }
}
