/** An account's part in one market: what its kind keeps of it there, and its open orders. */

import type { Side } from "../command.ts"
import type { Account } from "../ledger/account.ts"
import type { Balance } from "../ledger/balance.ts"
import type { Order } from "./order.ts"

/** The balances that a spot order moves: what it pays with, and where goes what it gains. */
export interface SpotBalances {
  readonly pays: Balance
  readonly gains: Balance
}

/** Of a spot market, by the side of the order; made once, so that an order only points to them. */
export type SpotPart = Readonly<Record<Side, SpotBalances>>

/**
 * Found by one look-up a placement, which would else be one for the account, one for each balance and one for the orders.
 * It is kept when its last order has ended: who traded here once will again.
 */
export class Participant {
  readonly account: Account
  /** Spot markets only. */
  readonly spot: SpotPart | undefined
  /** In no order: one that leaves gives its place to the last, so that only two orders are touched. */
  readonly #orders: Order[] = []
  #stops = 0

  constructor(account: Account, spot?: SpotPart) {
    this.account = account
    this.spot = spot
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
    order.participant = this
    order.participantIndex = this.#orders.length
    this.#orders.push(order)
    this.account.openOrders += 1
    if (order.status === "waiting") this.#stops += 1
  }

  remove(order: Order): void {
    const last = this.#orders.pop()
    if (last && last !== order) {
      this.#orders[order.participantIndex] = last
      last.participantIndex = order.participantIndex
    }
    order.participant = undefined
    this.account.openOrders -= 1
  }

  /** A stop fired or ended: it waits no longer. */
  stopGone(): void {
    this.#stops -= 1
  }

  /** Is this one of its open orders? */
  has(order: Order): boolean {
    return this.#orders[order.participantIndex] === order
  }

  /** All of them in no order, as sums need; not a copy. */
  get orders(): readonly Order[] {
    return this.#orders
  }

  /** All of them by id; a copy, so that they can be ended on the way. */
  list(): Order[] {
    return this.#orders.toSorted((one, other) => one.id - other.id)
  }
}
