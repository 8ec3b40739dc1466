/** Rates of AI products as words. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { formatDecimal } from "../../text/numbers.ts"

const NARROW = "\u202f"

/** `0.02 %` of a rate of 0.0002. */
export const percentOf = (rate: string, language: string): string =>
  `${formatDecimal(formatAmount(unitsOf(rate) * 100n), language)}${NARROW}%`

/** What a daily rate comes to over the days: simple, not compound (A3). */
export const termPercent = (rate: string, days: number, language: string): string =>
  `${formatDecimal(formatAmount(unitsOf(rate) * BigInt(days) * 100n), language)}${NARROW}%`
