/** What is charged on an amount at a rate? The one rounding of fees (exchange.md U5). */

/** A rate of 1 in 1e-8. */
const ONE = 100_000_000n

/**
 * `ceil(amount × rate / 10^8)`, in units of the amount's currency: up for a fee, so down in size for a rebate
 * (negative rate). An order as a whole is rounded once: hand in the sum of its fills' amounts.
 * @param amount in 1e-8, not negative
 * @param rate in 1e-8: 100_000n is 0.1 %
 * @example feeOf(134_568_200_00n, 100_000n) // 13_456_820n: 0.1345682 of 134.5682
 */
export function feeOf(amount: bigint, rate: bigint): bigint {
  const product = amount * rate
  const whole = product / ONE
  return product > 0n && whole * ONE !== product ? whole + 1n : whole
}
