/** The candles of the chart: history by HTTP, live updates by socket; gaps and periods without trades told apart. */

import { bucketEnd, shiftBucket } from "#core/candle/bucket.ts"
import type { Candle } from "#core/candle/candle.ts"
import type { Interval } from "#core/candle/interval.ts"
import { KLINE_ROWS_MAX, type KlinePage, PAGE_ROWS } from "../calls/market-calls.ts"
import { readCandle } from "./candle-row.ts"
import { CandleSeries } from "./candle-series.ts"
import type { Listed } from "./catalogue.ts"
import { isCount } from "./wire-rows.ts"

const TRY_AGAIN_MS = 2000
const TRY_AGAIN_MAX_MS = 30_000
/** Live bars that wait for a page on its way; only the newest versions count. */
const WAITING_BARS_MAX = 16

const isHole = (hole: unknown): boolean => Array.isArray(hole) && isCount(hole[0]) && isCount(hole[1])

/** `loading`: nothing to show yet. `healing`: bars are missing, asked for. */
export type CandleState = "loading" | "healing" | "good"
type Errand = "load" | "heal" | "older" | "newer"

export interface CandleFeedEvents {
  changed(): void
  gap(reason: string): void
  fetchBars(
    symbol: string,
    interval: Interval,
    limit: number,
    before?: number,
  ): Promise<KlinePage | undefined>
  now(): number
  /** Server's clock by the measured offset. */
  serverNow(): number
}

export class CandleFeed {
  readonly listed: Listed
  readonly interval: Interval
  readonly series: CandleSeries
  state: CandleState = "loading"
  #events: CandleFeedEvents
  #running: Errand | null = null
  #next: Errand | null = null
  #isEnded = false
  #failures = 0
  #tryAgainAt = 0
  #waiting = new Map<number, Candle>()

  constructor(listed: Listed, interval: Interval, events: CandleFeedEvents) {
    this.listed = listed
    this.interval = interval
    this.series = new CandleSeries(interval)
    this.#events = events
    this.#run("load")
  }

  /** Of its subscription: `BTC_USDT:1m`. */
  get key(): string {
    return `${this.listed.market.id}:${this.interval}`
  }

  /** Nobody looks any more: what is on its way is dropped. */
  end(): void {
    this.#isEnded = true
  }

  /** Subscribed anew after a silence: what happened since the last closed candle is asked for. */
  restart(): void {
    if (this.state === "loading" || this.series.isDetached) return
    this.state = "healing"
    this.#run("heal")
    this.#events.changed()
  }

  /** Rows of a `candle` message; returns how many were none. */
  apply(rows: readonly unknown[]): number {
    let refused = 0
    for (const row of rows) {
      const bar = readCandle(row, this.listed)
      if (!bar) refused += 1
      else if (this.state !== "good") this.#wait(bar)
      else if (!this.series.merge(bar)) {
        this.#wait(bar)
        this.#missing(`candle ${bar.openTime} after ${this.series.last?.openTime}`)
      }
    }
    if (this.series.hasChange) this.#events.changed()
    return refused
  }

  loadOlder(): void {
    if (this.state === "good" && this.series.hasOlder) this.#run("older")
  }

  loadNewer(): void {
    if (this.state === "good" && this.series.isDetached) this.#run("newer")
  }

  /** Leaves the past for the present at once. */
  loadNewest(): void {
    if (this.state === "good" && this.series.isDetached) this.#run("load")
  }

  /** Lets empty buckets pass (W3). Only while the connection is known to live: of a silence nothing is known. */
  turn(serverNow: number): void {
    if (this.state !== "good") return
    if (!this.series.turn(serverNow)) this.#missing(`slept until ${serverNow}`)
  }

  /** Server time at which the live bucket ends; undefined while there is none. */
  get turnsAt(): number | undefined {
    const last = this.series.last
    return last && this.state === "good" && !this.series.isDetached
      ? bucketEnd(last.openTime, this.interval)
      : undefined
  }

  /** Once a second: another try where a page failed. */
  watch(now: number): void {
    // A clock that was set back must not hold it up for as long.
    const isWaiting = now < this.#tryAgainAt && now >= this.#tryAgainAt - TRY_AGAIN_MAX_MS
    if (isWaiting || this.#running) return
    if (this.state === "loading") this.#run("load")
    else if (this.state === "healing") this.#run("heal")
  }

  #missing(reason: string): void {
    this.state = "healing"
    this.#events.gap(reason)
    this.#run("heal")
  }

  #wait(bar: Candle): void {
    const held = this.#waiting.get(bar.openTime)
    if (!held || bar.lastTradeId > held.lastTradeId || (bar.lastTradeId === held.lastTradeId && bar.closed)) {
      this.#waiting.set(bar.openTime, bar)
    }
    if (this.#waiting.size <= WAITING_BARS_MAX) return
    this.#waiting.delete(Math.min(...this.#waiting.keys()))
  }

  /** One call at a time. Loading and healing go before what scrolling asks for. */
  #run(errand: Errand): void {
    if (this.#running) {
      const isUrgent = errand === "load" || errand === "heal"
      if (isUrgent || !this.#next) this.#next = errand
      return
    }
    this.#running = errand
    void this.#fetch(errand).then((page) => this.#arrived(errand, page))
  }

  #fetch(errand: Errand): Promise<KlinePage | undefined> {
    const ask = (limit: number, before?: number) =>
      this.#events.fetchBars(this.listed.market.id, this.interval, limit, before)
    // Who scrolls, scrolls on: long pages, half as many redraws.
    if (errand === "older") return ask(KLINE_ROWS_MAX, this.series.bars[0]?.openTime)
    if (errand === "newer") {
      const last = this.series.last?.openTime ?? 0
      return ask(KLINE_ROWS_MAX, shiftBucket(last, this.interval, KLINE_ROWS_MAX + 1))
    }
    return ask(errand === "load" ? PAGE_ROWS : this.#missingBars())
  }

  /** How many bars reach back to the last one known to be closed. */
  #missingBars(): number {
    const closed = this.series.lastProven ?? this.series.bars[0]
    if (!closed) return PAGE_ROWS
    const end = this.#events.serverNow()
    let count = 2
    let time = closed.openTime
    while (time <= end && count < KLINE_ROWS_MAX) {
      time = shiftBucket(time, this.interval, 1)
      count += 1
    }
    return count
  }

  #arrived(errand: Errand, page: KlinePage | undefined): void {
    this.#running = null
    if (this.#isEnded) return
    const bars = page?.rows.flatMap((row) => readCandle(row, this.listed) ?? [])
    if (page && bars && (bars.length > 0 || page.rows.length === 0)) {
      this.#failures = 0
      this.#put(errand, bars, { ...page, holes: page.holes.filter(isHole) })
    } else this.#failed()
    const next = this.#next
    this.#next = null
    if (next && this.#failures === 0) this.#run(next)
    this.#events.changed()
  }

  #failed(): void {
    this.#failures += 1
    const wait = Math.min(TRY_AGAIN_MS * 2 ** (this.#failures - 1), TRY_AGAIN_MAX_MS)
    this.#tryAgainAt = this.#events.now() + wait
  }

  #put(errand: Errand, bars: Candle[], { holes, more }: KlinePage): void {
    const { series } = this
    if (errand === "older") series.prepend(bars, holes, more)
    else if (errand === "newer") this.#putNewer(bars, holes)
    else if (errand === "load") {
      series.reset(bars, holes, more)
      this.#caughtUp()
    } else if (series.splice(bars, holes)) this.#caughtUp()
    else this.#reload()
  }

  #putNewer(bars: Candle[], holes: KlinePage["holes"]): void {
    const newest = bars.at(-1)
    // A page of nothing: a hole longer than a page. The present is found from its own end.
    if (!newest) this.#reload()
    else this.series.append(bars, holes, bucketEnd(newest.openTime, this.interval) > this.#events.serverNow())
  }

  #caughtUp(): void {
    this.state = "good"
    this.#mergeWaiting()
  }

  #reload(): void {
    this.state = "loading"
    this.#next = "load"
  }

  #mergeWaiting(): void {
    const waiting = [...this.#waiting.values()].sort((a, b) => a.openTime - b.openTime)
    this.#waiting.clear()
    for (const bar of waiting) {
      if (this.series.merge(bar)) continue
      this.#wait(bar)
      // Asked again by the watch, not at once: a server that never has the bar must not be asked in a circle.
      this.state = "healing"
      this.#failed()
      return
    }
  }
}
