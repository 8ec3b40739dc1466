/** Parts of what is said of alerts: the market, shares in percent, windows of time, and the value that fired one. */

import { formatAmount, signedUnitsOf } from "#core/money/steps.ts"
import type { AlertCondition } from "#core/wire/alert.ts"
import { formatDecimal } from "../text/numbers.ts"

/**
 * A share of the wire in percent, exact.
 * @example sharePercent("-0.0512", "en") // "−5.12 %"
 */
export const sharePercent = (share: string, language: string): string =>
  `${formatDecimal(formatAmount(signedUnitsOf(share) * 100n), language)}\u202f%`

/** `15 min`, `4 h`: the same in every language. */
export const windowText = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60}\u202fh` : `${minutes}\u202fmin`

/** The value that fired an alert of this kind, without its unit unless that is percent. */
export function firedValue(kind: AlertCondition["kind"], value: string, language: string): string {
  const isShare = kind === "change" || kind === "funding" || kind === "margin"
  return isShare ? sharePercent(value, language) : formatDecimal(value, language)
}
