/**
 * Watches what the exchange does for what alerts wait for: trades, marks, funding rates, margins, own fills. Follows the committed
 * batches and, before the first of them, the commands that a start does again; what fires is handed to the keeper.
 */

import { AlertIndex } from "#core/alert/alert-index.ts"
import { seriesNames, type WatchTerms } from "#core/alert/alert-terms.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { EngineEvent, FillEvent, MarkEvent, TradeEvent } from "#server/engine/event.ts"
import { userIdOf } from "#server/engine/ledger/ledger-account.ts"
import type { Firing } from "./alert-store.ts"
import { AlertWindows, type WindowMinute } from "./alert-windows.ts"

/** 1e-8 of a step. */
interface Steps {
  tick: bigint
  lot: bigint
}

export interface WatchParts {
  stepsOf(instrument: string): Steps | undefined
  /** P10: maintenance by equity in 1e-8; undefined without a position. Empty `instrument`: of the cross account. */
  marginOf(userId: number, instrument: string): bigint | undefined
  onFire(firing: Firing): void
}

export class AlertWatch {
  readonly #parts: WatchParts
  readonly #index = new AlertIndex()
  /** By alert: when it was armed. */
  readonly #armed = new Map<number, TimeMs>()
  readonly #windows = new Map<string, AlertWindows>()
  /** Series of margins that are waited for. */
  readonly #margins = new Map<string, { userId: number; instrument: string; count: number }>()
  readonly #marginOfAlert = new Map<number, string>()
  /** Armed before their rows are there: what fires them meanwhile is kept. */
  readonly #early = new Map<number, Omit<Firing, "id"> | undefined>()
  #lastEarly = 0

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  get size(): number {
    return this.#index.size
  }

  /** Markets with an alert whose price series may have been crossed while nothing was watched. */
  hasPrice(instrument: string): boolean {
    return this.#index.has(seriesNames.price("last", instrument))
  }

  arm(id: number, terms: WatchTerms, since: TimeMs): void {
    this.#armed.set(id, since)
    this.#index.add(id, terms, since)
    this.#followMargin(id, terms.series)
  }

  disarm(id: number): void {
    this.#armed.delete(id)
    this.#index.remove(id)
    this.#leaveMargin(id)
  }

  /** Arms what has no row yet, so that nothing is missed while it is written; ends with {@link settle} or {@link drop}. */
  armEarly(terms: WatchTerms, since: TimeMs): number {
    this.#lastEarly -= 1
    this.#early.set(this.#lastEarly, undefined)
    this.arm(this.#lastEarly, terms, since)
    return this.#lastEarly
  }

  settle(early: number, row: { id: number; armed: TimeMs }, terms: WatchTerms): void {
    const fired = this.#early.get(early)
    this.drop(early)
    if (fired) this.#parts.onFire({ id: row.id, ...fired })
    else this.arm(row.id, terms, row.armed)
  }

  drop(early: number): void {
    this.#early.delete(early)
    this.disarm(early)
  }

  /** From now on changes and volumes of this market are known; `minutes` are the last day's, ascending. */
  follow(instrument: string, minutes: readonly WindowMinute[]): void {
    const windows = new AlertWindows(instrument)
    for (const { openTime, close, volume } of minutes) windows.add(openTime, close, volume)
    this.#windows.set(instrument, windows)
  }

  follows(instrument: string): boolean {
    return this.#windows.has(instrument)
  }

  /** What a window's series is at; undefined while nothing is known. */
  windowValue(instrument: string, series: string): bigint | undefined {
    return this.#windows.get(instrument)?.values((one) => one === series)[0]?.value
  }

  /** The events of committed commands, in their order. */
  take(events: readonly EngineEvent[]): void {
    if (this.#index.size === 0 && this.#windows.size === 0) return
    let isMarked = false
    for (const event of events) {
      if (event.type === "trade") this.#trade(event)
      else if (event.type === "mark") {
        this.#mark(event)
        isMarked = true
      } else if (event.type === "fill") this.#fill(event)
    }
    if (isMarked && this.#margins.size > 0) {
      const mark = events.findLast((event) => event.type === "mark") as MarkEvent
      this.#seeMargins(mark.time)
    }
  }

  /** A price of a moment at which nothing was watched. */
  seePrice(instrument: string, price: bigint, time: TimeMs): void {
    this.#see(seriesNames.price("last", instrument), price, time)
  }

  #trade({ instrument, price, quantity, time }: TradeEvent): void {
    const series = seriesNames.price("last", instrument)
    const windows = this.#windows.get(instrument)
    if (!windows && !this.#index.has(series)) return
    const steps = this.#parts.stepsOf(instrument)
    if (!steps) return
    const price8 = BigInt(price) * steps.tick
    this.#see(series, price8, time)
    if (!windows) return
    windows.add(time, price8, BigInt(quantity) * steps.lot)
    for (const { series: name, value } of windows.values((one) => this.#index.has(one)))
      this.#see(name, value, time)
  }

  #mark({ instrument, mark, rate, time }: MarkEvent): void {
    this.#see(seriesNames.price("mark", instrument), mark, time)
    this.#see(seriesNames.funding(instrument), rate, time)
  }

  #fill({ account, instrument, price, time }: FillEvent): void {
    const userId = userIdOf(account)
    const steps = userId === undefined ? undefined : this.#parts.stepsOf(instrument)
    if (userId === undefined || !steps) return
    for (const market of [instrument, ""]) {
      const ids = this.#index.happen(seriesNames.fill(userId, market), time)
      this.#fire(ids, BigInt(price) * steps.tick, time)
    }
  }

  #seeMargins(time: TimeMs): void {
    for (const [series, { userId, instrument }] of this.#margins) {
      const ratio = this.#parts.marginOf(userId, instrument)
      if (ratio !== undefined) this.#see(series, ratio, time)
    }
  }

  #see(series: string, value: bigint, time: TimeMs): void {
    const ids = this.#index.see(series, value, time)
    if (ids.length > 0) this.#fire(ids, value, time)
  }

  #fire(ids: readonly number[], value: bigint, time: TimeMs): void {
    for (const id of ids) {
      const fired = { armed: this.#armed.get(id) ?? 0, time, value: formatAmount(value) }
      this.#armed.delete(id)
      this.#leaveMargin(id)
      if (this.#early.has(id)) this.#early.set(id, fired)
      else this.#parts.onFire({ id, ...fired })
    }
  }

  #followMargin(id: number, series: string): void {
    const [, userId, instrument] = /^margin u(\d+) (.*)$/.exec(series) ?? []
    if (userId === undefined || instrument === undefined) return
    const known = this.#margins.get(series) ?? { userId: Number(userId), instrument, count: 0 }
    known.count += 1
    this.#margins.set(series, known)
    this.#marginOfAlert.set(id, series)
  }

  #leaveMargin(id: number): void {
    const series = this.#marginOfAlert.get(id)
    const known = series === undefined ? undefined : this.#margins.get(series)
    if (series === undefined || !known) return
    this.#marginOfAlert.delete(id)
    known.count -= 1
    if (known.count === 0) this.#margins.delete(series)
  }
}
