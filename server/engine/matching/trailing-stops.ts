/** Trailing stops of one instrument: their extremes follow the price, and some fire (S9). */

import type { Price8 } from "#core/money/units.ts"
import type { TriggerSource } from "#core/order/order-status.ts"
import {
  followPrice,
  isTrailingFired,
  startTrailing,
  type TrailingState,
  type TrailingTerms,
  trailingLevel,
} from "#core/order/trailing-stop.ts"
import type { Order } from "./order.ts"
import { sourceOf } from "./order-conditions.ts"

/** Between these prices, both left out, nothing changes. */
interface Quiet {
  low: bigint
  high: bigint
}

/** Those of one source, by id. */
interface Followers {
  orders: Order[]
  /** Undefined: to be found anew. */
  quiet: Quiet | undefined
}

const NONE: readonly Order[] = []

export class TrailingStops {
  readonly #bySource: Readonly<Record<TriggerSource, Followers>> = {
    last: { orders: [], quiet: undefined },
    mark: { orders: [], quiet: undefined },
  }

  /** Does anything follow this source? */
  follows(source: TriggerSource): boolean {
    return this.#bySource[source].orders.length > 0
  }

  /** Of a new order, or of a snapshot; its state is set. */
  add(order: Order): void {
    const followers = this.#bySource[sourceOf(order)]
    followers.quiet = undefined
    const { orders } = followers
    // A new order's id is the highest: it is found at the end at once.
    orders.splice(orders.findLastIndex((other) => other.id < order.id) + 1, 0, order)
  }

  /** Answers whether it followed. */
  remove(order: Order): boolean {
    const followers = this.#bySource[sourceOf(order)]
    const place = followers.orders.indexOf(order)
    if (place < 0) return false
    followers.orders.splice(place, 1)
    followers.quiet = undefined
    return true
  }

  /** After a further price of the source: those that fire, by id; they follow no more. */
  follow(source: TriggerSource, price: Price8): readonly Order[] {
    const followers = this.#bySource[source]
    if (followers.orders.length === 0) return NONE
    followers.quiet ??= quietOf(followers.orders)
    const { low, high } = followers.quiet
    if (price > low && price < high) return NONE
    const fired: Order[] = []
    const others: Order[] = []
    for (const order of followers.orders) (hasFired(order, price) ? fired : others).push(order)
    followers.orders = others
    followers.quiet = undefined
    return fired
  }

  /** All of them by id. */
  list(): Order[] {
    const { last, mark } = this.#bySource
    return [...last.orders, ...mark.orders].sort((one, other) => one.id - other.id)
  }
}

/** S9: as it stands after placement at this price of its source. */
export function beginTrail(order: Order, price: Price8, tick: bigint): void {
  const activation = order.stopPrice === 0 ? undefined : ((BigInt(order.stopPrice) * tick) as Price8)
  setState(order, startTrailing(price, activation))
}

function hasFired(order: Order, price: Price8): boolean {
  const { terms, state } = trailOf(order)
  const next = followPrice(terms, state, price)
  if (next !== state) setState(order, next)
  return isTrailingFired(terms, next, price)
}

function quietOf(orders: readonly Order[]): Quiet {
  const quiet = { low: -1n, high: 2n ** 200n }
  for (const order of orders) {
    const { terms, state } = trailOf(order)
    const { activation, extreme } = state
    if (activation) narrow(quiet, activation.price, activation.isAbove)
    const level = trailingLevel(terms, state, 1n)
    if (extreme === undefined || level === undefined) continue
    narrow(quiet, level, terms.side === "buy")
    narrow(quiet, extreme, terms.side === "sell")
  }
  return quiet
}

function narrow(quiet: Quiet, bound: bigint, isAbove: boolean): void {
  if (isAbove && bound < quiet.high) quiet.high = bound
  if (!isAbove && bound > quiet.low) quiet.low = bound
}

function trailOf(order: Order): { terms: TrailingTerms; state: TrailingState } {
  const trailing = order.conditions?.trailing
  if (!trailing) throw new Error(`order ${order.id} has no distance`)
  return { terms: { side: order.side, distance: trailing.distance }, state: trailing.state }
}

function setState(order: Order, state: TrailingState): void {
  const { conditions } = order
  if (conditions?.trailing) order.conditions = { ...conditions, trailing: { ...conditions.trailing, state } }
}
