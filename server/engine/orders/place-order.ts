/** What happens to an order that is placed? It is refused, or it enters, or it waits (exchange.md S2, S8, S12). */

import { feeRatesOf } from "#core/instrument/fee-levels.ts"
import { refuse } from "#core/wire/problem.ts"
import type { Answer } from "../answer.ts"
import type { PlaceOrder } from "../command.ts"
import type { Market } from "../matching/market.ts"
import { Order, viewOrder } from "../matching/order.ts"
import type { Seat } from "../matching/seat.ts"
import { firstHold } from "../risk/spot-hold.ts"
import type { EngineState } from "../state.ts"
import {
  checkBook,
  checkMoney,
  checkPlacement,
  checkTriggered,
  pricesOf,
  stopDirection,
} from "./check-placement.ts"
import { once } from "./envelope.ts"

/** `order.place`. A key that is known is answered as it was the first time, and nothing happens (S12). */
export function placeOrder(state: EngineState, command: PlaceOrder): Answer {
  const { account, clientOrderId, sentAt } = command
  if (clientOrderId === undefined && sentAt === undefined) return place(state, command)
  return once(
    state,
    { kind: "order", account, key: clientOrderId, sentAt, body: () => bodyOf(command) },
    () => place(state, command),
  )
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
  const known = market?.seatOf(command.account)
  const holder = known?.holder ?? state.ledger.holder(command.account)
  const problem = checkPlacement(state, { market, holder, seat: known }, command)
  if (problem) return { ok: false, problem }
  if (!market) return refuse("UNKNOWN_INSTRUMENT", { instrument: command.instrument })
  const order = new Order(state.nextOrderId, command, market.instrument.stpDefault)
  const seat = known ?? market.takeSeat(holder)
  bindMoney(seat, market, order)
  const hold = firstHold(order, market)
  const isStop = order.orderType === "stop-limit"
  const refusal = checkMoney(order, hold) ?? (isStop ? undefined : checkBook(market, order))
  if (refusal) return { ok: false, problem: refusal }
  state.nextOrderId += 1
  market.accept(order, seat, hold)
  if (isStop) market.wait(order, stopDirection(market, order.stopPrice, pricesOf(state, market)) > 0)
  else {
    market.enter(order)
    fireStops(state, market)
  }
  return { ok: true, value: { order: viewOrder(order) } }
}

/** Which purses a spot order moves, and at which rates, kept to its end (N1, S11). House accounts pay no fee. */
function bindMoney({ holder, base, quote }: Seat, { instrument }: Market, order: Order): void {
  const isBuy = order.side === "buy"
  order.feeCurrency = instrument.quote
  if (instrument.kind !== "spot") return
  order.pays = isBuy ? quote : base
  order.gains = isBuy ? base : quote
  order.isFeeInQuote = isBuy && instrument.feeIn === "quote"
  if (isBuy && !order.isFeeInQuote) order.feeCurrency = instrument.base
  if (holder.isHouse) return
  const rates = feeRatesOf(instrument, holder.level)
  order.makerRate = rates.maker
  order.takerRate = rates.taker
}

/** Everything that makes two placements the same, in fixed order. */
const bodyOf = (command: PlaceOrder): string =>
  [
    command.instrument,
    command.side,
    command.orderType,
    command.timeInForce,
    command.price,
    command.quantity,
    command.budget,
    command.stopPrice,
    command.reservePrice,
    command.postOnly,
    command.stp,
  ].join("|")
