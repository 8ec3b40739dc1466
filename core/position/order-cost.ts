/** What an order of a perpetual costs before it is sent (P11, P12). */

import type { OrderSide } from "../instrument/price-rule.ts"
import { divideDown, divideUp } from "../money/rounding.ts"
import { type Amount, type Fine, magnitude, NO_AMOUNT, type Price8, UNITS_PER_COIN } from "../money/units.ts"
import { roundFee } from "../order/fee.ts"
import { initialMargin } from "./margin.ts"

/** The part of an order that opens. `size` signed, in 1e-8 of the base: a buy is above zero. */
export interface OpeningOrder {
  size: Amount
  /** Price it is counted at, see {@link costPrice}. */
  price: Price8
}

/** Amounts in 1e-8 of the quote, each rounded up; `cost` is their sum. */
export interface OrderCost {
  margin: Amount
  openLoss: Amount
  fee: Amount
  cost: Amount
}

/**
 * P11: the price an order is counted at: its limit, for a sell that crosses the best bid if that is higher; without a limit
 * the best opposite price. Undefined of a market order that finds nothing.
 */
export function costPrice(
  side: OrderSide,
  limit: Price8 | undefined,
  { bid, ask }: { bid: Price8 | undefined; ask: Price8 | undefined },
): Price8 | undefined {
  if (limit === undefined) return side === "buy" ? ask : bid
  return side === "sell" && bid !== undefined && bid > limit ? bid : limit
}

/**
 * P11: how much of an order opens: what exceeds the opposite position, less what other orders of its side already reduce.
 * All unsigned, in 1e-8 of the base.
 * @example long 3, a waiting sell of 2: of a further sell of 2 one closes and one opens
 */
export function openingPart(quantity: Amount, opposite: Amount, reducedByOthers: Amount): Amount {
  const closes = opposite > reducedByOthers ? opposite - reducedByOthers : 0n
  return quantity > closes ? ((quantity - closes) as Amount) : NO_AMOUNT
}

/** P11: `quantity × max(0, dir × (price − mark))`: what the order would lose at the moment of its fill; exact. */
export function openLoss({ size, price }: OpeningOrder, mark: Price8): Fine {
  const loss = size * (price - mark)
  return (loss > 0n ? loss : 0n) as Fine
}

/**
 * P11: `notional / leverage + open loss + fee`, with the fee at the taker rate (1e-8). Posted for isolated orders; for cross
 * orders the growth of P12 counts.
 */
export function orderCost(
  order: OpeningOrder,
  { leverage, mark, takerRate }: { leverage: number; mark: Price8; takerRate: bigint },
): OrderCost {
  const notional = magnitude(order.size * order.price) as Fine
  const margin = initialMargin(notional, leverage)
  const loss = divideUp(openLoss(order, mark), UNITS_PER_COIN) as Amount
  const fee = takerRate > 0n ? (divideUp(notional * takerRate, UNITS_PER_COIN ** 2n) as Amount) : NO_AMOUNT
  return { margin, openLoss: loss, fee, cost: (margin + loss + fee) as Amount }
}

/** P12: the taker fee of an open order as it is counted, up to a fine unit; a rebate counts as nothing. */
export const countedFee = ({ size, price }: OpeningOrder, takerRate: bigint): Fine =>
  (takerRate > 0n ? roundFee(magnitude(size * price) * takerRate) : 0n) as Fine

/**
 * P11: the quantity that a margin (1e-8 of the quote) opens: `margin × leverage / price`, lots down; in 1e-8 of the base.
 * @example 100 USDT × 20 at 50,000, lot 0.001: 0.04
 */
export const quantityOfMargin = (
  margin: Amount,
  { leverage, price, lot }: { leverage: number; price: Price8; lot: bigint },
): Amount => (divideDown(margin * BigInt(leverage) * UNITS_PER_COIN, price * lot) * lot) as Amount
