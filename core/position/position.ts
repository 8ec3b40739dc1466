/** A position of a perpetual and what a fill makes of it (P7, P8). */

import { divideDown, divideNearest } from "../money/rounding.ts"
import {
  type Amount,
  type Fine,
  magnitude,
  NO_AMOUNT,
  NO_FINE,
  type Price8,
  UNITS_PER_COIN,
} from "../money/units.ts"

/** What an account holds of one perpetual, on one side. Never rounded. */
export interface Position {
  /** Signed quantity in 1e-8 of the base: above zero long, below zero short, zero flat. */
  readonly size: Amount
  /** `Σ price × signed quantity` of what is open; it has the sign of `size`. */
  readonly cost: Fine
  /** Realised profit below one unit, paid with the next reduction: 0 ≤ carry < 10^8. */
  readonly carry: Fine
}

/** What one fill did to a position. */
export interface FillResult {
  position: Position
  /** Realised profit to post, in 1e-8 of the quote; below zero a loss. */
  realised: Amount
  /** How much of the fill closed and how much opened, both unsigned, in 1e-8 of the base. */
  closed: Amount
  opened: Amount
}

/** Nothing held. */
export const FLAT: Position = { size: NO_AMOUNT, cost: NO_FINE, carry: NO_FINE }

/**
 * P8: a fill of `size` (signed: a buy is above zero) at `price`. What closes takes its share of the cost, in fine units
 * towards zero and all of it when nothing stays open; realised profit is posted down to a unit and the rest is kept as
 * `carry`, which is zero again at flat where all prices are whole ticks (U1). What exceeds the position opens the other way.
 * @example long 2 at 100, sold 1 at 110: cost 100, realised 10
 */
export function applyFill(position: Position, fill: { size: Amount; price: Price8 }): FillResult {
  const { size, cost, carry } = position
  const isSameSide = size === 0n || size > 0n === fill.size > 0n
  if (isSameSide) {
    const opened = unsigned(fill.size)
    const grown = (cost + fill.price * fill.size) as Fine
    const added = { size: (size + fill.size) as Amount, cost: grown, carry }
    return { position: added, realised: NO_AMOUNT, closed: NO_AMOUNT, opened }
  }
  const closes = unsigned(fill.size) < unsigned(size) ? -fill.size : size
  const rest = fill.size + closes
  const closedCost = (cost * closes) / size
  const profit = fill.price * closes - closedCost + carry
  const realised = divideDown(profit, UNITS_PER_COIN)
  const reduced = {
    size: (size - closes + rest) as Amount,
    cost: (cost - closedCost + fill.price * rest) as Fine,
    carry: (profit - realised * UNITS_PER_COIN) as Fine,
  }
  return {
    position: reduced,
    realised: realised as Amount,
    closed: unsigned(closes),
    opened: unsigned(rest),
  }
}

/** P7: `cost / size` to the nearest 1e-8 of the quote, for showing; undefined of a flat position. */
export function entryPrice({ size, cost }: Pick<Position, "size" | "cost">): Price8 | undefined {
  if (size === 0n) return undefined
  return divideNearest(size < 0n ? -cost : cost, unsigned(size)) as Price8
}

const unsigned = (size: bigint) => magnitude(size) as Amount
