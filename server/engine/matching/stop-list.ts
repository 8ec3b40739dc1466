/** Waiting stop orders of one instrument, and which of them fire (S8, S9). */

import type { Price8 } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import type { Order } from "./order.ts"
import { sourceOf } from "./order-conditions.ts"
import { TrailingStops } from "./trailing-stops.ts"

/** Stops of one source, each side sorted so that the next to fire stands at the end. */
interface Sides {
  /** Fire at price ≥ stop: the lowest is next. */
  readonly rising: Order[]
  /** Fire at price ≤ stop: the highest is next. */
  readonly falling: Order[]
}

export class StopList {
  readonly #sides: Readonly<Record<TriggerSource, Sides>> = {
    last: { rising: [], falling: [] },
    mark: { rising: [], falling: [] },
  }
  readonly #risingIds = new Set<number>()
  readonly #trailing = new TrailingStops()
  /** Reached by a price and not yet entered: the next to enter first. */
  #reached: Order[] = []
  /** How many at its beginning have entered; the list is cut when all have. */
  #entered = 0

  /** How many have been reached and wait for their turn to enter. */
  get reachedCount(): number {
    return this.#reached.length - this.#entered
  }

  /** Does a trailing stop follow this source? */
  follows(source: TriggerSource): boolean {
    return this.#trailing.follows(source)
  }

  /** Its direction is fixed now: `rising` when the stop lies above the price of its source. */
  add(order: Order, isRising: boolean): void {
    if (isRising) this.#risingIds.add(order.id)
    const list = this.#listOf(order, isRising)
    list.splice(placeOf(list, order, isRising), 0, order)
  }

  /** A trailing stop, whose trail has begun. */
  addTrailing(order: Order): void {
    this.#trailing.add(order)
  }

  remove(order: Order): void {
    const turn = this.#reached.indexOf(order, this.#entered)
    if (turn >= 0) {
      this.#reached.splice(turn, 1)
      return
    }
    if (this.#trailing.remove(order)) return
    const isRising = this.#risingIds.delete(order.id)
    const list = this.#listOf(order, isRising)
    const place = placeOf(list, order, isRising)
    if (list[place] !== order) throw new Error(`stop ${order.id} doesn't wait`)
    list.splice(place, 1)
  }

  /**
   * Those that fire after prices of the source between `low` and `high` will enter, behind those reached before: rising by
   * price upwards, then falling by price downwards, each then by id.
   */
  reach(source: TriggerSource, low: number, high: number): void {
    const { rising, falling } = this.#sides[source]
    for (let next = rising.at(-1); next && next.stopPrice <= high; next = rising.at(-1)) {
      rising.pop()
      this.#risingIds.delete(next.id)
      this.#reached.push(next)
    }
    for (let next = falling.at(-1); next && next.stopPrice >= low; next = falling.at(-1)) {
      falling.pop()
      this.#reached.push(next)
    }
  }

  /** S9: trailing stops follow a further price of their source; those that fire will enter, behind those reached before. */
  follow(source: TriggerSource, price: Price8): void {
    for (const fired of this.#trailing.follow(source, price)) this.#reached.push(fired)
  }

  /** Of a snapshot: it was reached, behind those that were given before. */
  addReached(order: Order): void {
    this.#reached.push(order)
  }

  /** Takes out the next that has been reached. */
  takeReached(): Order | undefined {
    const order = this.#reached[this.#entered]
    if (!order) return undefined
    this.#entered += 1
    if (this.#entered === this.#reached.length) {
      this.#reached = []
      this.#entered = 0
    }
    return order
  }

  /** Each list in the order in which they would enter, of one source behind those of the other. For snapshots. */
  lists(): { reached: Order[]; rising: Order[]; falling: Order[]; trailing: Order[] } {
    const { last, mark } = this.#sides
    return {
      reached: this.#reached.slice(this.#entered),
      rising: [...last.rising.toReversed(), ...mark.rising.toReversed()],
      falling: [...last.falling.toReversed(), ...mark.falling.toReversed()],
      trailing: this.#trailing.list(),
    }
  }

  /** All of them in the order in which they would enter. For checks and tests. */
  list(): Order[] {
    const { reached, rising, falling, trailing } = this.lists()
    return [...reached, ...rising, ...falling, ...trailing]
  }

  #listOf(order: Order, isRising: boolean): Order[] {
    const sides = this.#sides[sourceOf(order)]
    return isRising ? sides.rising : sides.falling
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
