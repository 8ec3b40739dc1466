/** The reference order book of the tests: one array in order of arrival, obviously right and far too slow to use. */

import type { Lots, Ticks } from "#core/money/units.ts"
import type { OrderStatus } from "#core/order/order-status.ts"
import type { Side } from "../command.ts"
import {
  decrementOrder,
  fillOrder,
  hasEnough,
  hideRest,
  Order,
  oppositeSide,
  shownLots,
  shrinkOrder,
  takeHidden,
  turnoverOf,
  wantedLots,
} from "./order.ts"
import type { MatchEnd, MatchListener, OrderBook, Trial, TrialJudge } from "./order-book.ts"
import { reaches } from "./order-book.ts"

export class PlainBook implements OrderBook {
  #arrived: Order[] = []
  readonly #notionalUnit: bigint

  constructor(notionalUnit: bigint) {
    this.#notionalUnit = notionalUnit
  }

  add(order: Order): void {
    this.#arrived.push(order)
  }

  remove(order: Order): void {
    if (!this.#arrived.includes(order)) throw new Error(`order ${order.id} is not in the book`)
    this.#arrived = this.#arrived.filter((other) => other !== order)
  }

  reduce(order: Order, by: Lots): void {
    takeHidden(order, by)
    shrinkOrder(order, by)
  }

  match(taker: Order, bound: Ticks, listener: MatchListener): MatchEnd {
    for (;;) {
      if (hasEnough(taker)) return "filled"
      const maker = this.#byPriority(oppositeSide(taker.side))[0]
      if (!maker) return "empty"
      if (!reaches(taker.side, bound, maker.price)) return "bound"
      const wanted = wantedLots(taker, maker.price, this.#notionalUnit)
      if (wanted === 0) return "budget"
      const quantity = Math.min(wanted, shownLots(maker)) as Lots
      const isSelfTrade = maker.account === taker.account && taker.stp !== "NONE"
      if (!isSelfTrade) {
        if (this.#endsAtFill(maker, taker, quantity, listener)) return "refused"
        continue
      }
      switch (taker.stp) {
        case "EXPIRE_TAKER":
          return "prevented"
        case "EXPIRE_BOTH":
          this.#expire(maker, listener, "expired-in-match")
          return "prevented"
        case "EXPIRE_MAKER":
          this.#expire(maker, listener, "expired-in-match")
          break
        default:
          this.#decrement(maker, taker, quantity, listener)
          if (quantity === wanted) return "prevented"
      }
    }
  }

  /** The very matching, on copies of everything. */
  trial(taker: Order, bound: Ticks, judge?: TrialJudge): Trial {
    const copy = new PlainBook(this.#notionalUnit)
    for (const order of this.#arrived) copy.add(copyOf(order))
    const copyTaker = copyOf(taker)
    if (taker.stp === "DECREMENT" && taker.timeInForce === "fok")
      Object.assign(copyTaker, { stp: "EXPIRE_TAKER" })
    let quantity = 0
    let turnover = 0n
    copy.match(copyTaker, bound, {
      levelChanges: () => {},
      prevented: () => {},
      makerEnded: () => {},
      judgeFill: (maker, _, lots) => judge?.judgeFill(maker, copyTaker, lots) ?? lots,
      traded: (maker, _, lots) => {
        judge?.filled(maker, copyTaker, lots)
        quantity += lots
        turnover += BigInt(maker.price) * BigInt(lots)
      },
    })
    return { quantity: quantity as Lots, turnover }
  }

  best(side: Side): Ticks {
    return this.#byPriority(side)[0]?.price ?? (0 as Ticks)
  }

  total(side: Side, price: Ticks): number {
    return this.queue(side, price).reduce((sum, order) => sum + shownLots(order), 0)
  }

  walkLevels(side: Side, visit: (price: Ticks, total: number) => boolean): void {
    const prices = new Set(this.#byPriority(side).map((order) => order.price))
    for (const price of prices) if (!visit(price, this.total(side, price))) return
  }

  queue(side: Side, price: Ticks): Order[] {
    return this.#arrived.filter((order) => order.side === side && order.price === price)
  }

  /** Best price first; sorting keeps the order of arrival within a price. */
  #byPriority(side: Side): Order[] {
    const orders = this.#arrived.filter((order) => order.side === side)
    return orders.sort((a, b) => (side === "buy" ? b.price - a.price : a.price - b.price))
  }

  /** Trades as far as clearing lets it (P17). Answers whether the taker's walk has ended. */
  #endsAtFill(maker: Order, taker: Order, quantity: Lots, listener: MatchListener): boolean {
    const verdict = listener.judgeFill(maker, taker, quantity)
    if (typeof verdict === "number") this.#trade(maker, taker, verdict, listener)
    else if (verdict.ends === "maker") {
      maker.reason = verdict.reason
      this.#expire(maker, listener, "expired")
    } else {
      taker.reason = verdict.reason
      return true
    }
    return false
  }

  #trade(maker: Order, taker: Order, quantity: Lots, listener: MatchListener): void {
    this.#tellTotal(maker, listener)
    const turnover = turnoverOf(maker.price, quantity, this.#notionalUnit)
    const isUsedUp = quantity === shownLots(maker)
    fillOrder(maker, quantity, turnover)
    if (isUsedUp) this.#showNext(maker)
    fillOrder(taker, quantity, turnover)
    listener.traded(maker, taker, quantity, turnover)
    if (maker.open > 0) return
    this.remove(maker)
    listener.makerEnded(maker)
  }

  #decrement(maker: Order, taker: Order, quantity: Lots, listener: MatchListener): void {
    this.#tellTotal(maker, listener)
    const isUsedUp = quantity === shownLots(maker)
    decrementOrder(maker, maker.price, quantity, this.#notionalUnit)
    if (isUsedUp) this.#showNext(maker)
    decrementOrder(taker, maker.price, quantity, this.#notionalUnit)
    listener.prevented(maker, taker)
    if (maker.open === 0) this.#expire(maker, listener, "expired-in-match")
  }

  /** S19: the next part arrives now, behind everybody; nothing is left of all other orders. */
  #showNext(maker: Order): void {
    if (maker.open === 0) return
    hideRest(maker)
    this.remove(maker)
    this.add(maker)
  }

  #expire(maker: Order, listener: MatchListener, status: OrderStatus): void {
    this.#tellTotal(maker, listener)
    maker.status = status
    this.remove(maker)
    listener.makerEnded(maker)
  }

  #tellTotal({ side, price }: Order, listener: MatchListener): void {
    listener.levelChanges(side, price, this.total(side, price))
  }
}

const copyOf = (order: Order): Order => Object.assign(Object.create(Order.prototype), order)
