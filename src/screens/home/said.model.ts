/** Answers of the home page as they are shown. Plain functions. */

import type { MarketingBlock } from "#core/wire/content.ts"
import { parseSearch, placeOf, readSearch, type ScreenSearch } from "../../places/screen-search.ts"
import type { ScreenPath } from "../../places/site.ts"
import { formatLarge } from "../../text/large-number.ts"
import { formatDecimal, formatNumber, numbersIn } from "../../text/numbers.ts"

/** The figures as `/index/index` tells them. */
export interface HomeFigures {
  regions: readonly string[]
  ordersPerSecond: number
  orderSeconds: number
  markets: { spot: number; perpetual: number; second: number }
  turnover: readonly { quote: string; amount: string }[]
}

type FigureWord = "orders" | "turnover" | "markets" | "spotMarkets" | "contracts" | "regions"

export interface ShownFigure {
  word: FigureWord
  /** Null: not known. */
  value: string | null
  /** What a pointer at rest is told: the whole number, or what a count consists of. */
  title?: string
}

/** From here on tenths of an order say nothing. */
const WHOLE_ORDERS = 100

/**
 * Always four: the operator's regions where there are any, else the markets apart. Null while nothing is known: the
 * same places, empty.
 */
export function shownFigures(figures: HomeFigures | undefined, language: string): ShownFigure[] {
  if (!figures) return (["orders", "turnover", "spotMarkets", "contracts"] as const).map(unknown)
  const { markets, regions } = figures
  const count = (value: number) => formatNumber(value, language)
  const contracts = markets.perpetual + markets.second
  const both: ShownFigure[] = [
    { word: "orders", value: ordersText(figures, language) },
    turnoverFigure(figures.turnover, language),
  ]
  if (regions.length === 0)
    return [
      ...both,
      { word: "spotMarkets", value: count(markets.spot) },
      { word: "contracts", value: count(contracts) },
    ]
  const names = new Intl.DisplayNames(language, { type: "region" })
  return [
    ...both,
    { word: "markets", value: count(markets.spot + contracts) },
    {
      word: "regions",
      value: count(regions.length),
      title: new Intl.ListFormat(language).format(regions.map((code) => names.of(code) ?? code).sort()),
    },
  ]
}

const unknown = (word: FigureWord): ShownFigure => ({ word, value: null })

/** Before the first whole second there is no rate. */
function ordersText({ ordersPerSecond, orderSeconds }: HomeFigures, language: string): string | null {
  if (orderSeconds === 0) return null
  const digits = ordersPerSecond < WHOLE_ORDERS ? 1 : 0
  return new Intl.NumberFormat(numbersIn(language), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(ordersPerSecond)
}

/** Of the quote with the most markets, in three figures; the others, which can't be added to it, in the title. */
function turnoverFigure(turnover: HomeFigures["turnover"], language: string): ShownFigure {
  const [main] = turnover
  if (!main) return unknown("turnover")
  return {
    word: "turnover",
    value: `${formatLarge(main.amount, language)} ${main.quote}`,
    title: turnover.map(({ quote, amount }) => `${formatDecimal(amount, language)} ${quote}`).join(" · "),
  }
}

/** A screen of ours, a page elsewhere, or nothing that can be opened. */
export function blockLink({
  link,
}: Pick<MarketingBlock, "link">): { to: ScreenPath; search: ScreenSearch } | { href: string } | undefined {
  const to = placeOf(link)
  if (to) return { to, search: readSearch(to, parseSearch(link.slice(to.length))) }
  return /^https?:\/\//.test(link) ? { href: link } : undefined
}

/** The operator's own pictures lie below the API's base. */
export const pictureAddress = (picture: string, apiBase: string): string =>
  picture.startsWith("/") ? apiBase + picture : picture

/** The home call hands on what the page was opened with: `/?from=poster#/`. */
export const pageQuery = (search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search)].slice(0, QUERY_MAX))

const QUERY_MAX = 20
