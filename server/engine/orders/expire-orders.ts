/** Orders that are good till a time end at it (S14). */

import type { TimeMs } from "#core/money/units.ts"
import type { Order } from "../matching/order.ts"
import type { EngineState } from "../state.ts"

/** An order with an expiry is open: the timer stands at the earliest of all, or before it. */
export function watchExpiry(state: EngineState, { conditions }: Order): void {
  // Only the first of the queue can be due before the timer.
  if (conditions?.expiry?.place === 0) setTimer(state, conditions.expiry.due)
}

/** The timer `expiry`: what is due by `now` ends, in order of time, then id, filled as far as it is. */
export function expireOrders(state: EngineState, now: TimeMs): void {
  const { expiries } = state.orders
  for (let next = expiries.first; next && next.due <= now; next = expiries.first) {
    const order = state.orders.get(next.key)
    const market = order && state.markets.get(order.instrument)
    if (!market) throw new Error(`order ${next.key} is to expire and isn't open`)
    market.expire(order)
  }
  if (expiries.first) setTimer(state, expiries.first.due)
}

/** One for all of them: there may be as many as open orders. */
function setTimer({ timers }: EngineState, due: TimeMs): void {
  timers.remove("expiry", "")
  timers.add({ due, name: "expiry", key: "" })
}
