/** What happens to an order that is placed? It is refused, or it enters, or it waits (exchange.md S2, S8, S12). */

import { refuse } from "#core/wire/problem.ts"
import type { Answer } from "../answer.ts"
import type { PlaceOrder } from "../command.ts"
import type { Market } from "../matching/market.ts"
import { Order, viewOrder } from "../matching/order.ts"
import type { EngineState } from "../state.ts"
import { isHouse } from "../state.ts"
import { checkBook, checkPlacement, checkTriggered, pricesOf, stopDirection } from "./check-placement.ts"

/** `order.place`. A key that is known is answered as it was the first time, and nothing happens (S12). */
export function placeOrder(state: EngineState, command: PlaceOrder): Answer {
  const hasKey = command.clientOrderId !== undefined && !isHouse(state, command.account)
  if (!hasKey) return place(state, command)
  const known = state.keys.recall(command)
  if (known) return known
  const answer = place(state, command)
  rememberKey(state, command, answer)
  return answer
}

/**
 * S8: the stops that this command's trades reached enter as new takers; their trades may fire more, until none
 * fires. One that its check refuses ends `rejected`.
 */
export function fireStops(state: EngineState, market: Market): void {
  for (let fired = market.takeFiredStops(); fired.length > 0; fired = market.takeFiredStops())
    for (const order of fired) {
      const problem = checkTriggered(state, market, order)
      if (problem) market.end(order, "rejected", undefined, problem.name)
      else market.enter(order)
    }
}

function place(state: EngineState, command: PlaceOrder): Answer {
  const market = state.markets.get(command.instrument)
  if (!market) return refuse("UNKNOWN_INSTRUMENT", { instrument: command.instrument })
  const problem = checkPlacement(state, market, command)
  if (problem) return { ok: false, problem }
  const order = new Order(state.nextOrderId, command, market.instrument.stpDefault)
  const isStop = order.orderType === "stop-limit"
  const refusal = isStop ? undefined : checkBook(market, order)
  if (refusal) return { ok: false, problem: refusal }
  state.nextOrderId += 1
  market.accept(order)
  if (isStop) market.wait(order, stopDirection(market, order.stopPrice, pricesOf(state, market)) > 0)
  else {
    market.enter(order)
    fireStops(state, market)
  }
  return { ok: true, value: { order: viewOrder(order) } }
}

/** The timer stands at the oldest key: one for all. */
function rememberKey(state: EngineState, command: PlaceOrder, answer: Answer): void {
  state.keys.remember(command, answer, state.log.now)
  if (state.keys.size > 1) return
  state.timers.add({ due: state.keys.nextDue() ?? state.log.now, name: "housekeeping", key: "keys" })
}
