/** Converts an amount into another currency in exact decimals, from rates to text, without floats. */

import { Decimal } from "./decimal.ts"

/** The currency that rates are told in (core/wire/asset-calls.ts). */
export const RATE_CURRENCY = "USDT"

/** What one of a currency is worth in {@link RATE_CURRENCY}; one that isn't in it has no known price. */
export type Rates = ReadonlyMap<string, Decimal>

/** As the server tells them: decimal text, empty where unknown. */
export function ratesOf(rows: readonly { currency: string; rate: string }[]): Map<string, Decimal> {
  const rates = new Map<string, Decimal>([[RATE_CURRENCY, new Decimal(1)]])
  for (const { currency, rate } of rows) if (isPositive(rate)) rates.set(currency, new Decimal(rate))
  return rates
}

const isPositive = (text: string) => /^\d+(?:\.\d+)?$/.test(text) && /[1-9]/.test(text)

/**
 * Exact up to 40 digits; null where a rate isn't known. Nothing of a currency without a price is worth nothing all the
 * same.
 * @example worthIn("USDT", "BTC", "0.5", rates) // 0.5 × what a BTC is worth
 */
export function worthIn(target: string, currency: string, amount: string, rates: Rates): Decimal | null {
  const quantity = new Decimal(amount)
  if (quantity.isZero()) return quantity
  if (currency === target) return quantity
  const [rate, targetRate] = [rates.get(currency), rates.get(target)]
  return rate && targetRate ? quantity.times(rate).div(targetRate) : null
}

const PLACES_MAX = 8
/** A step in the last place is worth at most a cent. */
const SMALLEST = new Decimal("0.01")

/**
 * How many decimals a value in `currency` has: as many as it takes to show a cent, so two in USDT and seven in BTC. Two
 * where its price isn't known.
 */
export function placesOf(currency: string, rates: Rates): number {
  const rate = rates.get(currency)
  if (!rate) return 2
  for (let places = 0; places < PLACES_MAX; places += 1)
    if (rate.div(new Decimal(10).pow(places)).lte(SMALLEST)) return places
  return PLACES_MAX
}

/** Down, towards nothing: nobody is told to own more than they do. Zero has no sign. */
export function valueText(value: Decimal, places: number): string {
  const rounded = value.toDecimalPlaces(places, Decimal.ROUND_DOWN)
  return (rounded.isZero() ? new Decimal(0) : rounded).toFixed(places)
}

/** Worth as it is shown: in `target`, with as many decimals as that has; null where a price isn't known. */
export function worthText(target: string, currency: string, amount: string, rates: Rates): string | null {
  const worth = worthIn(target, currency, amount, rates)
  return worth && valueText(worth, placesOf(target, rates))
}
