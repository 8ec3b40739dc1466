/** One bar replay: what is known at its moment, the practice account, and the bars that are fetched ahead and shown to nobody. */

import { PracticeAccount } from "#core/bar-replay/practice-account.ts"
import type { PracticeRefusal, PracticeRequest, PracticeTerms } from "#core/bar-replay/practice-terms.ts"
import { bucketEnd, bucketStart } from "#core/candle/bucket.ts"
import type { Interval } from "#core/candle/interval.ts"
import type { Amount } from "#core/money/units.ts"
import { type Bar, Bars, type BarsChange } from "../bars.model.ts"
import {
  barsBefore,
  barsFrom,
  type FetchBars,
  folded,
  NothingKnown,
  runningParts,
  SMALLEST_MS,
} from "./replay-source.ts"

/** Bars ahead below which more are fetched. */
const AHEAD_LEAST = 400

/** `waiting`: the next bars are on their way. `present`: nothing is left to play. `failed`: they couldn't be fetched. */
export type ReplayState = "ready" | "waiting" | "present" | "failed"

export interface ReplayPlan {
  interval: Interval
  /** Epoch ms; the replay begins with what was known then. */
  moment: number
  terms: PracticeTerms
  /** Practice money, in 1e-8 of the quote. */
  money: Amount
  fetch: FetchBars
  /** The exchange's time. */
  now: () => number
}

export class ReplaySession {
  readonly plan: ReplayPlan
  readonly account: PracticeAccount
  /** Bars of the chart's interval, up to the moment and no further. */
  readonly bars = new Bars()
  /** Everything before it is known. */
  moment: number
  state: ReplayState = "ready"
  /** Rises with every change. */
  version = 0
  #ahead: Bar[] = []
  #at = 0
  #isPresent = false
  #fetching: Promise<void> | undefined
  #hasFailed = false
  #isOlder = false
  #isStepping = false
  #isEnded = false
  #draw: ((change: BarsChange) => void) | undefined
  readonly #listeners = new Set<() => void>()

  private constructor(plan: ReplayPlan) {
    this.plan = plan
    this.moment = Math.floor(plan.moment / SMALLEST_MS) * SMALLEST_MS
    this.account = new PracticeAccount(plan.terms, plan.money)
  }

  /** Reads what was known at the moment; rejects with {@link NothingKnown} where that is nothing. */
  static async begin(plan: ReplayPlan): Promise<ReplaySession> {
    const session = new ReplaySession(plan)
    const { interval, fetch } = plan
    const [before, parts] = await Promise.all([
      barsBefore(fetch, interval, bucketStart(session.moment, interval)),
      runningParts(fetch, interval, session.moment),
    ])
    const { bars } = session
    bars.list = before
    bars.more = before.length > 0
    for (const part of parts) session.#put(part)
    if (bars.list.length === 0) throw new NothingKnown()
    await session.#fetchAhead()
    return session
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Who draws the bars; undefined: nobody any more. */
  drawWith(draw: ((change: BarsChange) => void) | undefined): void {
    this.#draw = draw
  }

  /** The last known price, in ticks. */
  get last(): number {
    return this.#ticks(this.bars.list.at(-1)?.close ?? 0)
  }

  /** Plays so many of the smallest bars, as far as they are there. */
  advance(count: number): void {
    let from = this.bars.list.length
    for (let played = 0; played < count; played += 1) {
      const next = this.#ahead[this.#at]
      if (!next) break
      this.#at += 1
      from = Math.min(from, this.#put(next))
      this.moment = next.time + SMALLEST_MS
      this.account.play({
        time: next.time,
        end: this.moment,
        open: this.#ticks(next.open),
        high: this.#ticks(next.high),
        low: this.#ticks(next.low),
        close: this.#ticks(next.close),
      })
    }
    if (from < this.bars.list.length) this.#draw?.({ kind: "tail", from })
    if (this.#ahead.length - this.#at < AHEAD_LEAST && !this.#hasFailed) void this.#fetchAhead()
    this.#settle()
  }

  /** Plays to the end of the running bar of the chart, or through the next one. */
  async stepBar(): Promise<void> {
    if (this.#isStepping) return
    this.#isStepping = true
    const end = bucketEnd(bucketStart(this.moment, this.plan.interval), this.plan.interval)
    try {
      while (this.moment < end && !this.#isEnded) {
        const rest = this.#ahead.slice(this.#at)
        const beyond = rest.findIndex(({ time }) => time >= end)
        // Nothing was traded in what is left of it: the next bar is begun.
        this.advance(Math.max(1, beyond < 0 ? rest.length : beyond))
        if (beyond >= 0) return
        await this.#fetchAhead()
        if (this.state !== "ready") return
      }
    } finally {
      this.#isStepping = false
    }
  }

  /** Nobody looks any more. */
  end(): void {
    this.#isEnded = true
    this.#draw = undefined
  }

  place(request: PracticeRequest): PracticeRefusal | undefined {
    const refusal = this.account.place(request, this.last, this.moment)
    this.#tell()
    return refusal
  }

  cancel(id: number): void {
    this.account.cancel(id)
    this.#tell()
  }

  /** Asks for bars before those that are drawn. */
  loadOlder(): void {
    const first = this.bars.list[0]
    if (!first || this.#isOlder || !this.bars.more) return
    this.#isOlder = true
    void barsBefore(this.plan.fetch, this.plan.interval, first.time).then((older) => {
      this.#isOlder = false
      this.bars.more = older.length > 0
      this.bars.list = [...older, ...this.bars.list]
      this.#draw?.({ kind: "all" })
      this.#tell()
    })
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#hasFailed = false
    void this.#fetchAhead()
    this.#settle()
  }

  /** Puts a smaller bar into the chart's; answers the index of the one that changed. */
  #put(part: Bar): number {
    const { list } = this.bars
    const last = list.at(-1)
    const bar = folded(last, part, this.plan.interval)
    const at = last && last.time === bar.time ? list.length - 1 : list.length
    list[at] = bar
    return at
  }

  /** One page at a time: who asks meanwhile waits for the same. */
  #fetchAhead(): Promise<void> {
    if (this.#isPresent) return Promise.resolve()
    this.#fetching ??= this.#readAhead().finally(() => {
      this.#fetching = undefined
      this.#settle()
    })
    return this.#fetching
  }

  async #readAhead(): Promise<void> {
    const from = (this.#ahead.at(-1)?.time ?? this.moment - SMALLEST_MS) + SMALLEST_MS
    try {
      const { bars, isPresent } = await barsFrom(this.plan.fetch, from, this.plan.now)
      this.#ahead = [...this.#ahead.slice(this.#at), ...bars]
      this.#at = 0
      this.#isPresent = isPresent
      this.#hasFailed = false
    } catch (reason) {
      if (!(reason instanceof NothingKnown)) throw reason
      this.#hasFailed = true
    }
  }

  #settle(): void {
    if (this.#at < this.#ahead.length) this.state = "ready"
    else if (this.#isPresent) this.state = "present"
    else this.state = this.#hasFailed ? "failed" : "waiting"
    this.#tell()
  }

  #ticks(price: number): number {
    return Math.round((price * 1e8) / Number(this.plan.terms.tick))
  }

  #tell(): void {
    this.version += 1
    for (const listener of this.#listeners) listener()
  }
}
