/** The distance of a trailing stop, a rate on the wire, as percent: "0.015" is "1.5 %". */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { formatDecimal } from "./numbers.ts"

export const distancePercent = (distance: string, language: string): string =>
  `${formatDecimal(formatAmount(unitsOf(distance) * 100n), language)}\u202f%`
