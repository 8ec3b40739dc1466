/** Which orders are open, anywhere on the exchange? By id, and by the client order id their owner knows them by. */

import type { AccountId } from "../command.ts"
import type { Order } from "./order.ts"

export class OpenOrders {
  readonly #byId = new Map<number, Order>()
  readonly #byClientId = new Map<string, Order>()

  /** Waiting stops among them. */
  get size(): number {
    return this.#byId.size
  }

  add(order: Order): void {
    this.#byId.set(order.id, order)
    if (order.clientOrderId !== undefined)
      this.#byClientId.set(nameOf(order.account, order.clientOrderId), order)
  }

  delete(order: Order): void {
    this.#byId.delete(order.id)
    if (order.clientOrderId === undefined) return
    const name = nameOf(order.account, order.clientOrderId)
    // An id is free again after its hour (S12): the newer order keeps it.
    if (this.#byClientId.get(name) === order) this.#byClientId.delete(name)
  }

  get(id: number): Order | undefined {
    return this.#byId.get(id)
  }

  /** The newest open order that this account gave this id. */
  named(account: AccountId, clientOrderId: string): Order | undefined {
    return this.#byClientId.get(nameOf(account, clientOrderId))
  }

  /** All of them, in the order of their acceptance, which is that of their ids. */
  values(): IterableIterator<Order> {
    return this.#byId.values()
  }
}

/** No account id and no client order id holds a line feed. */
const nameOf = (account: AccountId, clientOrderId: string): string => `${account}\n${clientOrderId}`
