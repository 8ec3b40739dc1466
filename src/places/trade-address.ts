/** The address of the screen on which a market is traded, for the way back from a login. */

import type { MarketKind } from "#workers/market/market.api.ts"
import type { ScreenPath } from "./site.ts"

export const TRADE_PLACES = {
  spot: "/pages/spot/trade",
  perpetual: "/pages/contract/trade",
  second: "/pages/option/trade",
} as const satisfies Record<MarketKind, ScreenPath>

/** `/pages/spot/trade?symbol=BTC_USDT`. */
export const tradeAddress = ({ kind, id }: { kind: MarketKind; id: string }): string =>
  `${TRADE_PLACES[kind]}?symbol=${id}`
