/** Which leverage leaves an isolated position room for its stop: a suggestion of the ticket, never set by itself. */

import type { Amount, Price8 } from "../money/units.ts"
import { notionalAt } from "./margin.ts"
import { type MarginTier, tierIndexAt } from "./margin-tiers.ts"
import { estimateOrder } from "./order-estimate.ts"
import { FLAT } from "./position.ts"

interface StoppedPosition {
  /** In 1e-8 of the base, below zero a short. */
  size: Amount
  entry: Price8
  stop: Price8
}

interface LeverageTerms {
  /** In 1e-8. */
  takerRate: bigint
  /** In 1e-8 of the quote. */
  tick: bigint
  tiers: readonly MarginTier[]
  leverageMax: number
}

/** The liquidation price is at least so many tenths of the stop's distance away from the entry. */
const ROOM_TENTHS = 15n

/**
 * The highest leverage at which a new isolated position would be liquidated no nearer than one and a half times its stop's
 * distance (P18), within what the tier of its notional allows (P14). Undefined: not even 1.
 */
export function suggestedLeverage(
  { size, entry, stop }: StoppedPosition,
  { takerRate, tick, tiers, leverageMax }: LeverageTerms,
): number | undefined {
  const away = stop < entry ? entry - stop : stop - entry
  const isRoomy = (leverage: number): boolean => {
    const { liquidation } = estimateOrder(
      { position: FLAT, backing: 0n as Amount, isIsolated: true, leverage, takerRate },
      { size, price: entry },
      { mark: entry, tick, tiers },
    )
    if (liquidation === undefined) return true
    const reach = size > 0n ? entry - liquidation : liquidation - entry
    return reach * 10n >= away * ROOM_TENTHS
  }
  const allowed = tiers[tierIndexAt(tiers, notionalAt(size, entry))]?.leverageMax ?? leverageMax
  let most = Math.min(leverageMax, allowed)
  if (!isRoomy(1)) return undefined
  // The more leverage, the less margin, the nearer the liquidation.
  let least = 1
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (isRoomy(middle)) least = middle
    else most = middle - 1
  }
  return least
}
