/** Currency rates in USDT from the exchange's last prices, through one intermediate coin where there is no pair. */

import type { Instrument } from "#core/instrument/instrument.ts"
import { parseAmount } from "#core/money/steps.ts"
import type { Price8 } from "#core/money/units.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { MarketReader } from "./market-reader.ts"

/** What all is valued in. */
export const VALUE_CURRENCY = "USDT"

/** Worth of one whole coin in 1e-8 USDT; undefined while no price is known. */
export const rateOf = (reader: MarketReader, currency: string): Price8 | undefined =>
  rateFrom(reader.instruments(), (id) => lastPrice(reader, id), currency)

/** The same by other prices than the newest: `priceOf` knows those of the spot markets among `instruments`. */
export function rateFrom(
  instruments: Iterable<Pick<Instrument, "kind" | "base" | "quote" | "id">>,
  priceOf: (id: string) => Price8 | undefined,
  currency: string,
): Price8 | undefined {
  if (currency === VALUE_CURRENCY) return UNITS_PER_COIN as Price8
  const direct = priceOf(`${currency}_${VALUE_CURRENCY}`)
  if (direct !== undefined) return direct
  for (const { kind, base, quote, id } of instruments) {
    if (kind !== "spot" || base !== currency) continue
    const [price, worth] = [priceOf(id), priceOf(`${quote}_${VALUE_CURRENCY}`)]
    if (price !== undefined && worth !== undefined) return ((price * worth) / UNITS_PER_COIN) as Price8
  }
  return undefined
}

/** Every currency that is traded in a spot market: USDT first, then in the order of the listing. */
export function tradedCurrencies(reader: MarketReader): string[] {
  const found = new Set([VALUE_CURRENCY])
  for (const { kind, base, quote } of reader.instruments()) {
    if (kind !== "spot") continue
    found.add(quote)
    found.add(base)
  }
  return [...found]
}

function lastPrice(reader: MarketReader, id: string): Price8 | undefined {
  const text = reader.ticker(id)?.[1]
  if (!text) return undefined
  const parsed = parseAmount(text)
  return parsed.ok && parsed.value > 0n ? (parsed.value as bigint as Price8) : undefined
}
