/** Figures of second contracts as words. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { formatDecimal } from "../../text/numbers.ts"

/** `85 %` of a rate of 0.85. */
export const percentOf = (rate: string, language: string): string =>
  `${formatDecimal(formatAmount(unitsOf(rate) * 100n), language)}\u202f%`
