/** What the page says is on screen: lists, boards, book, tape, chart. The worker subscribes to and sends only that. */

import type { Interval } from "#core/candle/interval.ts"

export type MarketKind = "spot" | "perpetual" | "second"
/**
 * `last` and `turnover` go by worth in one currency, `range` by where the price lies in its day, `listed` by the date.
 * `mark`, `funding` and `nextFunding` are known of perpetuals only, `periods` (the shortest) and `payout` (the highest)
 * of second contracts only. `recent`: as the ids of the list are given.
 */
export type ListSort =
  | "name"
  | "last"
  | "change"
  | "range"
  | "turnover"
  | "spread"
  | "mark"
  | "funding"
  | "nextFunding"
  | "periods"
  | "payout"
  | "listed"
  | "recent"

/** One list of markets on screen. The worker filters, sorts and sends only what is in view. */
export interface ListView {
  kind: MarketKind
  chip: "favourites" | "recent" | "all" | "gainers" | "losers" | "new"
  query: string
  sort: ListSort
  direction: "up" | "down"
  /** Of the watch-list, or those looked at last, newest first; empty under other chips. */
  favourites: readonly string[]
  /** Rows in view, [first, last]. */
  first: number
  last: number
  /** A finger is on the list: keep the order as it is. */
  hold: boolean
}

/** Short tables of who leads over 24 h; a market in which nothing was traded stands in none of them. */
export type Board = "gainers" | "losers" | "turnover"

/** The leading rows of one kind, several tables at a time. Their tickers are sent with them. */
export interface BoardsView {
  kind: MarketKind
  boards: readonly Board[]
  /** Rows of each. */
  rows: number
  /** A finger is on them: keep the order as it is. */
  hold: boolean
}

export interface BookView {
  instrument: string
  /** Grouping in ticks: 1, 10, 100 … */
  group: number
  /** Rows a side to send. */
  rows: number
  sides: "both" | "bids" | "asks"
  /** In which currency amounts and sums are told; left out: the base. */
  unit?: "base" | "quote"
  /** A finger is on the book: keep the window where it is. */
  hold: boolean
  /** Any change of this number re-centres the window (a tap on the mid row). */
  recentre?: number
}

interface TapeView {
  instrument: string
  rows: number
  /** Only trades of this size and larger: wire text in the base; left out: all. */
  least?: string
}

export interface ChartView {
  instrument: string
  interval: Interval
}

/** The depth chart of one market: the whole held book, summed up. May stand beside a {@link BookView} of the same market. */
interface DepthView {
  instrument: string
}

/** What a ticket reckons with: the exact book. May stand beside a {@link BookView} of the same market. */
interface LadderView {
  instrument: string
}

/** The liquidity of a market's book over time; noted from when it is asked for, and forgotten when it isn't any more. */
interface HeatView {
  instrument: string
}

/** What was traded at each price of each bar; counted while it is asked for, from the trades that the server keeps on. */
interface FootprintView {
  instrument: string
  interval: Interval
}

/** A price ladder: `rows` steps downwards from `top`, whatever stands at them. Its trades are counted by price. */
export interface PriceLadderView {
  instrument: string
  /** Ticks between two rows: 1, 10, 100 … */
  group: number
  /** Price of the first row in ticks, a multiple of `group`; null: the page knows no price yet, and no rows come. */
  top: number | null
  rows: number
}

/** Everything on screen now. Replaces the last one whole; what is in none of it is unsubscribed. */
export interface View {
  list: ListView | null
  boards?: BoardsView | null
  /** Instruments whose single ticker is shown (price head, tab title, rail). */
  tickers: readonly string[]
  book: BookView | null
  tape: TapeView | null
  /** The chart that is worked with: its live bar comes at 5 Hz. */
  chart: ChartView | null
  /** Further charts beside it, at most five: their live bars come at 2 Hz. One market and interval is followed once. */
  charts?: readonly ChartView[]
  depth?: DepthView | null
  ladder?: LadderView | null
  heat?: HeatView | null
  footprint?: FootprintView | null
  priceLadder?: PriceLadderView | null
  /** The contract whose open interest is shown. */
  openInterest?: string | null
  /** Indexes whose newest tick is shown, each of them: of the market on screen. */
  indexes?: readonly string[]
  /** Likewise, in rows of a list: of running second contracts. They come at 5 Hz, unless `indexes` has them. */
  rowIndexes?: readonly string[]
  /** Count and time what crosses, for `?hud`. */
  hud: boolean
}
