/** Pairs of orders of which one cancels the other: when one begins, and when both have ended. */

import { isOpen } from "#core/order/order-status.ts"
import type { SpotOrder } from "#core/wire/trading.ts"

export class OrderPairs {
  /** By group, then by order: as told last. */
  readonly #pairs = new Map<number, Map<number, SpotOrder>>()

  /** `open`: orders that were open before the first change. */
  constructor(open: Iterable<SpotOrder>) {
    for (const order of open) this.#keep(order)
  }

  /** The pairs of which something is to be told: those that began with these rows, and those that have ended by them. */
  take(orders: readonly SpotOrder[]): SpotOrder[][] {
    const begun = new Set<number>()
    const touched = new Set<number>()
    for (const order of orders) {
      if (order.groupKind !== "oco") continue
      if (!this.#pairs.has(order.group)) begun.add(order.group)
      touched.add(order.group)
      this.#keep(order)
    }
    return [...touched].flatMap((group) => {
      const pair = [...(this.#pairs.get(group)?.values() ?? [])]
      const isDone = !pair.some(isOpen)
      if (isDone) this.#pairs.delete(group)
      return isDone || begun.has(group) ? [pair] : []
    })
  }

  #keep(order: SpotOrder): void {
    if (order.groupKind !== "oco") return
    const pair = this.#pairs.get(order.group) ?? new Map<number, SpotOrder>()
    this.#pairs.set(order.group, pair.set(order.id, order))
  }
}
