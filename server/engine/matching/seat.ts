/** What does an account have in one instrument? The purses it trades with there, and its open orders. */

import type { Holder } from "../ledger/holder.ts"
import type { Purse } from "../ledger/purse.ts"
import type { Order } from "./order.ts"

/**
 * Found by one look-up a placement, which would else be one for the holder, one for each purse and one for the orders.
 * It is kept when its last order has ended: who traded here once will again.
 */
export class Seat {
  readonly holder: Holder
  /** None where no money is posted (perpetuals, as yet). */
  readonly base: Purse | undefined
  readonly quote: Purse | undefined
  /** In no order: one that leaves gives its place to the last, so that only two orders are touched. */
  readonly #orders: Order[] = []
  #stops = 0

  constructor(holder: Holder, base: Purse | undefined, quote: Purse | undefined) {
    this.holder = holder
    this.base = base
    this.quote = quote
  }

  /** Open orders, waiting stops among them (`maxOpenOrders`). */
  get count(): number {
    return this.#orders.length
  }
  /** Stops that wait (`maxStops`). */
  get stops(): number {
    return this.#stops
  }

  add(order: Order): void {
    order.seat = this
    order.seatIndex = this.#orders.length
    this.#orders.push(order)
    if (order.status === "waiting") this.#stops += 1
  }

  remove(order: Order): void {
    const last = this.#orders.pop()
    if (last && last !== order) {
      this.#orders[order.seatIndex] = last
      last.seatIndex = order.seatIndex
    }
    order.seat = undefined
  }

  /** A stop fired or ended: it waits no longer. */
  stopGone(): void {
    this.#stops -= 1
  }

  /** All of them by id; a copy, so that they can be ended on the way. */
  list(): Order[] {
    return this.#orders.toSorted((one, other) => one.id - other.id)
  }
}
