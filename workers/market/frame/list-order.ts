/** Filters and sorts the market list. Plain functions over the catalogue and the newest tickers. */

import { matches } from "#core/instrument/market-search.ts"
import type { Listed } from "../feeds/catalogue.ts"
import type { ListSort, ListView } from "../view.ts"
import type { TickerFigures } from "./ticker-cells.ts"

/** A market is "new" in its first 30 days. */
const NEW_FOR_MS = 30 * 24 * 3600 * 1000
/** Where nothing was listed of late, so many of the newest stand there instead: with their dates, which say it. */
const NEWEST = 10

type FiguresOf = (id: string) => TickerFigures
/** What a market is sorted by; null where unknown. */
export type FigureOf = (listed: Listed, sort: Exclude<ListSort, "name">) => number | null

/** Those that the chip and the query let through. */
export function filterMarkets(
  markets: readonly Listed[],
  view: Pick<ListView, "chip" | "query" | "favourites">,
  figuresOf: FiguresOf,
  now: number,
): Listed[] {
  const favourites = new Set(view.favourites)
  const newest = view.chip === "new" ? newestOf(markets, now) : undefined
  return markets.filter(({ market, searched }) => {
    if (!matches(searched, view.query)) return false
    if (view.chip === "favourites" || view.chip === "recent") return favourites.has(market.id)
    if (newest) return newest.has(market.id)
    const change = figuresOf(market.id).change ?? 0
    return view.chip === "gainers" ? change > 0 : view.chip === "losers" ? change < 0 : true
  })
}

/** Ids of the latest listings. What was there from the beginning, and what nobody knows the date of, was never new. */
function newestOf(markets: readonly Listed[], now: number): ReadonlySet<string> {
  const dates = markets.map(({ market }) => market.listedAt).filter((date) => date > 0)
  const opening = Math.min(...dates)
  const later = markets
    .map(({ market }) => market)
    .filter(({ listedAt }) => listedAt <= now && (listedAt > opening || now - opening < NEW_FOR_MS))
    .filter(({ listedAt }) => listedAt > 0)
    .sort((one, other) => other.listedAt - one.listedAt)
  const recent = later.filter(({ listedAt }) => now - listedAt < NEW_FOR_MS)
  return new Set((recent.length > 0 ? recent : later.slice(0, NEWEST)).map(({ id }) => id))
}

/**
 * Ids in order. What is unknown comes last in both directions; equals go by name, so that no order is up to chance.
 */
export function orderMarkets(
  markets: readonly Listed[],
  view: Pick<ListView, "sort" | "direction">,
  figureOf: FigureOf,
): string[] {
  const sign = view.direction === "up" ? 1 : -1
  const rows = markets.map((listed) => ({
    id: listed.market.id,
    figure: view.sort === "name" ? 0 : figureOf(listed, view.sort),
  }))
  rows.sort((a, b) => {
    if (a.figure !== b.figure) {
      if (a.figure === null) return 1
      if (b.figure === null) return -1
      return (a.figure - b.figure) * sign
    }
    const byName = a.id < b.id ? -1 : a.id > b.id ? 1 : 0
    return view.sort === "name" ? byName * sign : byName
  })
  return rows.map(({ id }) => id)
}

/** How many rise and fall over 24 h, of all of a kind. */
export function countDirections(
  markets: readonly Listed[],
  figuresOf: FiguresOf,
): { rising: number; falling: number } {
  let rising = 0
  let falling = 0
  for (const { market } of markets) {
    const change = figuresOf(market.id).change ?? 0
    if (change > 0) rising += 1
    else if (change < 0) falling += 1
  }
  return { rising, falling }
}
