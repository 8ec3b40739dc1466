/** The orders of the matching figure: a seeded stream for any book, of limits, takers and cancels, in whole units. */

import { OrderBook, type Side as OtherSide } from "nodejs-order-book"
import type { Side } from "#server/engine/command.ts"
import { seeded } from "../load/chance.ts"

/** One step of the stream. `price` 0: a market order. Ids count accepted placements from 1. */
export type FlowStep =
  | { kind: "place"; id: number; account: string; side: Side; price: number; quantity: number }
  | { kind: "cancel"; id: number; account: string }

export interface FlowSettings {
  seed: number
  /** Resting orders before the clock runs. */
  standing: number
  /** Steps after that. */
  steps: number
}

/** Accounts that share the flow: none may reach its limit of open orders. */
const ACCOUNTS = 2000
/** Where the stream begins, in ticks. */
export const MIDDLE = 60_000
/** Mean distance of a resting order from the middle, in ticks; far ones are rarer by e. */
const MEAN_DISTANCE = 40
const LOTS_MAX = 20

/**
 * Makes the stream beforehand, so that neither book pays for it. A third of the steps cancel an order that is open at
 * that moment, a twelfth takes, the rest are limits around a middle that wanders.
 */
export function orderFlow({ seed, standing, steps }: FlowSettings): {
  before: FlowStep[]
  timed: FlowStep[]
} {
  const fraction = seeded(seed)
  const open = new OpenOrders()
  let middle = MIDDLE
  let nextId = 1
  const place = (kind: "rest" | "limit" | "market"): FlowStep => {
    const side: Side = fraction() < 0.5 ? "buy" : "sell"
    const away = Math.ceil(-Math.log(1 - fraction()) * MEAN_DISTANCE)
    const distance = kind === "limit" && fraction() < 0.1 ? -Math.min(away, 4) : away
    const step: FlowStep = {
      kind: "place",
      id: nextId,
      account: `account-${nextId % ACCOUNTS}`,
      side,
      price: kind === "market" ? 0 : middle + (side === "buy" ? -distance : distance),
      quantity: 1 + Math.floor(fraction() * LOTS_MAX),
    }
    nextId += 1
    open.place(step)
    return step
  }
  const before = Array.from({ length: standing }, () => place("rest"))
  const timed = Array.from({ length: steps }, () => {
    if (fraction() < 0.05) middle += fraction() < 0.5 ? -1 : 1
    const chance = fraction()
    const known = chance < 0.4 ? open.cancelAny(fraction) : undefined
    if (known) return known
    return place(chance < 0.485 ? "market" : "limit")
  })
  return { before, timed }
}

/** Knows which orders are open while the stream is made; any right book would do, this is the other one. */
class OpenOrders {
  readonly #book = new OrderBook()
  readonly #ids: FlowStep[] = []

  place(step: FlowStep & { kind: "place" }): void {
    const { id, side, price, quantity: size } = step
    const common = { side: side as OtherSide, size }
    if (price === 0) this.#book.market(common)
    else {
      this.#book.limit({ ...common, id: String(id), price })
      this.#ids.push(step)
    }
  }

  cancelAny(fraction: () => number): FlowStep | undefined {
    while (this.#ids.length > 0) {
      const place = Math.floor(fraction() * this.#ids.length)
      const step = this.#ids[place]
      const last = this.#ids.pop()
      if (last && last !== step) this.#ids[place] = last
      if (step?.kind !== "place" || !this.#book.cancel(String(step.id))) continue
      return { kind: "cancel", id: step.id, account: step.account }
    }
    return undefined
  }
}
