/** What closing a position, or a part of it, at a price would realise (P8). */

import { fineUnitsOf, formatAmount, unitsOf } from "#core/money/steps.ts"
import { type Amount, NO_FINE, type Price8 } from "#core/money/units.ts"
import { applyFill } from "#core/position/position.ts"
import type { Position } from "#core/wire/contract.ts"

/** The fee apart, as a wire decimal. `quantity` in 1e-8 of the base, not above the position's. */
export function realisedAt(position: Position, quantity: Amount, priceText: string): string {
  const size = unitsOf(position.quantity)
  const isLong = position.side === "long"
  const held = {
    size: (isLong ? size : -size) as Amount,
    cost: fineUnitsOf(position.cost),
    carry: NO_FINE,
  }
  const price: bigint = unitsOf(priceText)
  const fill = { size: (isLong ? -quantity : quantity) as Amount, price: price as Price8 }
  return formatAmount(applyFill(held, fill).realised)
}
