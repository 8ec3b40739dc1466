/** Percentages as text: always signed for changes, with a thin no-break space before the percent sign. */

import { localDecimal } from "./local-decimal.ts"
import { type NumberMarks, THIN_SPACE } from "./number-marks.ts"

/** A change of 1.842 → "+1.84 %", −1.93 → "−1.93 %", nothing → "0.00 %" without a sign. `percent` is in hundredths. */
export function signedPercent(percent: number, marks: NumberMarks, decimals = 2): string {
  const text = percent.toFixed(decimals)
  const isZero = Number(text) === 0
  const shown = isZero ? text.replace("-", "") : percent > 0 ? `+${text}` : text
  return `${shown.startsWith("+") ? "+" : ""}${localDecimal(shown.replace("+", ""), marks)}${THIN_SPACE}%`
}

/** A spread: two decimals, more where two would be zero, at most four: "0.05 %", "0.001 %". */
export function spreadPercent(percent: number, marks: NumberMarks): string {
  const decimals = percent >= 0.01 || percent === 0 ? 2 : percent >= 0.001 ? 3 : 4
  return `${localDecimal(percent.toFixed(decimals), marks)}${THIN_SPACE}%`
}
