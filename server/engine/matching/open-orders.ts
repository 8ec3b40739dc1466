/** Index of all open orders of the exchange, by id, by the owner's client order id, and of some by when they expire. */

import type { AccountId } from "../command.ts"
import { type Due, DueQueue } from "../due-queue.ts"
import type { Order } from "./order.ts"

/** How many of the newest ids have a place of their own; a power of two. */
const RECENT = 65_536

export class OpenOrders {
  /**
   * The newest orders, each at its id modulo the length. Most orders end while they are young, and a place in an array
   * is found, taken and left at a fraction of what a large map takes for it.
   */
  readonly #recent: (Order | undefined)[] = new Array<Order | undefined>(RECENT).fill(undefined)
  /** Those that were still open when a newer one took their place. */
  readonly #old = new Map<number, Order>()
  readonly #byClientId = new Map<string, Order>()
  /** Of those that are good till a time (S14); the keys are their ids. */
  readonly expiries = new DueQueue<Due<number>>()
  #size = 0

  /** Waiting stops among them. */
  get size(): number {
    return this.#size
  }

  /** Ids rise, but for the orders of a snapshot, which come in any order. */
  add(order: Order): void {
    const place = order.id % RECENT
    const before = this.#recent[place]
    if (before && before.id > order.id) this.#old.set(order.id, order)
    else {
      if (before) this.#old.set(before.id, before)
      this.#recent[place] = order
    }
    this.#size += 1
    if (order.clientOrderId !== undefined)
      this.#byClientId.set(nameOf(order.account, order.clientOrderId), order)
    if (order.conditions?.expiry) this.expiries.add(order.conditions.expiry)
  }

  delete(order: Order): void {
    const place = order.id % RECENT
    if (this.#recent[place] === order) this.#recent[place] = undefined
    else this.#old.delete(order.id)
    this.#size -= 1
    if (order.conditions?.expiry) this.expiries.remove(order.conditions.expiry)
    if (order.clientOrderId === undefined) return
    const name = nameOf(order.account, order.clientOrderId)
    // An id is free again after its hour (S12): the newer order keeps it.
    if (this.#byClientId.get(name) === order) this.#byClientId.delete(name)
  }

  get(id: number): Order | undefined {
    const recent = this.#recent[id % RECENT]
    return recent?.id === id ? recent : this.#old.get(id)
  }

  /** The newest open order that this account gave this id. */
  named(account: AccountId, clientOrderId: string): Order | undefined {
    return this.#byClientId.get(nameOf(account, clientOrderId))
  }

  /** All of them by id, which is the order of their acceptance. */
  values(): Order[] {
    const orders = [...this.#old.values()]
    for (const order of this.#recent) if (order) orders.push(order)
    return orders.sort((one, other) => one.id - other.id)
  }
}

/** No account id and no client order id holds a line feed. */
const nameOf = (account: AccountId, clientOrderId: string): string => `${account}\n${clientOrderId}`
