/** Orders that the exchange itself sends for an account: liquidation and the work of the fund (P27, P29). */

import type { Lots, Price8 } from "#core/money/units.ts"
import { isOpen } from "#core/order/order-status.ts"
import { Order } from "../matching/order.ts"
import { fireStops } from "../orders/place-order.ts"
import type { ContractPart } from "../risk/perpetual/contract-account.ts"
import type { Position } from "../risk/perpetual/position.ts"
import type { EngineState } from "../state.ts"

/** P27.1, P30: orders that stand in the way of a liquidation end. */
export function endForLiquidation({ markets }: EngineState, orders: readonly Order[]): void {
  for (const order of orders) {
    const market = markets.get(order.instrument)
    // The end of one leg has ended the other (S16).
    if (!isOpen(order)) continue
    market?.withdraw(order)
    market?.end(order, "expired", "LIQUIDATION")
  }
}

/**
 * Sends an immediate-or-cancel order that lessens a position, at no worse price than this (whole ticks, 1e-8). No margin is
 * asked of it and it pays no trading fee (P28). Answers the order as it ended.
 */
export function enterForced(
  state: EngineState,
  of: { part: ContractPart; position: Position; lots: Lots; price: Price8 },
): Order {
  const { part, position, lots, price } = of
  const market = state.markets.get(part.instrument)
  if (market?.instrument.kind !== "perpetual") throw new Error(`${part.instrument} is no contract`)
  const { slot } = position
  const order = new Order(
    state.nextOrderId,
    {
      type: "order.place",
      account: part.account.id,
      instrument: part.instrument,
      side: position.size > 0n ? "sell" : "buy",
      orderType: "limit",
      timeInForce: "ioc",
      price: Number(price / market.instrument.tick) as Order["price"],
      quantity: lots,
      reduceOnly: true,
      ...(slot === "net" ? {} : { positionSide: slot }),
    },
    market.instrument,
  )
  state.nextOrderId += 1
  market.clearing.bind(order, part, market.instrument)
  order.isExempt = true
  order.makerRate = 0n
  order.takerRate = 0n
  market.accept(order, part, order.hold)
  market.enter(order)
  fireStops(state, market)
  return order
}
