/** Fees and their one rounding (U5). */

import { divideUp } from "../money/rounding.ts"
import { UNITS_PER_COIN } from "../money/units.ts"

/**
 * `ceil(amount × rate / 10^8)`, in units of the amount's currency: up for a fee, so down in size for a rebate
 * (negative rate). An order as a whole is rounded once: hand in the sum of its fills' amounts.
 * @param amount in 1e-8, not negative
 * @param rate in 1e-8: 100_000n is 0.1 %
 * @example feeOf(134_568_200_00n, 100_000n) // 13_456_820n: 0.1345682 of 134.5682
 */
export const feeOf = (amount: bigint, rate: bigint): bigint => roundFee(amount * rate)

/**
 * The rate that a hold counts fees with, in 1e-8 (S10): the taker's of an order that can only take (market, IOC, FOK),
 * else the higher of both; a rebate is never counted on.
 */
export function holdRate(rates: { maker: bigint; taker: bigint }, takesOnly: boolean): bigint {
  const rate = takesOnly || rates.taker > rates.maker ? rates.taker : rates.maker
  return rate > 0n ? rate : 0n
}

/** {@link feeOf} of `amount × rate`, which may be a sum over fills of several rates; in 1e-16 of the currency. */
export const roundFee = (fine: bigint): bigint => divideUp(fine, UNITS_PER_COIN)
