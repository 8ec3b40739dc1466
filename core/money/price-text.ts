/** The price display rule, used everywhere (docs/design.md, figures). */

import { Decimal } from "./decimal.ts"

/** Decimals a price is rounded to where nobody says otherwise. */
const PRICE_DECIMALS = 8
/** Below this a price keeps every digit it has. */
const TINY_BELOW = new Decimal("0.000001")
/** Longest text and largest exponent (that of the smallest double) read as a number; what is beyond is left alone. */
const TEXT_LENGTH_MAX = 64
const EXPONENT_MAX = 324
/** What stands for a number that is none. */
const UNKNOWN = "--"

const NUMERIC = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e([+-]?\d{1,9}))?$/i

/**
 * A price as text: unchanged when empty, when it contains `--`, or when 0 < x < 0.000001 (an exponent is written
 * out); otherwise rounded half away from zero to `decimals` places, trailing zeros stripped, never −0. Text that is
 * no decimal number comes back as it is; a number that is none (NaN, infinite) is `--`; nothing is empty text.
 * @example priceText("67284.10000") // "67284.1"
 * @example priceText(1e-7) // "0.0000001"
 */
export function priceText(
  value: string | number | null | undefined,
  decimals: number = PRICE_DECIMALS,
): string {
  if (value === null || value === undefined) return ""
  if (typeof value === "number" && !Number.isFinite(value)) return UNKNOWN
  const text = String(value)
  if (text === "" || text.includes("--") || text.length > TEXT_LENGTH_MAX) return text
  const match = NUMERIC.exec(text)
  if (!match || Math.abs(Number(match[1] ?? 0)) > EXPONENT_MAX) return text
  const price = new Decimal(text)
  if (price.gt(0) && price.lt(TINY_BELOW)) return match[1] === undefined ? text : price.toFixed()
  const rounded = price.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP)
  return rounded.isZero() ? "0" : rounded.toFixed()
}
