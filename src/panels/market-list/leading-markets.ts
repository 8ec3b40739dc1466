/** Which coins stand above the list? Those everybody knows, as far as they are listed. */

import type { Market } from "#core/wire/market.ts"

export const LEADING = ["BTC_USDT", "ETH_USDT", "SOL_USDT"] as const

/** As many as there are places; where one isn't listed, the first of the others takes its place. */
export function leadingMarkets(all: readonly Market[]): Market[] {
  const spot = all.filter((row) => row.kind === "spot")
  const known = LEADING.flatMap((id) => spot.find((row) => row.id === id) ?? [])
  return [...known, ...spot.filter((row) => !known.includes(row))].slice(0, LEADING.length)
}
