/** What longs and shorts pay each other at a funding (P5). */

import { divideUp } from "../money/rounding.ts"
import { type Amount, type Fine, type Price8, UNITS_PER_COIN } from "../money/units.ts"

/**
 * P5: `dir × q × mark × F`, in 1e-8 of the quote: above zero it is paid, below it is received. A payer's is rounded up and a
 * receiver's down, both towards plus infinity, so that over positions that sum to zero at least nothing is left over.
 * @param size signed, in 1e-8 of the base
 * @param rate F, in 1e-8
 * @example long 2 at a mark of 50,000, rate 0.01 %: pays 10
 */
export const fundingPayment = (size: Amount, mark: Price8, rate: bigint): Amount =>
  divideUp(size * mark * rate, UNITS_PER_COIN ** 2n) as Amount

/** P5: how a payment is shared: what the payer's equity bears, down to a unit, and what the fund pays for him. */
export function sharePayment(payment: Amount, equity: Fine): { own: Amount; fund: Amount } {
  if (payment <= 0n) return { own: payment, fund: 0n as Amount }
  const there = equity > 0n ? equity / UNITS_PER_COIN : 0n
  const own = payment < there ? payment : there
  return { own: own as Amount, fund: (payment - own) as Amount }
}

/** P5: what is left for `rounding` of the payments of all positions of an instrument; never below zero. */
export const fundingRest = (payments: Iterable<Amount>): Amount => {
  let rest = 0n
  for (const payment of payments) rest += payment
  return rest as Amount
}
