/** Where do the lists and their rows lead? One address for each kind of market. */

import type { MarketKind } from "#workers/market/market.api.ts"

/** Screens that show one market. */
export type MarketPlace = "/pages/spot/trade" | "/pages/kline/index"

/** The list of a kind, in the order of the tabs. */
export const LIST_PLACES = {
  spot: "/pages/spot/index",
  perpetual: "/pages/contract/index",
  second: "/pages/option/index",
} as const satisfies Record<MarketKind, string>

/** What a row leads to. Contracts show their candles: trading them needs an account, looking doesn't. */
export const marketPlace = (kind: MarketKind): MarketPlace =>
  kind === "spot" ? "/pages/spot/trade" : "/pages/kline/index"
