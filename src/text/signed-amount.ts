/** Gains and losses with their sign. Apart from numbers.ts, which every first visit fetches. */

import { formatDecimal } from "./numbers.ts"

/**
 * A plain wire decimal in the language's marks, all its decimals kept; above zero it has a plus, below a real minus, zero
 * has no sign.
 * @example signedAmount("12.5", "de") // "+12,5"
 */
export const signedAmount = (text: string, language: string): string =>
  (/^(?=.*[1-9])[\d.]+$/.test(text) ? "+" : "") + formatDecimal(text, language)
