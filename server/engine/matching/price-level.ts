/** The queue of orders at one price, earliest first (S1). */

import type { Lots, Ticks } from "#core/money/units.ts"
import { type Order, takeHidden } from "./order.ts"

/** A queue linked through its orders: joining, leaving and being served all take the same small time. */
export class PriceLevel {
  readonly price: Ticks
  /** Sum of the lots that are shown; stays below 2^53 (LEVEL_LIMIT is asked before an order joins). */
  total = 0
  /** Of its orders, what isn't shown (S19). */
  hidden = 0
  first: Order | undefined
  #last: Order | undefined

  constructor(price: Ticks) {
    this.price = price
  }

  /** Takes lots off one of its orders, fewer than are open: off what is hidden first (S6, S19). */
  reduce(order: Order, by: Lots): void {
    this.hidden -= order.hidden
    this.total -= takeHidden(order, by)
    this.hidden += order.hidden
  }

  join(order: Order): void {
    order.level = this
    order.queuePrevious = this.#last
    if (this.#last) this.#last.queueNext = order
    else this.first = order
    this.#last = order
    this.total += order.open - order.hidden
    this.hidden += order.hidden
  }

  /** Takes it out of the queue; its lots must still be those that `total` and `hidden` count. */
  leave(order: Order): void {
    if (order.queuePrevious) order.queuePrevious.queueNext = order.queueNext
    else this.first = order.queueNext
    if (order.queueNext) order.queueNext.queuePrevious = order.queuePrevious
    else this.#last = order.queuePrevious
    order.level = undefined
    order.queuePrevious = undefined
    order.queueNext = undefined
    this.total -= order.open - order.hidden
    this.hidden -= order.hidden
  }
}
