/**
 * A practice account that is played bar by bar: orders, when they fill, liquidation, and how its worth went. Pure: the same
 * bars and orders give the same account, and it never knows more than the bars it was given.
 */

import { pricePath } from "../candle/price-path.ts"
import { type Amount, fineOf, type TimeMs } from "../money/units.ts"
import { PracticeMoney } from "./practice-money.ts"
import {
  type PracticeFill,
  type PracticeOrder,
  type PracticeRefusal,
  type PracticeRequest,
  type PracticeTerms,
  type ReplayBar,
  takingPrice,
} from "./practice-terms.ts"
import { ReplayWorth } from "./replay-worth.ts"

/** An order that was dropped when it should have filled, and why. */
export interface DroppedOrder {
  order: PracticeOrder
  reason: PracticeRefusal
}

export class PracticeAccount {
  readonly money: PracticeMoney
  readonly worth: ReplayWorth
  readonly dropped: DroppedOrder[] = []
  /** In the order in which they were placed. */
  orders: readonly PracticeOrder[] = []
  liquidations = 0
  /** What happened last. */
  newest: "fill" | "dropped" | undefined
  #lastId = 0

  constructor(terms: PracticeTerms, start: Amount) {
    this.money = new PracticeMoney(terms, start)
    this.worth = new ReplayWorth(fineOf(start))
  }

  /**
   * Takes an order at a moment whose last known price is `last`; it is looked at with the next bar. Answers why it isn't
   * taken, or undefined.
   */
  place(request: PracticeRequest, last: number, time: TimeMs): PracticeRefusal | undefined {
    const refusal = this.#refusalOf(request, last, time)
    if (refusal) return refusal
    this.#lastId += 1
    this.orders = [...this.orders, { ...request, id: this.#lastId, placedAt: time, hasRested: false }]
    return undefined
  }

  cancel(id: number): void {
    this.orders = this.orders.filter((order) => order.id !== id)
  }

  #refusalOf(request: PracticeRequest, last: number, time: TimeMs): PracticeRefusal | undefined {
    const { side, lots, kind } = request
    const held = this.money.heldLots
    const lessens = held !== 0 && held > 0 === (side === "sell")
    if (request.isCloseOnly) return lessens ? undefined : "CLOSE"
    if (!this.money.terms.isContract && side === "sell" && lots + this.#lotsOnSale() > held) return "SHORT"
    const price = kind === "market" ? takingPrice(side, last) : request.ticks
    const ticks = kind === "stop" ? takingPrice(side, price) : price
    const fill = { time, side, lots, ticks, isMaker: false, by: kind }
    return this.money.refusalOf(fill, this.heldByOrders(last))
  }

  #lotsOnSale(): number {
    return this.orders
      .filter(({ side, isCloseOnly }) => side === "sell" && !isCloseOnly)
      .reduce((sum, { lots }) => sum + lots, 0)
  }

  /** Money that open orders may need, in 1e-16: their value by the leverage and the dearer fee; nothing of those that lessen. */
  heldByOrders(last: number): bigint {
    const held = this.money.heldLots
    return this.orders
      .filter(({ side, isCloseOnly }) => !isCloseOnly && !(held !== 0 && held > 0 === (side === "sell")))
      .reduce((sum, { side, lots, kind, ticks }) => {
        const price = kind === "market" ? takingPrice(side, last) : ticks
        const fee = fineOf(this.money.feeOf(lots, price, false) as Amount)
        return sum + this.money.value(lots, price) / BigInt(this.money.terms.leverage) + fee
      }, 0n)
  }

  /** Plays the next bar: everything fills by its open and the path that its four prices stand for. */
  play(bar: ReplayBar): void {
    this.#open(bar)
    const path = pricePath(bar)
    for (let at = 1; at < path.length; at += 1) this.#walk(path[at - 1] ?? 0, path[at] ?? 0, bar.time)
    this.worth.note(bar.end, this.money.equity(bar.close))
  }

  /** At the open: market orders, limits that it is beyond, stops that it has passed; a loss over night first. */
  #open({ open, time }: ReplayBar): void {
    this.#liquidateAt(open, time)
    for (const order of this.orders) {
      const taking = takingPrice(order.side, open)
      if (order.kind === "market") this.#fill(order, taking, { time, isMaker: false })
      else if (order.kind === "stop") {
        if (isReached(order, open)) this.#fill(order, taking, { time, isMaker: false })
      } else if (!order.hasRested && isWithin(order, taking))
        this.#fill(order, taking, { time, isMaker: false })
      else if (order.hasRested && isThrough(order, open))
        this.#fill(order, order.ticks, { time, isMaker: true })
    }
    this.orders = this.orders.map((order) => (order.hasRested ? order : { ...order, hasRested: true }))
  }

  /** From one price to the next, stopping wherever an order fills or the account is liquidated. */
  #walk(from: number, to: number, time: TimeMs): void {
    const step = Math.sign(to - from)
    if (step === 0) return
    let place = from
    for (;;) {
      const next = this.#nextOrder(place, to, step)
      const fatal = this.#liquidationBetween(place, next?.at ?? to, step)
      if (fatal !== undefined) this.#liquidateAt(fatal, time)
      else if (next) {
        const { order } = next
        const price = order.kind === "limit" ? order.ticks : takingPrice(order.side, order.ticks)
        this.#fill(order, price, { time, isMaker: order.kind === "limit" })
      } else return
      place = fatal ?? next?.at ?? to
    }
  }

  /** The first order on the way, with the price at which it fills: a stop where it is touched, a limit a tick behind it. */
  #nextOrder(from: number, to: number, step: number): { order: PracticeOrder; at: number } | undefined {
    let first: { order: PracticeOrder; at: number } | undefined
    for (const order of this.orders) {
      const rises = order.side === "buy" ? order.kind === "stop" : order.kind === "limit"
      if (rises !== step > 0) continue
      const behind = order.ticks + step
      // Placed inside the spread, it may be behind the price already.
      const at = order.kind === "stop" ? order.ticks : (behind - from) * step < 0 ? from : behind
      const isOnTheWay = (at - from) * step >= 0 && (to - at) * step >= 0
      if (isOnTheWay && (!first || (first.at - at) * step > 0)) first = { order, at }
    }
    return first
  }

  /** The first price on the way at which the account is liquidated: it gets only worse in that direction. */
  #liquidationBetween(from: number, to: number, step: number): number | undefined {
    if (!this.money.isLiquidated(to)) return undefined
    let [safe, fatal] = [0, (to - from) * step]
    while (safe < fatal) {
      const middle = Math.floor((safe + fatal) / 2)
      if (this.money.isLiquidated(from + middle * step)) fatal = middle
      else safe = middle + 1
    }
    return from + fatal * step
  }

  /** Where the account is liquidated at this price: everything is closed by market, and no order stays. */
  #liquidateAt(ticks: number, time: TimeMs): void {
    if (!this.money.isLiquidated(ticks)) return
    const lots = this.money.heldLots
    const side = lots > 0 ? "sell" : "buy"
    const fill = { time, side, lots: Math.abs(lots), isMaker: false, by: "liquidation" } as const
    this.money.fill({ ...fill, ticks: takingPrice(side, ticks) })
    this.money.coverLoss()
    this.newest = "fill"
    this.liquidations += 1
    this.orders = []
  }

  #fill(order: PracticeOrder, ticks: number, how: { time: TimeMs; isMaker: boolean }): void {
    // Gone meanwhile: an earlier fill closed what it was to close.
    if (!this.orders.includes(order)) return
    this.cancel(order.id)
    const held = this.money.heldLots
    const lessens = held !== 0 && held > 0 === (order.side === "sell")
    const lots = order.isCloseOnly ? Math.min(order.lots, lessens ? Math.abs(held) : 0) : order.lots
    const fill = { ...how, side: order.side, lots, ticks, by: order.kind as PracticeFill["by"] }
    const reason = lots === 0 ? "CLOSE" : this.money.refusalOf(fill)
    this.newest = reason ? "dropped" : "fill"
    if (reason) this.dropped.push({ order, reason })
    else {
      this.money.fill(fill)
      if (this.money.heldLots === 0) this.orders = this.orders.filter(({ isCloseOnly }) => !isCloseOnly)
    }
  }
}

/** A stop whose price was touched or passed. */
const isReached = ({ side, ticks }: PracticeOrder, price: number) =>
  side === "buy" ? price >= ticks : price <= ticks

/** A limit order that can take at this price. */
const isWithin = ({ side, ticks }: PracticeOrder, price: number) =>
  side === "buy" ? price <= ticks : price >= ticks

/** A price beyond a resting limit: to touch it isn't enough, others stood before it. */
const isThrough = ({ side, ticks }: PracticeOrder, price: number) =>
  side === "buy" ? price < ticks : price > ticks
