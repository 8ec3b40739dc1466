/** Quantities, limits and fees of a liquidation and of the fund's orders after it (P27, P29). */

import { divideDown, divideNearest, divideUp } from "../money/rounding.ts"
import {
  type Amount,
  type Fine,
  fineOf,
  magnitude,
  NO_AMOUNT,
  type Price8,
  UNITS_PER_COIN,
} from "../money/units.ts"
import { notionalAt } from "./margin.ts"
import { type MarginTier, tierIndexAt } from "./margin-tiers.ts"

/** P27.1: where long and short of a hedged instrument close against each other: the mark, to the nearest tick. */
export const hedgeClosePrice = (mark: Price8, tick: bigint): Price8 => {
  const ticks = divideNearest(mark, tick)
  return ((ticks > 1n ? ticks : 1n) * tick) as Price8
}

/**
 * P27.2: how much of a position is closed first: above tier 1 down to the cap of the tier below, what stays in whole lots
 * down; in tier 1 all of it. Unsigned, in 1e-8 of the base.
 */
export function reductionOf(
  { size, mark }: { size: Amount; mark: Price8 },
  tiers: readonly MarginTier[],
  lot: bigint,
): Amount {
  const quantity = magnitude(size) as Amount
  const below = tiers[tierIndexAt(tiers, notionalAt(size, mark)) - 1]
  if (!below) return quantity
  const staying = divideDown(fineOf(below.cap), mark * lot) * lot
  return (quantity - staying) as Amount
}

/**
 * P27.2: the worst price at which a liquidation trades: neither worse than the bankruptcy price nor than
 * `mark × (1 ∓ slip)`, to a tick on the position's side. `slip` a rate in 1e-8.
 */
export function liquidationLimit(
  { isLong, mark, bankruptcy }: { isLong: boolean; mark: Price8; bankruptcy: Price8 },
  { slip, tick }: { slip: bigint; tick: bigint },
): Price8 {
  const by = UNITS_PER_COIN * tick
  if (isLong) {
    const slipped = divideUp(mark * (UNITS_PER_COIN - slip), by) * tick
    return (slipped > bankruptcy ? slipped : bankruptcy) as Price8
  }
  const slipped = divideDown(mark * (UNITS_PER_COIN + slip), by) * tick
  return (slipped < bankruptcy ? slipped : bankruptcy) as Price8
}

/** P27.2: `rate × turnover`, up, at most what is left of the equity; goes to the fund. In 1e-8 of the quote. */
export function liquidationFee(turnover: Amount, rate: bigint, left: Fine): Amount {
  const fee = divideUp(turnover * rate, UNITS_PER_COIN)
  const there = left > 0n ? left / UNITS_PER_COIN : 0n
  return (fee < there ? fee : there) as Amount
}

/** P27.3: from `E ≤ 2/3 MM` on nobody waits for the book any more; the fund takes the position over. */
export const isTakenOver = (maintenance: Fine, equity: Fine): boolean => 3n * equity <= 2n * maintenance

/**
 * P29: what the fund sells or buys back in one second: `max(minQuantity, 5 % of it)` in whole lots, never more than it has.
 * Unsigned, in 1e-8 of the base.
 */
export function fundOrderQuantity(size: Amount, minQuantity: Amount, lot: bigint): Amount {
  const quantity = magnitude(size)
  const share = divideDown(quantity, 20n * lot) * lot
  const wanted = share > minQuantity ? share : minQuantity
  if (quantity === 0n) return NO_AMOUNT
  return (wanted < quantity ? wanted : quantity) as Amount
}
