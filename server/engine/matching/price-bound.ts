/** The worst price a taker may trade at: its limit, or price protection (S4). */

import { protectionBound } from "#core/instrument/price-rule.ts"
import type { Ticks } from "#core/money/units.ts"
import { STEP_COUNT_MAX } from "#core/money/units.ts"
import { isByMarket, type Order } from "./order.ts"

/**
 * The worst price a taker may trade at. A FOK with a budget has none but the budget itself, which bounds what all of
 * it may cost or must bring. `bestOpposite` 0: nobody is there, and any bound will do.
 */
export function boundOf(order: Order, bestOpposite: Ticks, marketProtection: bigint): Ticks {
  if (!isByMarket(order)) return order.price
  const hasBudgetAndQuantity = order.budget !== 0n && !order.isByBudget
  if (hasBudgetAndQuantity || bestOpposite === 0) return (order.side === "buy" ? STEP_COUNT_MAX : 1) as Ticks
  return protectionBound(order.side, bestOpposite, marketProtection) as Ticks
}
