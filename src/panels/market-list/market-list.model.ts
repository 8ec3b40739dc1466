/** Which rows are asked for, in which order, and what is said when there are none? Plain functions. */

import type { ListSort, ListView, MarketKind } from "#workers/market/market.api.ts"

export type ListChip = ListView["chip"]
export const LIST_CHIPS = ["favourites", "all", "gainers", "losers", "new"] as const satisfies ListChip[]

/** What a person has chosen in the list. */
export interface ListChoice {
  chip: ListChip
  query: string
  sort: ListSort
  direction: "up" | "down"
}

/** The most traded first; second contracts have no turnover and go by name. */
const usualOrder = (kind: MarketKind): Pick<ListChoice, "sort" | "direction"> =>
  kind === "second" ? { sort: "name", direction: "up" } : { sort: "turnover", direction: "down" }

/** From its id alone, so that a list can begin before the catalogue came. */
const kindOf = (id: string): MarketKind =>
  id.endsWith("_PERP") ? "perpetual" : id.endsWith("_SEC") ? "second" : "spot"

/** Whoever has stars among these markets sees them first, a newcomer sees everything. */
export const firstChoice = (kind: MarketKind, favourites: readonly string[]): ListChoice => ({
  chip: favourites.some((id) => kindOf(id) === kind) ? "favourites" : "all",
  query: "",
  ...usualOrder(kind),
})

/** A head pressed again turns the order round; another head begins with what one looks for: A first, most first. */
export function sortBy(choice: ListChoice, sort: ListSort): ListChoice {
  if (choice.sort === sort) return { ...choice, direction: choice.direction === "up" ? "down" : "up" }
  return { ...choice, sort, direction: sort === "name" || sort === "spread" ? "up" : "down" }
}

/** Gainers and losers are asked for in their own order; leaving them leads back to the usual one. */
export function chooseChip(choice: ListChoice, chip: ListChip, kind: MarketKind): ListChoice {
  if (chip === "gainers") return { ...choice, chip, sort: "change", direction: "down" }
  if (chip === "losers") return { ...choice, chip, sort: "change", direction: "up" }
  const hadOwnOrder = choice.chip === "gainers" || choice.chip === "losers"
  return hadOwnOrder ? { ...choice, chip, ...usualOrder(kind) } : { ...choice, chip }
}

/** Rows beside those in view that are kept live, so that scrolling a little asks for nothing. */
const MARGIN_ROWS = 8

/** The rows to keep live around those in view, in whole steps: scrolling by one row must not tell the worker. */
export function liveRange(first: number, last: number): { first: number; last: number } {
  const step = MARGIN_ROWS
  return {
    first: Math.max(0, Math.floor(first / step) * step - step),
    last: Math.ceil((last + 1) / step) * step + step - 1,
  }
}

interface ListSituation {
  choice: ListChoice
  kind: MarketKind
  range: { first: number; last: number }
  favourites: readonly string[]
  hold: boolean
}

/** What the worker is asked to show. A search looks everywhere, whatever the chip: what is typed should be found. */
export function listView({ choice, kind, range, favourites, hold }: ListSituation): ListView {
  const query = choice.query.trim()
  return {
    kind,
    chip: query === "" ? choice.chip : "all",
    query,
    sort: choice.sort,
    direction: choice.direction,
    // Only the favourites' own list depends on them: a star elsewhere must not make the worker sort again.
    favourites: query === "" && choice.chip === "favourites" ? favourites : [],
    first: range.first,
    last: range.last,
    hold,
  }
}

export type ListFace = "loading" | "failed" | "empty" | "full"

/** Which of its four faces does the list show? Known rows stay on screen whatever fails later. */
export function listFace(ids: readonly string[] | null, hasFailed: boolean): ListFace {
  if (ids === null) return hasFailed ? "failed" : "loading"
  return ids.length === 0 ? "empty" : "full"
}

export type EmptyReason = "search" | "favourites" | "filter"

export function emptyReason(choice: ListChoice): EmptyReason {
  if (choice.query.trim() !== "") return "search"
  return choice.chip === "favourites" ? "favourites" : "filter"
}
