/** How much must be frozen, so that an order can always be paid? (exchange.md section 4, table of holds, S10) */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { notional } from "#core/instrument/listing.ts"
import type { Amount } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { Market } from "../matching/market.ts"
import type { Order } from "../matching/order.ts"
import { divideUp } from "../rounding.ts"

/**
 * What the rest of an order with a limit price needs, in 1e-8: a sell its open quantity in the base; a buy what that
 * costs at its limit, or at its reserve price, and with fees in the quote also the most that fees may still come to.
 */
export function restHold(order: Order, instrument: TradedInstrument): Amount {
  if (order.side === "sell") return baseOf(order.open, instrument)
  const price = order.reservePrice > order.price ? order.reservePrice : order.price
  return withFee(order, notional(instrument, price, order.open))
}

/** {@link restHold} as it would be with another price and total quantity. */
export function holdAt(
  order: Order,
  { price, quantity }: Pick<Order, "price" | "quantity">,
  instrument: TradedInstrument,
): Amount {
  const open = quantity - order.executed
  if (order.side === "sell") return baseOf(open, instrument)
  const counted = order.reservePrice > price ? order.reservePrice : price
  return withFee(order, notional(instrument, counted, open))
}

/**
 * What an order needs at its acceptance, in 1e-8. By market a buy needs what a trial says it will cost (S3), or its
 * budget; a sell its quantity, or what a trial says it takes to bring its budget.
 */
export function firstHold(order: Order, market: Market): Amount {
  if (!order.pays) return order.hold
  const { instrument } = market
  if (order.orderType !== "market") return restHold(order, instrument)
  if (order.side === "sell" && !order.isByBudget) return baseOf(order.open, instrument)
  if (order.side === "buy" && order.budget !== 0n) return order.budget
  const trial = market.book.trial(order, market.boundOf(order))
  if (order.side === "sell") return baseOf(trial.quantity, instrument)
  return withFee(order, (trial.turnover * instrument.notionalUnit) as Amount)
}

/** A quantity in 1e-8 of the base. */
export const baseOf = (lots: number, { lot }: Pick<TradedInstrument, "lot">): Amount =>
  (BigInt(lots) * lot) as Amount

/** A turnover to come, in 1e-8 of the quote, and with fees in the quote what they may come to at most. */
export function withFee(order: Order, turnover: Amount): Amount {
  if (!order.isFeeInQuote) return turnover
  const rate = order.makerRate > order.takerRate ? order.makerRate : order.takerRate
  const fine = order.feeFine + (rate > 0n ? turnover * rate : 0n)
  const needed = turnover + divideUp(fine, UNITS_PER_COIN) - order.charged
  return (needed > 0n ? needed : 0n) as Amount
}
