/** A rate as percent. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"

/** @example percentText("-0.00012") // "-0.012" */
export const percentText = (rate: string): string =>
  rate.startsWith("-") ? formatAmount(-unitsOf(rate.slice(1)) * 100n) : formatAmount(unitsOf(rate) * 100n)
