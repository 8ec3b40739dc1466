/** Which market a trade screen shows, and what is said about an old price. */

import type { Market } from "#core/wire/market.ts"
import type { Freshness } from "#workers/market/market.api.ts"
import type { MarketCatalogue } from "../stores/market-store.ts"

type OfKind<Kind extends Market["kind"]> = Extract<Market, { kind: Kind }>

/**
 * The market of this kind that was asked for; without one the last seen, else the first listed. `waiting` until the
 * catalogue came, `unknown` when there is no such market of the kind.
 */
export function chosenMarket<Kind extends Market["kind"]>(
  catalogue: MarketCatalogue | null,
  kind: Kind,
  asked: string | undefined,
  last: string | null,
): OfKind<Kind> | "waiting" | "unknown" {
  if (!catalogue) return "waiting"
  const isOfKind = (row: Market | undefined): row is OfKind<Kind> => row?.kind === kind
  const known = catalogue.byId.get(asked ?? last ?? "")
  if (isOfKind(known)) return known
  return (asked === undefined ? catalogue.all.find(isOfKind) : undefined) ?? "unknown"
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
