/**
 * Where own trailing stops stand: follows trades and marks as the engine does (S9), out of its events, and says whose order
 * has to be told anew. The engine tells an order when it changes, and a stop that trails along is no change of it.
 */

import type { Price8, TimeMs } from "#core/money/units.ts"
import { isStopType, type TriggerSource } from "#core/order/order-status.ts"
import { followPrice, type TrailingState } from "#core/order/trailing-stop.ts"
import type { OrderView } from "#server/engine/event.ts"

/** A stop that trails along is told no oftener than this: it may move with every trade. */
const TRAIL_TOLD_MS = 1000

interface Followed {
  view: OrderView
  distance: bigint
  state: TrailingState
  /** When its row was told last. */
  toldAt: TimeMs
}

export class TrailingFollower {
  /** Newest price of each source. */
  readonly #prices = new Map<string, Price8>()
  /** By source, then by order. */
  readonly #bySource = new Map<string, Map<number, Followed>>()
  readonly #moved = new Set<Followed>()

  /** An order as the engine told it. `tick` in 1e-8 of the quote: an activation price is a count of it. */
  take(view: OrderView, tick: bigint, time: TimeMs): void {
    if (view.distance === undefined || !isStopType(view.orderType)) return
    const source = keyOf(view.instrument, view.stopSource ?? "last")
    const followed = this.#bySource.get(source)?.get(view.id)
    if (followed) this.#moved.delete(followed)
    if (view.status !== "waiting") {
      this.#bySource.get(source)?.delete(view.id)
      return
    }
    const state = this.#stateOf(view, tick, source)
    const here = this.#bySource.get(source) ?? new Map<number, Followed>()
    this.#bySource.set(source, here)
    here.set(view.id, { view, distance: view.distance, state, toldAt: time })
  }

  /** A trade, or a mark. */
  follow(instrument: string, source: TriggerSource, price: Price8): void {
    const key = keyOf(instrument, source)
    this.#prices.set(key, price)
    for (const followed of this.#bySource.get(key)?.values() ?? []) {
      const { view, distance, state } = followed
      const next = followPrice({ side: view.side, distance }, state, price)
      if (next.extreme === state.extreme) continue
      followed.state = next
      this.#moved.add(followed)
    }
  }

  /** Those that have moved and were not told lately, as they stand; they count as told now. */
  *due(time: TimeMs): Generator<OrderView> {
    for (const followed of this.#moved) {
      const { view, state, toldAt } = followed
      if (time - toldAt < TRAIL_TOLD_MS) continue
      this.#moved.delete(followed)
      followed.toldAt = time
      if (state.extreme !== undefined) yield { ...view, extreme: state.extreme }
    }
  }

  /** What an order tells of its trail: its extreme, or on which side of the price its activation lies. */
  #stateOf({ extreme, stopPrice }: OrderView, tick: bigint, source: string): TrailingState {
    if (extreme !== undefined || stopPrice === undefined) return { activation: undefined, extreme }
    const activation = (BigInt(stopPrice) * tick) as Price8
    const price = this.#prices.get(source)
    return { activation: { price: activation, isAbove: price === undefined || activation > price }, extreme }
  }
}

const keyOf = (instrument: string, source: TriggerSource): string => `${instrument} ${source}`
