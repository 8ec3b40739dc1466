/** Converts an exchange's figures to whole units through their decimal text, without float arithmetic. */

/** Decimals that are kept of what an exchange says: finer than any tick, so that ticks are found exactly. */
const FIGURE_DECIMALS = 14
/** One, in such units. */
export const FIGURE_ONE = 10n ** 14n
/** Digits before the point, at most: beyond is nonsense, and would only make the figures below slow. */
const WHOLE_DIGITS_MAX = 18

const DECIMAL = /^(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?$/i

/**
 * A figure above 0 in units of 1e-14, digits beyond cut off; undefined for anything else: text that is no number, a
 * negative, zero, NaN. A `number` (ccxt keeps order books so) is read by its shortest text, which is the text that the
 * exchange sent for up to 15 digits.
 * @example figureUnits("0.5") // 50_000_000_000_000n
 */
export function figureUnits(value: unknown): bigint | undefined {
  const text = typeof value === "number" ? String(value) : value
  if (typeof text !== "string") return undefined
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, whole = "", fraction = "", exponent = "0"] = match
  const digits = whole + fraction
  if (digits === "" || digits.length > 60) return undefined
  const shift = FIGURE_DECIMALS + Number(exponent) - fraction.length
  if (digits.length + shift > WHOLE_DIGITS_MAX + FIGURE_DECIMALS) return undefined
  const all = shift >= 0 ? digits + "0".repeat(shift) : digits.slice(0, shift)
  const units = all === "" ? 0n : BigInt(all)
  return units > 0n ? units : undefined
}

/** As {@link figureUnits}, but a zero is one. */
export const figureOrZero = (value: unknown): bigint => figureUnits(value) ?? 0n

/** From units of 1e-14 to units of 1e-8, the nearest. */
export const toUnits8 = (units: bigint): bigint => (units + 500_000n) / 1_000_000n
