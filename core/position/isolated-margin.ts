/** The margin of an isolated position: released, removed, and what a lower leverage asks for (P18, P20, P21). */

import { divideDown, divideUp } from "../money/rounding.ts"
import { type Amount, type Fine, fineOf, NO_AMOUNT, UNITS_PER_COIN } from "../money/units.ts"
import { initialMargin } from "./margin.ts"

/** An isolated position at a mark. */
export interface IsolatedPosition {
  /** M, in 1e-8 of the quote. */
  margin: Amount
  unrealised: Fine
  /** At mark, unsigned. */
  notional: Fine
  /** MM, see `margin-tiers.ts`. */
  maintenance: Fine
}

/** Where the money of a reduction goes, in 1e-8 of the quote. */
export interface Release {
  /** To the wallet, never below zero. */
  paidOut: Amount
  /** What stays in the position. */
  margin: Amount
  /** What all of the margin couldn't pay; only a gap beyond the bankruptcy price leaves any. */
  lacking: Amount
}

/**
 * P18: a reduction of `closed` out of `quantity` (one unit for both) releases `floor(M × k / q)`, adds the realised profit
 * and takes the fee. Below zero the rest of the margin pays, never the wallet.
 */
export function releaseMargin(
  margin: Amount,
  reduction: { closed: bigint; quantity: bigint; realised: Amount; fee: Amount },
): Release {
  const { closed, quantity, realised, fee } = reduction
  const released = divideDown(margin * closed, quantity)
  const paid = released + realised - fee
  const left = margin - released + (paid < 0n ? paid : 0n)
  return {
    paidOut: (paid > 0n ? paid : 0n) as Amount,
    margin: (left > 0n ? left : 0n) as Amount,
    lacking: (left < 0n ? -left : 0n) as Amount,
  }
}

/** `M + min(0, uPnL)`: a loss counts, a profit doesn't. */
const backing = ({ margin, unrealised }: IsolatedPosition): Fine =>
  (fineOf(margin) + (unrealised < 0n ? unrealised : 0n)) as Fine

/**
 * P21: how much margin may be taken out, down: `max(0, M + min(0, uPnL) − notional at mark / leverage)`, and only so much
 * that `E > MM` holds after it.
 */
export function removableMargin(position: IsolatedPosition, leverage: number): Amount {
  const needed = initialMargin(position.notional, leverage)
  const spare = divideDown(backing(position), UNITS_PER_COIN) - needed
  const above = fineOf(position.margin) + position.unrealised - position.maintenance
  const safe = divideUp(above, UNITS_PER_COIN) - 1n
  const most = spare < safe ? spare : safe
  return most > 0n ? (most as Amount) : NO_AMOUNT
}

/**
 * P20: how much margin has to be added before the leverage may become this: what is missing from
 * `M + min(0, uPnL) ≥ notional / leverage`, up; 0 where nothing is.
 */
export function marginMissing(position: IsolatedPosition, leverage: number): Amount {
  const missing = fineOf(initialMargin(position.notional, leverage)) - backing(position)
  return missing > 0n ? (divideUp(missing, UNITS_PER_COIN) as Amount) : NO_AMOUNT
}
