/** Which closes has the market that is compared with? Those of the bars on screen, asked for once. */

import { type Bar, readBars } from "./bars.model.ts"

/** Bars in one call; the worker gives no more. */
const PAGE_BARS = 1000
/** Pages that may be missing at once: as many as the worker keeps bars for. */
const PAGES_MAX = 4
const LIVE_BARS = 3
/** Closes kept; twice what the chart shows. */
const CLOSES_MAX = 6000

export class CompareCloses {
  readonly closes = new Map<number, number>()
  readonly #fetch: (limit: number, before?: number) => Promise<Float64Array>
  /** Opening times between which everything there is has come. */
  #from: number | undefined
  #to: number | undefined
  #reachedStart = false
  #isBusy = false

  constructor(fetch: (limit: number, before?: number) => Promise<Float64Array>) {
    this.#fetch = fetch
  }

  /** Asks for what is missing of the span of `bars`, and forgets what lies outside of it. Answers whether anything came. */
  async cover(bars: readonly Bar[]): Promise<boolean> {
    const first = bars[0]?.time
    const last = bars.at(-1)?.time
    if (first === undefined || last === undefined || this.#isBusy) return false
    this.#isBusy = true
    const before = this.closes.size
    const { length } = bars
    if (this.#to !== undefined && this.#to < last) {
      const to = this.#to
      await this.#read(last + 1, to, bars.findLastIndex((bar) => bar.time <= to) + 1 - length)
      this.#to = last
    }
    if (this.#from === undefined || (first < this.#from && !this.#reachedStart)) {
      const reached = await this.#read(this.#from ?? last + 1, first, -PAGE_BARS)
      this.#from = Math.min(reached, this.#from ?? reached)
      this.#to ??= last
    }
    const hasCome = this.closes.size !== before
    this.#forget(first, last)
    this.#isBusy = false
    return hasCome
  }

  /** The newest bars anew. */
  async refresh(): Promise<void> {
    if (this.#from === undefined) return
    for (const bar of readBars(await this.#fetch(LIVE_BARS))) this.closes.set(bar.time, bar.close)
  }

  /** Page after page from `before` back to `first`; returns how far it came. `missing`: bars that lack, negative. */
  async #read(before: number, first: number, missing: number): Promise<number> {
    let reached = before
    const limit = Math.min(PAGE_BARS, 1 - missing)
    for (let page = 0; page < PAGES_MAX && reached > first; page += 1) {
      const got = readBars(await this.#fetch(limit, reached))
      for (const bar of got) this.closes.set(bar.time, bar.close)
      const oldest = got[0]?.time
      if (oldest === undefined || oldest >= reached) {
        // A younger market, or a failed call: the line begins here.
        this.#reachedStart = true
        break
      }
      reached = oldest
    }
    return reached
  }

  #forget(first: number, last: number): void {
    if (this.closes.size <= CLOSES_MAX) return
    for (const time of this.closes.keys()) if (time < first || time > last) this.closes.delete(time)
    this.#from = Math.max(first, this.#from ?? first)
    this.#to = Math.min(last, this.#to ?? last)
    this.#reachedStart = false
  }
}
