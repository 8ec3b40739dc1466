/** Which rows are asked for, in which order, and what is said when there are none. Plain functions. */

import { marketKindOf } from "#core/instrument/market-kind.ts"
import { matches, searchText } from "#core/instrument/market-search.ts"
import type { Market } from "#core/wire/market.ts"
import type { ListSort, ListView, MarketKind } from "#workers/market/market.api.ts"
import { STAR_LIST } from "../../stores/watch-lists-store.ts"

export type ListChip = ListView["chip"]
export const LIST_CHIPS = [
  "favourites",
  "recent",
  "all",
  "gainers",
  "losers",
  "new",
] as const satisfies ListChip[]

/** What a person has chosen in the list. */
export interface ListChoice {
  chip: ListChip
  /** The watch-list that is shown under the favourites. */
  list: string
  query: string
  sort: ListSort
  direction: "up" | "down"
}

/** The most traded first; second contracts have no turnover and go by name. */
const usualOrder = (kind: MarketKind): Pick<ListChoice, "sort" | "direction"> =>
  kind === "second" ? { sort: "name", direction: "up" } : { sort: "turnover", direction: "down" }

/** How many of a watch-list's markets are of this kind? */
export const countOfKind = (ids: readonly string[], kind: MarketKind): number =>
  ids.filter((id) => marketKindOf(id) === kind).length

/** Whoever has stars among these markets sees them first, a newcomer sees everything. */
export const firstChoice = (kind: MarketKind, favourites: readonly string[]): ListChoice => ({
  chip: countOfKind(favourites, kind) > 0 ? "favourites" : "all",
  list: STAR_LIST,
  query: "",
  ...usualOrder(kind),
})

/** Where the least is what one looks for: A before Z, the smallest spread, the next funding. */
const UP_FIRST: ReadonlySet<ListSort> = new Set(["name", "spread", "nextFunding", "periods", "recent"])

/** A head pressed again turns the order round; another head begins with what one looks for: A first, most first. */
export function sortBy(choice: ListChoice, sort: ListSort): ListChoice {
  if (choice.sort === sort) return { ...choice, direction: choice.direction === "up" ? "down" : "up" }
  return { ...choice, sort, direction: UP_FIRST.has(sort) ? "up" : "down" }
}

/** Gainers, losers, new ones and those looked at last are asked for in their own order; leaving them leads back to the usual one. */
export function chooseChip(choice: ListChoice, chip: ListChip, kind: MarketKind): ListChoice {
  if (chip === "gainers") return { ...choice, chip, sort: "change", direction: "down" }
  if (chip === "losers") return { ...choice, chip, sort: "change", direction: "up" }
  if (chip === "recent") return { ...choice, chip, sort: "recent", direction: "up" }
  if (chip === "new") return { ...choice, chip, sort: "listed", direction: "down" }
  const hadOwnOrder = ["gainers", "losers", "new", "recent"].includes(choice.chip)
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
  /** Looked at last, newest first. */
  recent: readonly string[]
  hold: boolean
}

/** What the worker is asked to show. A search looks everywhere, whatever the chip: what is typed should be found. */
export function listView({ choice, kind, range, favourites, recent, hold }: ListSituation): ListView {
  const query = choice.query.trim()
  return {
    kind,
    chip: query === "" ? choice.chip : "all",
    query,
    sort: choice.sort,
    direction: choice.direction,
    // Only their own list depends on them: a star elsewhere must not make the worker sort again.
    favourites:
      query !== "" ? [] : choice.chip === "favourites" ? favourites : choice.chip === "recent" ? recent : [],
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

export type EmptyReason = "search" | "favourites" | "recent" | "new" | "filter"

export function emptyReason(choice: ListChoice): EmptyReason {
  if (choice.query.trim() !== "") return "search"
  const { chip } = choice
  return chip === "favourites" || chip === "new" || chip === "recent" ? chip : "filter"
}

/** In which other kinds is there something of what isn't found in this one, and how much? */
export function hitsElsewhere(
  all: readonly Market[],
  kind: MarketKind,
  isHit: (market: Market) => boolean,
): { kind: MarketKind; count: number }[] {
  return (["spot", "perpetual", "second"] as const)
    .filter((other) => other !== kind)
    .map((other) => ({ kind: other, count: all.filter((row) => row.kind === other && isHit(row)).length }))
    .filter(({ count }) => count > 0)
}

/** Is a market what was searched for? The worker's own rule. */
export const isFound = (market: Market, query: string): boolean => matches(searchText(market), query)

/** The part of a name that was searched for, with what stands before and after; null where it isn't in it. */
export function markedParts(
  text: string,
  query: string,
): [before: string, match: string, after: string] | null {
  const wanted = query.trim().toLowerCase()
  const at = wanted === "" ? -1 : text.toLowerCase().indexOf(wanted)
  return at < 0
    ? null
    : [text.slice(0, at), text.slice(at, at + wanted.length), text.slice(at + wanted.length)]
}
