/** What a holding earns, when, and what an early end costs (A3, A4): the same for engine, page and tests. */

import { divideDown, divideUp } from "../money/rounding.ts"
import { type Amount, type TimeMs, UNITS_PER_COIN } from "../money/units.ts"

/** Interest is counted by UTC days. */
export const AI_DAY_MS = 86_400_000

/**
 * A3: the reward of the first `day` days together, `floor(principal × rate × day)`: simple, not compound.
 * @param rate of a day: 20_000n is 0.02 %
 * @example 1,000 USDT at 0.0002 a day: 6 after 30 days
 */
export const rewardAfter = (principal: Amount, rate: bigint, day: number): Amount =>
  divideDown(principal * rate * BigInt(day), UNITS_PER_COIN) as Amount

/** A3: the 00:00 UTC from which it earns: the first one after the purchase, never the moment itself. */
export const startOf = (bought: TimeMs): TimeMs => (Math.floor(bought / AI_DAY_MS) + 1) * AI_DAY_MS

/** When day `day` has been earned: the first one a day after the start. */
export const dayEnd = (starts: TimeMs, day: number): TimeMs => starts + day * AI_DAY_MS

/**
 * A4: what an early end costs, `ceil(principal × fee)`, never more than the principal.
 * @param fee 1_000_000n is 1 %
 */
export function earlyFeeOf(principal: Amount, fee: bigint): Amount {
  const cost = divideUp(principal * fee, UNITS_PER_COIN)
  return (cost > principal ? principal : cost) as Amount
}
