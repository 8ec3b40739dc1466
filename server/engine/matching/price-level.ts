/** The queue of orders at one price, earliest first (S1). */

import type { Ticks } from "#core/money/units.ts"
import type { Order } from "./order.ts"

/** A queue linked through its orders: joining, leaving and being served all take the same small time. */
export class PriceLevel {
  readonly price: Ticks
  /** Sum of the open lots; stays below 2^53 (LEVEL_LIMIT is asked before an order joins). */
  total = 0
  first: Order | undefined
  #last: Order | undefined

  constructor(price: Ticks) {
    this.price = price
  }

  join(order: Order): void {
    order.level = this
    order.queuePrevious = this.#last
    if (this.#last) this.#last.queueNext = order
    else this.first = order
    this.#last = order
    this.total += order.open
  }

  /** Takes it out of the queue; its open lots must still be those that `total` counts. */
  leave(order: Order): void {
    if (order.queuePrevious) order.queuePrevious.queueNext = order.queueNext
    else this.first = order.queueNext
    if (order.queueNext) order.queueNext.queuePrevious = order.queuePrevious
    else this.#last = order.queuePrevious
    order.level = undefined
    order.queuePrevious = undefined
    order.queueNext = undefined
    this.total -= order.open
  }
}
