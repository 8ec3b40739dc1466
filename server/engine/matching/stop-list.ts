/** Which stops wait, and which fire when trades reach a price? (exchange.md S8) */

import type { Ticks } from "#core/money/units.ts"
import type { Order } from "./order.ts"

/** Stops of one instrument, each side sorted so that the next to fire stands at the end. */
export class StopList {
  /** Fire at last ≥ stop: the lowest is next. */
  readonly #rising: Order[] = []
  /** Fire at last ≤ stop: the highest is next. */
  readonly #falling: Order[] = []
  readonly #risingIds = new Set<number>()

  get size(): number {
    return this.#rising.length + this.#falling.length
  }

  /** Its direction is fixed now: `rising` when the stop lies above the last price. */
  add(order: Order, isRising: boolean): void {
    if (isRising) this.#risingIds.add(order.id)
    const list = isRising ? this.#rising : this.#falling
    list.splice(placeOf(list, order, isRising), 0, order)
  }

  remove(order: Order): void {
    const isRising = this.#risingIds.delete(order.id)
    const list = isRising ? this.#rising : this.#falling
    const place = placeOf(list, order, isRising)
    if (list[place] !== order) throw new Error(`stop ${order.id} doesn't wait`)
    list.splice(place, 1)
  }

  /**
   * Takes out those that fire after trades between `low` and `high`: rising by price upwards, then falling by price
   * downwards, each then by id.
   */
  takeFired(low: Ticks, high: Ticks): Order[] {
    const fired: Order[] = []
    for (let next = this.#rising.at(-1); next && next.stopPrice <= high; next = this.#rising.at(-1)) {
      this.#rising.pop()
      this.#risingIds.delete(next.id)
      fired.push(next)
    }
    for (let next = this.#falling.at(-1); next && next.stopPrice >= low; next = this.#falling.at(-1)) {
      this.#falling.pop()
      fired.push(next)
    }
    return fired
  }

  /** Does this waiting stop fire when the price rises? */
  isRising(order: Order): boolean {
    return this.#risingIds.has(order.id)
  }

  /** In the order in which they would fire. For checks, tests and snapshots. */
  list(): Order[] {
    return [...this.#rising.toReversed(), ...this.#falling.toReversed()]
  }
}

/** Where it stands, or belongs, in a list whose end fires first. */
function placeOf(list: readonly Order[], order: Order, isRising: boolean): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = list[middle]
    if (other !== undefined && firesBefore(order, other, isRising)) low = middle + 1
    else high = middle
  }
  return low
}

function firesBefore(order: Order, other: Order, isRising: boolean): boolean {
  if (order.stopPrice === other.stopPrice) return order.id < other.id
  return isRising ? order.stopPrice < other.stopPrice : order.stopPrice > other.stopPrice
}
