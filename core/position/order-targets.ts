/**
 * Take-profit and stop-loss that come with an order (P23): their prices from a percentage or an amount of money, what the
 * position would gain or lose there, and whether one would fire at once.
 */

import type { OrderSide } from "../instrument/price-rule.ts"
import { divideDown, divideNearest } from "../money/rounding.ts"
import { type Amount, type Fine, fineOf, type Price8, UNITS_PER_COIN } from "../money/units.ts"
import { isStopType, type OrderType } from "../order/order-status.ts"
import type { Position } from "./position.ts"
import { priceForProfit, stopLossAt, type Targets, takeProfitAt } from "./target-price.ts"

export type TargetName = keyof Targets

/** What a target is typed in: a price, percent of the price it counts from, or what it is to gain or lose. */
export type TargetUnit = "price" | "percent" | "money"

/** The order's price, and the position that the targets are for once all of it has traded there. */
export interface OrderTargetTerms {
  isLong: boolean
  /** What percentages count from, above zero. */
  price: Price8
  position: Pick<Position, "size" | "cost">
  /** In 1e-8 of the quote. */
  tick: bigint
}

/** What is asked for: a rate of the order's price (1e-8), or money (1e-8 of the quote); both above zero. */
export type TargetAim = { by: "percent"; rate: bigint } | { by: "money"; amount: Amount }

/**
 * P23: the price of one target, towards the entry to a tick, so a stop never risks more than was asked for. Undefined where it
 * would not lie above zero, or of a flat position by money.
 * @example a long of 2 at 100, a take-profit of 10 by money: 105
 */
export function targetPrice(terms: OrderTargetTerms, name: TargetName, aim: TargetAim): Price8 | undefined {
  const isProfit = name === "takeProfit"
  if (aim.by === "percent") {
    const from = { isLong: terms.isLong, entry: terms.price, tick: terms.tick }
    return isProfit ? takeProfitAt(from, aim.rate) : stopLossAt(from, aim.rate)
  }
  const profit = fineOf(aim.amount)
  return priceForProfit(terms.position, (isProfit ? profit : -profit) as Fine, terms.tick)
}

/** What closing all of the position at a target comes to, fees apart. */
export interface TargetOutcome {
  /** In 1e-8 of the quote, down; below zero a loss. */
  profit: Amount
  /** How far the target lies from the order's price, towards profit: a rate in 1e-8, nearest; below zero towards loss. */
  rate: bigint
  /** P9: the profit over what the position was opened with, at its leverage; a rate in 1e-8, nearest. */
  roe: bigint
}

/** P8, P9: undefined of a flat position. */
export function targetOutcome(
  { isLong, price, position }: OrderTargetTerms,
  target: Price8,
  leverage: number,
): TargetOutcome | undefined {
  const { size, cost } = position
  if (size === 0n) return undefined
  const fine = size * target - cost
  const away = isLong ? target - price : price - target
  const value = cost < 0n ? -cost : cost
  return {
    profit: divideDown(fine, UNITS_PER_COIN) as Amount,
    rate: divideNearest(away * UNITS_PER_COIN, price),
    roe: value === 0n ? 0n : divideNearest(fine * BigInt(leverage) * UNITS_PER_COIN, value),
  }
}

/**
 * P23: the price that targets given with an order are compared by: where it would open (its limit, or the stop's price of one
 * by market), or that of the source where it is better; of what has no price of its own that of the source.
 */
export function comparedPrice(
  order: { orderType: OrderType; side: OrderSide; price: Price8 | undefined; stopPrice: Price8 | undefined },
  source: Price8 | undefined,
): Price8 | undefined {
  const { orderType, side, price, stopPrice } = order
  const own = price ?? (orderType === "stop-market" ? stopPrice : undefined)
  if (own === undefined) return source
  const isBetter = source !== undefined && source < own === (side === "buy")
  return isBetter && !isStopType(orderType) ? source : own
}
