/** Where the market lists and their rows lead. One address for each kind of market. */

import type { MarketKind } from "#workers/market/market.api.ts"
import { isLoggedIn } from "../../stores/session-store.ts"

/** Screens that show one market. */
export type MarketPlace =
  | "/pages/spot/trade"
  | "/pages/contract/trade"
  | "/pages/option/trade"
  | "/pages/kline/index"

/** The list of a kind, in the order of the tabs. */
export const LIST_PLACES = {
  spot: "/pages/spot/index",
  perpetual: "/pages/contract/index",
  second: "/pages/option/index",
} as const satisfies Record<MarketKind, string>

/** What a row leads to. A visitor sees a contract's candles: trading it needs an account, looking doesn't. */
export function marketPlace(kind: MarketKind): MarketPlace {
  if (kind === "spot") return "/pages/spot/trade"
  if (!isLoggedIn()) return "/pages/kline/index"
  return kind === "perpetual" ? "/pages/contract/trade" : "/pages/option/trade"
}
