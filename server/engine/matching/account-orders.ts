/** Which orders does an account have in one instrument? Counted, and walked by id. */

import type { AccountId } from "../command.ts"
import type { Order } from "./order.ts"

/**
 * A linked list through the orders themselves. Orders are added when they are accepted, so the list is in
 * order of id without sorting, which cancel-all needs (S7).
 */
export class AccountOrders {
  readonly account: AccountId
  #first: Order | undefined
  #last: Order | undefined
  #count = 0
  #stops = 0

  constructor(account: AccountId) {
    this.account = account
  }

  /** Open orders, waiting stops among them (`maxOpenOrders`). */
  get count(): number {
    return this.#count
  }
  /** Stops that wait (`maxStops`). */
  get stops(): number {
    return this.#stops
  }

  add(order: Order): void {
    order.owner = this
    order.ownerPrevious = this.#last
    if (this.#last) this.#last.ownerNext = order
    else this.#first = order
    this.#last = order
    this.#count += 1
    if (order.status === "waiting") this.#stops += 1
  }

  remove(order: Order): void {
    if (order.ownerPrevious) order.ownerPrevious.ownerNext = order.ownerNext
    else this.#first = order.ownerNext
    if (order.ownerNext) order.ownerNext.ownerPrevious = order.ownerPrevious
    else this.#last = order.ownerPrevious
    order.owner = undefined
    order.ownerPrevious = undefined
    order.ownerNext = undefined
    this.#count -= 1
  }

  /** A stop fired or ended: it waits no longer. */
  stopGone(): void {
    this.#stops -= 1
  }

  /** All of them by id; a copy, so that they can be ended on the way. */
  list(): Order[] {
    const orders: Order[] = []
    for (let order = this.#first; order; order = order.ownerNext) orders.push(order)
    return orders
  }
}
