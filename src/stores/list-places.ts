/** Where was one in each list of markets? Kept while the page lives: coming back finds the same chip, order and row. */

import type { ListView, MarketKind } from "#workers/market/market.api.ts"

interface ListPlace {
  choice: Pick<ListView, "chip" | "query" | "sort" | "direction">
  /** The first row in view. */
  firstRow: number
}

const places = new Map<MarketKind, ListPlace>()

export const readListPlace = (kind: MarketKind): ListPlace | undefined => places.get(kind)

export function writeListPlace(kind: MarketKind, place: ListPlace): void {
  places.set(kind, place)
}
