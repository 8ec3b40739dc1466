/** The markets that stand on cards above the list. Those everybody knows, as far as they are listed. */

import type { Market } from "#core/wire/market.ts"
import type { MarketKind } from "#workers/market/market.api.ts"
import { marketName } from "./market-name.ts"

export const LEADING = ["BTC/USDT", "ETH/USDT", "SOL/USDT"] as const

/** As many as there are places; where one isn't listed, the first of the others takes its place. */
export function leadingMarkets(all: readonly Market[], kind: MarketKind): Market[] {
  const ofKind = all.filter((row) => row.kind === kind)
  const known = LEADING.flatMap((pair) => ofKind.find((row) => marketName(row.id).pair === pair) ?? [])
  return [...known, ...ofKind.filter((row) => !known.includes(row))].slice(0, LEADING.length)
}
