/** Ticks of an index as prices: by the tick of their market, and with every digit where that would hide a difference. */

import { priceText } from "#core/money/price-text.ts"
import { signedUnitsOf, unitsOf } from "#core/money/steps.ts"
import { formatDecimal } from "./numbers.ts"
import { priceFigure } from "./price-figure.ts"

/** Decimals of a market's tick as the wire has it. */
export const tickDecimals = (tick: string | undefined): number =>
  tick === undefined ? 2 : (tick.split(".")[1]?.length ?? 0)

/** Rounded half up to the decimals of the market's tick, with all of them. */
export const tickPrice = (price: string, decimals: number, language: string): string =>
  priceFigure(padded(priceText(price, decimals), decimals), language)

/**
 * Two prices that are compared: where they would look the same and aren't, both have all their digits.
 * @example tickPrices("100.001", "100.002", 1, "en") // ["100.001", "100.002"]
 */
export function tickPrices(one: string, other: string, decimals: number, language: string): [string, string] {
  const texts = [one, other].map((price) => tickPrice(price, decimals, language)) as [string, string]
  if (texts[0] !== texts[1] || unitsOf(one) === unitsOf(other)) return texts
  return [formatDecimal(one, language), formatDecimal(other, language)]
}

/** How far one price lies from another, unsigned: of less than a tick every digit. */
export function tickDistance(price: string, from: string, decimals: number, language: string): string {
  const units = signedUnitsOf(price) - signedUnitsOf(from)
  const size = units < 0n ? -units : units
  const text = `${size / 100_000_000n}.${String(size % 100_000_000n).padStart(8, "0")}`
  const rounded = padded(priceText(text, decimals), decimals)
  return formatDecimal(size > 0n && !/[1-9]/.test(rounded) ? text.replace(/0+$/, "") : rounded, language)
}

function padded(text: string, decimals: number): string {
  const [whole = "", fraction = ""] = text.split(".")
  return decimals === 0 ? text : `${whole}.${fraction.padEnd(decimals, "0")}`
}
