/** How far may a taker walk? Its limit, or price protection (exchange.md S4). */

import type { Ticks } from "#core/money/units.ts"
import { STEP_COUNT_MAX, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Side } from "../command.ts"
import { divideUp } from "../rounding.ts"
import type { Order } from "./order.ts"

/**
 * The worst price a taker may trade at. A FOK with a budget has none but the budget itself, which bounds what all of
 * it may cost or must bring. `bestOpposite` 0: nobody is there, and any bound will do.
 */
export function boundOf(order: Order, bestOpposite: Ticks, marketProtection: bigint): Ticks {
  if (order.orderType !== "market") return order.price
  const hasBudgetAndQuantity = order.budget !== 0n && !order.isByBudget
  if (hasBudgetAndQuantity || bestOpposite === 0) return (order.side === "buy" ? STEP_COUNT_MAX : 1) as Ticks
  return protectionBound(order.side, bestOpposite, marketProtection)
}

/**
 * S4: `best opposite price × (1 ± marketProtection)`, buy down, sell up to a tick, never below one tick.
 * @example protectionBound("buy", 101, 5_000_000n) // 106
 */
export function protectionBound(side: Side, bestOpposite: Ticks, marketProtection: bigint): Ticks {
  const best = BigInt(bestOpposite)
  if (side === "buy") return Number((best * (UNITS_PER_COIN + marketProtection)) / UNITS_PER_COIN) as Ticks
  const least = divideUp(best * (UNITS_PER_COIN - marketProtection), UNITS_PER_COIN)
  return Number(least < 1n ? 1n : least) as Ticks
}
