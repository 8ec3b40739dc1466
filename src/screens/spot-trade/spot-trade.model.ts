/** Which market does the trade screen show, and what is said about an old price? Plain functions. */

import type { SpotMarket } from "#core/wire/market.ts"
import type { Freshness } from "#workers/market/market.api.ts"
import type { MarketCatalogue } from "../../stores/market-store.ts"

/**
 * The market asked for; without one the last seen, else the first listed. `waiting` until the catalogue came,
 * `unknown` when what was asked for is no spot market.
 */
export function chosenMarket(
  catalogue: MarketCatalogue | null,
  asked: string | undefined,
  last: string | null,
): SpotMarket | "waiting" | "unknown" {
  if (!catalogue) return "waiting"
  if (asked !== undefined) return spotOf(catalogue, asked) ?? "unknown"
  const first = catalogue.all.find((row) => row.kind === "spot")
  return (
    (last === null ? undefined : spotOf(catalogue, last)) ?? (first as SpotMarket | undefined) ?? "unknown"
  )
}

function spotOf(catalogue: MarketCatalogue, id: string): SpotMarket | undefined {
  const row = catalogue.byId.get(id)
  return row?.kind === "spot" ? row : undefined
}

/** What stands under "Buy" and "Sell" while the price is not live; null while it is. */
export function priceWarning(
  freshness: Freshness,
  now: number,
): { state: "old" | "offline"; ageMs: number } | { state: "catching-up" } | null {
  if (freshness.state === "live") return null
  if (freshness.state === "catching-up") return { state: "catching-up" }
  return { state: freshness.state, ageMs: Math.max(0, now - freshness.since) }
}
