/** At which rows of the book do own orders stand? Plain functions. */

import { stepOf } from "#core/book/group-levels.ts"
import { formatSteps, parseAmount, parseSteps } from "#core/money/steps.ts"
import type { SpotOrder } from "#core/wire/trading.ts"

/** Own prices as the book's rows name theirs (raw wire text), by side of the book. */
export interface OwnLevels {
  asks: ReadonlySet<string>
  bids: ReadonlySet<string>
}

const NO_LEVELS: OwnLevels = { asks: new Set(), bids: new Set() }

/**
 * Prices of the own orders that stand in the book, put into its groups as its levels are: bids down, asks up. A stop that
 * waits stands nowhere.
 * @param group grouping in ticks
 */
export function ownLevels(
  orders: readonly Pick<SpotOrder, "side" | "price" | "status">[],
  tick: string,
  group: number,
): OwnLevels {
  const step = parseAmount(tick)
  if (orders.length === 0 || !step.ok) return NO_LEVELS
  const asks = new Set<string>()
  const bids = new Set<string>()
  for (const { side, price, status } of orders) {
    const ticks = status === "waiting" ? undefined : parseSteps(price, step.value)
    if (!ticks?.ok) continue
    const row = stepOf(ticks.value, group, side === "buy" ? "bid" : "ask")
    ;(side === "buy" ? bids : asks).add(formatSteps(row, step.value))
  }
  return { asks, bids }
}
