/** The order book in use: levels sorted, orders linked, nothing searched on the way to a trade. */

import type { Lots, Ticks } from "#core/money/units.ts"
import type { Side } from "../command.ts"
import { Ladder } from "./ladder.ts"
import type { Order } from "./order.ts"
import {
  decrementOrder,
  fillOrder,
  hasEnough,
  hideRest,
  oppositeSide,
  shownLots,
  shrinkOrder,
  turnoverOf,
  wantedLots,
} from "./order.ts"
import type { FillRefusal, MatchEnd, MatchListener, OrderBook, Trial, TrialJudge } from "./order-book.ts"
import { reaches } from "./order-book.ts"
import type { PriceLevel } from "./price-level.ts"
import { TrialWalk } from "./trial-walk.ts"

/** Price-time priority with O(1) best, join, leave and reduce; a new or emptied level costs a short array move. */
export class FastBook implements OrderBook {
  readonly #bids = new Ladder("buy")
  readonly #asks = new Ladder("sell")
  readonly #notionalUnit: bigint

  /** `notionalUnit`: K of the instrument (U1). */
  constructor(notionalUnit: bigint) {
    this.#notionalUnit = notionalUnit
  }

  add(order: Order): void {
    this.#ladder(order.side).findOrAdd(order.price).join(order)
  }

  remove(order: Order): void {
    const level = levelOf(order)
    level.leave(order)
    if (!level.first) this.#ladder(order.side).remove(level)
  }

  reduce(order: Order, by: Lots): void {
    levelOf(order).reduce(order, by)
    shrinkOrder(order, by)
  }

  match(taker: Order, bound: Ticks, listener: MatchListener): MatchEnd {
    const ladder = this.#ladder(oppositeSide(taker.side))
    for (;;) {
      if (hasEnough(taker)) return "filled"
      const level = ladder.best()
      if (!level) return "empty"
      if (!reaches(taker.side, bound, level.price)) return "bound"
      const end = this.#matchLevel(ladder, level, taker, listener)
      if (end) return end
    }
  }

  trial(taker: Order, bound: Ticks, judge?: TrialJudge): Trial {
    const ladder = this.#ladder(oppositeSide(taker.side))
    const walk = new TrialWalk(taker, this.#notionalUnit, judge)
    for (let index = 0; ; index += 1) {
      const level = ladder.at(index)
      if (!level || !reaches(taker.side, bound, level.price) || walk.endsWith(level)) return walk.found()
    }
  }

  best(side: Side): Ticks {
    return this.#ladder(side).best()?.price ?? (0 as Ticks)
  }

  total(side: Side, price: Ticks): number {
    return this.#ladder(side).find(price)?.total ?? 0
  }

  walkLevels(side: Side, visit: (price: Ticks, total: number) => boolean): void {
    const ladder = this.#ladder(side)
    for (let index = 0; index < ladder.size; index += 1) {
      const level = ladder.at(index)
      if (!level || !visit(level.price, level.total)) return
    }
  }

  queue(side: Side, price: Ticks): Order[] {
    const orders: Order[] = []
    for (let order = this.#ladder(side).find(price)?.first; order; order = order.queueNext) orders.push(order)
    return orders
  }

  #ladder(side: Side): Ladder {
    return side === "buy" ? this.#bids : this.#asks
  }

  /** Until the level is gone, or the taker's walk has ended. */
  #matchLevel(
    ladder: Ladder,
    level: PriceLevel,
    taker: Order,
    listener: MatchListener,
  ): MatchEnd | undefined {
    while (level.first) {
      if (hasEnough(taker)) return "filled"
      const wanted = wantedLots(taker, level.price, this.#notionalUnit)
      if (wanted === 0) return "budget"
      const maker = level.first
      if (maker.account === taker.account && taker.stp !== "NONE") {
        if (this.#prevent(level, maker, taker, wanted, listener)) {
          if (!level.first) ladder.remove(level)
          return "prevented"
        }
      } else {
        const verdict = listener.judgeFill(maker, taker, Math.min(wanted, shownLots(maker)) as Lots)
        if (typeof verdict === "number") this.#trade(level, maker, taker, verdict, listener)
        else if (this.#refuse(level, maker, taker, verdict, listener)) return "refused"
      }
    }
    ladder.remove(level)
    return undefined
  }

  #trade(level: PriceLevel, maker: Order, taker: Order, quantity: Lots, listener: MatchListener): void {
    listener.levelChanges(maker.side, level.price, level.total)
    const isUsedUp = quantity === shownLots(maker)
    if (isUsedUp) level.leave(maker)
    else level.total -= quantity
    const turnover = turnoverOf(level.price, quantity, this.#notionalUnit)
    fillOrder(maker, quantity, turnover)
    if (isUsedUp && maker.open > 0) showNext(level, maker)
    fillOrder(taker, quantity, turnover)
    listener.traded(maker, taker, quantity, turnover)
    if (maker.open === 0) listener.makerEnded(maker)
  }

  /** P17: nothing is booked. Answers whether the taker's walk has ended. */
  #refuse(
    level: PriceLevel,
    maker: Order,
    taker: Order,
    { ends, reason }: FillRefusal,
    listener: MatchListener,
  ): boolean {
    if (ends === "taker") {
      taker.reason = reason
      return true
    }
    listener.levelChanges(maker.side, level.price, level.total)
    level.leave(maker)
    maker.status = "expired"
    maker.reason = reason
    listener.makerEnded(maker)
    return false
  }

  /** S5. Answers whether the taker's walk has ended. */
  #prevent(level: PriceLevel, maker: Order, taker: Order, wanted: Lots, listener: MatchListener): boolean {
    if (taker.stp === "EXPIRE_TAKER") return true
    listener.levelChanges(maker.side, level.price, level.total)
    if (taker.stp === "DECREMENT") {
      const lost = Math.min(wanted, shownLots(maker)) as Lots
      const isUsedUp = lost === shownLots(maker)
      if (isUsedUp) level.leave(maker)
      else level.total -= lost
      decrementOrder(maker, level.price, lost, this.#notionalUnit)
      if (isUsedUp && maker.open > 0) showNext(level, maker)
      decrementOrder(taker, level.price, lost, this.#notionalUnit)
      listener.prevented(maker, taker)
      if (maker.open === 0) expire(maker, listener)
      return lost === wanted
    }
    level.leave(maker)
    expire(maker, listener)
    return taker.stp === "EXPIRE_BOTH"
  }
}

function expire(maker: Order, listener: MatchListener): void {
  maker.status = "expired-in-match"
  listener.makerEnded(maker)
}

/** S19: what was shown is used up: the next part joins the queue as the last. */
function showNext(level: PriceLevel, maker: Order): void {
  hideRest(maker)
  level.join(maker)
}

function levelOf(order: Order): PriceLevel {
  if (!order.level) throw new Error(`order ${order.id} is not in the book`)
  return order.level
}
