/** Notes what the exchange says of one account while a stretch runs: its fills, fees, funding and liquidations, and what it is worth. */

import type { Instrument } from "#core/instrument/instrument.ts"
import type { Price8, TimeMs } from "#core/money/units.ts"
import { allListed } from "../engine/all-listed.ts"
import type { AccountId } from "../engine/command.ts"
import type { EngineEvent, FillEvent } from "../engine/event.ts"
import type { PositionRecord } from "../engine/position-record.ts"
import type { SecondView } from "../engine/second/second-event.ts"
import type { EngineState } from "../engine/state.ts"
import type { StartedParts } from "../start/stage.ts"
import { equityOf, pricesAt } from "./equity.ts"
import type { MachineSettings } from "./machine-settings.ts"

/** Points of the curve; more than a screen has pixels would only make the files long. */
const POINTS_MAX = 720

/** What the exchange did to the account by itself. */
export interface RunNotice {
  kind: "funding" | "liquidation" | "deleveraging"
  instrument: string
  time: TimeMs
  /** Base quantity in 1e-8: of funding the signed position, else what was closed. */
  size: bigint
  /** 1e-8 of the quote; of funding the mark. */
  price: bigint
  /** 1e-8 of the quote: funding received (below zero: paid), or the fee of a liquidation (below zero). */
  amount: bigint
}

export interface CurvePoint {
  time: TimeMs
  /** 1e-8 USDT. */
  equity: bigint
}

export interface Drawdown {
  /** 1e-8 USDT, not below zero. */
  amount: bigint
  peak: CurvePoint
  low: CurvePoint
}

export class RunRecord {
  readonly settings: MachineSettings
  readonly fills: FillEvent[] = []
  readonly notices: RunNotice[] = []
  /** Closed ones, in the order of their ends. */
  readonly positions: Readonly<PositionRecord>[] = []
  /** Second contracts that have ended. */
  readonly seconds: SecondView[] = []
  readonly curve: CurvePoint[] = []
  readonly #state: EngineState
  readonly #account: AccountId
  readonly #everyMs: number
  /** Of spot markets at the beginning. */
  readonly firstPrices: ReadonlyMap<string, Price8>
  #orders = 0
  #rejected = 0
  readonly #seen = new Set<number>()
  #peak: CurvePoint
  #deepest: Drawdown
  #last: CurvePoint
  #news = 0

  constructor({ engine, exchange }: StartedParts, run: { settings: MachineSettings; account: AccountId }) {
    this.settings = run.settings
    this.#account = run.account
    this.#state = engine.state
    const { from, to, stepMs } = run.settings
    this.#everyMs = Math.ceil((to - from) / POINTS_MAX / stepMs) * stepMs
    this.firstPrices = pricesAt(this.#state)
    this.#last = { time: from, equity: equityOf(this.#state, this.#account) }
    this.curve.push(this.#last)
    this.#peak = this.#last
    this.#deepest = { amount: 0n, peak: this.#last, low: this.#last }
    exchange.listen(({ events }) => this.#take(events))
  }

  /** Rises by one with each fill, payment, liquidation and end of a contract. */
  get news(): number {
    return this.#news
  }

  get last(): CurvePoint {
    return this.#last
  }

  get drawdown(): Drawdown {
    return this.#deepest
  }

  /** How many orders were accepted, and how many of those that waited were rejected at their trigger. */
  get orders(): { placed: number; rejected: number } {
    return { placed: this.#orders, rejected: this.#rejected }
  }

  /** Markets of the stretch. */
  instruments(): Instrument[] {
    return allListed(this.#state).map(({ instrument }) => instrument)
  }

  prices(): ReadonlyMap<string, Price8> {
    return pricesAt(this.#state)
  }

  /** What the account still has: balances that aren't zero, positions and open orders. */
  standing() {
    const own = this.#state.clearings.perpetual.accounts.known(this.#account)
    const positions = (own?.parts() ?? []).flatMap((part) =>
      part.openPositions().map((position) => {
        const { mark } = this.#state.clearings.perpetual.pricesOf(part.instrument)
        const { size, cost } = position.held
        return { instrument: part.instrument, size, cost, mark, unrealised: position.profitAt(mark) }
      }),
    )
    const balances = (this.#state.ledger.known(this.#account)?.balances() ?? []).filter(
      ({ available, held, margin }) => available + held + margin !== 0n,
    )
    const openOrders = [...this.#state.orders.values()].filter(
      ({ participant }) => participant?.account.id === this.#account,
    ).length
    return { positions, balances, openOrders }
  }

  /** To be called when the exchange is at rest. */
  sample(time: TimeMs): void {
    const point = { time, equity: equityOf(this.#state, this.#account) }
    this.#last = point
    if (point.equity > this.#peak.equity) this.#peak = point
    const amount = this.#peak.equity - point.equity
    if (amount > this.#deepest.amount) this.#deepest = { amount, peak: this.#peak, low: point }
    // A program may do something more at the end of its stretch.
    if (this.curve.at(-1)?.time === time) this.curve.pop()
    if ((time - this.settings.from) % this.#everyMs === 0 || time >= this.settings.to) this.curve.push(point)
  }

  #take(events: readonly EngineEvent[]): void {
    const noted = this.fills.length + this.notices.length + this.positions.length + this.seconds.length
    for (const event of events) this.#note(event)
    this.#news +=
      this.fills.length + this.notices.length + this.positions.length + this.seconds.length - noted
  }

  #note(event: EngineEvent): void {
    switch (event.type) {
      case "fill":
        if (event.account === this.#account) this.fills.push(event)
        break
      case "order":
        if (event.order.account === this.#account) this.#noteOrder(event.order)
        break
      case "funding-paid":
        if (event.account === this.#account)
          this.notices.push({ ...event, kind: "funding", price: event.mark })
        break
      case "liquidation":
        if (event.account === this.#account)
          this.notices.push({ ...event, kind: "liquidation", amount: -event.fee })
        break
      case "deleveraged":
        if (event.account === this.#account) this.notices.push({ ...event, kind: "deleveraging", amount: 0n })
        break
      case "position-record":
        if (event.record.account === this.#account && event.record.closedBy !== undefined)
          this.positions.push(event.record)
        break
      case "second":
        if (event.contract.account === this.#account && event.contract.settled !== undefined)
          this.seconds.push(event.contract)
        break
      default:
    }
  }

  #noteOrder({ id, status }: { id: number; status: string }): void {
    if (!this.#seen.has(id)) {
      this.#seen.add(id)
      this.#orders += 1
    }
    if (status === "rejected") this.#rejected += 1
  }
}
