/** The market whose last price is a coin's rate. */

import { RATE_CURRENCY } from "#core/money/worth.ts"
import type { Market } from "#core/wire/market.ts"

export const coinMarketId = (currency: string): string => `${currency}_${RATE_CURRENCY}`

/** Undefined where it isn't listed against the rate currency, and while the catalogue isn't there. */
export const coinMarket = (
  catalogue: { readonly byId: ReadonlyMap<string, Market> } | null,
  currency: string,
): Market | undefined => catalogue?.byId.get(coinMarketId(currency))
