/** Rates as percent. */

import { formatAmount, unitsOf } from "#core/money/steps.ts"

/** @example percentText("-0.00012") // "-0.012" */
export const percentText = (rate: string): string =>
  rate.startsWith("-") ? formatAmount(-unitsOf(rate.slice(1)) * 100n) : formatAmount(unitsOf(rate) * 100n)

/** Units of 1e-8 in a hundredth of a percent, of a rate that is a share of one. */
const HUNDREDTH = 10_000n

/**
 * What a position returned, in percent with two decimals as everywhere, to the nearest.
 * @example returnText("-0.02241874") // "-2.24"
 */
export function returnText(rate: string): string {
  const isLoss = rate.startsWith("-")
  const hundredths = (unitsOf(isLoss ? rate.slice(1) : rate) + HUNDREDTH / 2n) / HUNDREDTH
  const text = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`
  return isLoss && hundredths > 0n ? `-${text}` : text
}
