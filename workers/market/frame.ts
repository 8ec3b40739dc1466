/** What one frame carries to the page. Text is ready to show: formatted by the instrument's tick and the locale. */

import type { Interval } from "#core/candle/interval.ts"
import type { FeedInfo, Market } from "#core/wire/market.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import type { Board, MarketKind } from "./view.ts"

/** Ready-to-show texts of one market. `null`: unknown, shown as an en dash. */
export interface TickerCells {
  id: string
  last: string | null
  /** Wire text of the last price, to reckon with; as sent, unlike the texts to show. */
  lastValue: string | null
  /** Of the last price against the one before it: drives the flash. 0 none, 1 up, -1 down. */
  moved: -1 | 0 | 1
  /** Side of the trade that made the last price, where the tape is shown as well; 0: not known, or of another price. */
  lastSide?: -1 | 0 | 1
  /** Sign of the 24 h change. */
  sign: -1 | 0 | 1
  change: string | null
  changePercent: string | null
  high: string | null
  low: string | null
  volume: string | null
  turnover: string | null
  /** The turnover in the currency most markets are quoted in (see `list.worthIn`), by the exchange's own prices. */
  turnoverWorth: string | null
  /** The same as a number, for areas. */
  worth?: number | null
  /** The 24 h change in per cent as a number, for shades. */
  changeNumber?: number | null
  bid: string | null
  ask: string | null
  spreadPercent: string | null
  /** Where the last price lies between 24 h low and high, 0 … 1. */
  range: number | null
  mark: string | null
  indexPrice: string | null
  fundingRate: string | null
  nextFunding: number | null
  /** Of a perpetual, in its base currency: "1.20 K". Known where it is shown alone. */
  openInterest: string | null
}

/** What the first face shows of one market. `last` null: nothing that is surely fresh. */
export interface FirstPriceCells extends Pick<TickerCells, "id" | "last" | "changePercent" | "sign"> {
  /** Followed on the socket; else it came with the list of markets, a moment ago. */
  isLive: boolean
}

/** The newest tick of an index. `null`: none is known. */
export interface IndexCells {
  index: string
  /** Its number. */
  seq: number | null
  /** Server epoch ms. */
  time: number | null
  /** Wire text, to reckon with. */
  value: string | null
  /** Ready to show, by the tick of the market of second contracts on it. */
  price: string | null
  /** Of the price against the one before it. */
  moved: -1 | 0 | 1
  /** Too old to open a contract on, or none is known. */
  isStale: boolean
}

/** A row stays at its price: an emptied level has `size: null`. */
export interface BookRow {
  /** Raw wire text of the price, what a tap fills into the ticket. */
  priceValue: string
  price: string
  size: string | null
  sum: string | null
  /** Depth bar: cumulative share of the larger side, 0 … 1. */
  share: number
  /** The size changed in this frame: drives the flash. */
  moved: -1 | 0 | 1
}

export interface BookFrame {
  instrument: string
  group: number
  /**
   * Best first on both sides; the screen turns the asks round. With both sides in view there are 2 × `rows` rows
   * together while the book has as many; the boundary moves within the middle third before the window re-centres,
   * so the two sides may differ in length.
   */
  asks: readonly BookRow[]
  bids: readonly BookRow[]
  spread: string | null
  spreadPercent: string | null
  /** Share of bids in the shown depth, 0 … 100, whole. */
  bidPercent: number | null
  last: string | null
  lastMoved: -1 | 0 | 1
}

export interface TapeRow {
  id: number
  price: string
  size: string
  time: number
  side: "buy" | "sell"
  /** At or above the 95th percentile of size in the last five minutes. */
  large: boolean
}

export interface TapeFrame {
  instrument: string
  /** Newest first. */
  rows: readonly TapeRow[]
  /** Size from which a trade is large, as text; null while there are too few. */
  largeFrom: string | null
}

/** Seven numbers a bar: open time in ms, open, high, low, close, volume, flags (1 closed, 2 generated). */
export const CANDLE_STRIDE = 7

export interface ChartFrame {
  instrument: string
  interval: Interval
  /** `reset`: replaces all bars. `prepend`: older bars. `update`: the newest bars, to be put in by open time. */
  kind: "reset" | "prepend" | "update"
  bars: Float64Array
  /** Older bars can be asked for. */
  more: boolean
  /**
   * Newer bars exist but were dropped while scrolling far back (at most 3,000 are loaded); no live bars come
   * until `loadNewer` has led back to the present. Then, and after each `loadOlder` beyond 3,000, a `reset` comes.
   */
  newer?: boolean
  /** Spans [from, to) without data, in ms, drawn as gaps. */
  holes: readonly (readonly [number, number])[]
}

/** The held book from the best price outwards, at most four times a second. */
export interface DepthFrame {
  instrument: string
  /** Two numbers a level, best first: price, and the quantity up to and with it. */
  bids: Float64Array
  asks: Float64Array
}

/** The held book exactly, at most ten times a second. */
export interface LadderFrame {
  instrument: string
  /** Two numbers a level, best first: price in ticks, total in lots; whole numbers below 2^53. */
  bids: Float64Array
  asks: Float64Array
  /** Wire text of the last price; empty while unknown. */
  last: string
  /** Wire text of a contract's mark price; empty while unknown, and of spot. */
  mark: string
  /** Wire texts of the highest and lowest price of the last 24 h; empty while unknown. */
  high: string
  low: string
}

export type HeatColumns = readonly {
  /** Server epoch ms at which it begins; it is the mean of ten seconds. */
  time: number
  /** Its first bucket holds prices from `first` × `step` on. */
  first: number
  /** In the base currency, a bucket each. */
  sizes: Float32Array
}[]

/** The liquidity of a book over time, once a second: the newest column, which replaces one of the same time. */
export interface HeatFrame {
  instrument: string
  /** What came before doesn't count any more. */
  isWhole: boolean
  /** Width of a bucket, in the price's own unit. */
  step: number
  columns: HeatColumns
}

/** What was traded at each price of each bar: at most twice a second, of the bars that changed. */
export interface FootprintFrame {
  instrument: string
  interval: Interval
  /** What came before doesn't count any more. */
  isWhole: boolean
  /** Height of a row, in the price's own unit: row `n` holds the prices from `n` × `step` to below the next. */
  step: number
  /** Server epoch ms of the oldest trade that is counted; null: none was seen yet. */
  since: number | null
  /** By opening time; rows as `core/candle/footprint.ts` packs them, amounts in the base currency. */
  bars: readonly { time: number; rows: Float64Array }[]
}

/** What stands and was traded at one step of a price ladder. `null`: nothing. */
export interface PriceLadderRow {
  bid: string | null
  ask: string | null
  /** Traded there since {@link PriceLadderFrame.volumeSince}, both sides together. */
  volume: string | null
  /** Of the largest figure of its kind in the rows, 0 … 1; bids and asks are one kind. */
  bidShare: number
  askShare: number
  volumeShare: number
}

/** The rows of a price ladder: 10 times a second, sooner when the best levels moved. Prices in ticks. */
export interface PriceLadderFrame {
  instrument: string
  group: number
  /** Of the first row; the next ones are `group` lower each. Null where none was asked for. */
  top: number | null
  rows: readonly PriceLadderRow[]
  /** Null while a side is empty. */
  bestBid: number | null
  bestAsk: number | null
  /** Null while no trade is known. */
  last: number | null
  /** The side that took it: 1 a buy, -1 a sale. */
  lastMoved: -1 | 0 | 1
  /** All that stands in the rows. */
  bidSum: string
  askSum: string
  /** Share of the bids in both sums, 0 … 100, whole; null where a side is empty. */
  bidPercent: number | null
  /** Server epoch ms of the first trade that is counted; null: none was seen yet. */
  volumeSince: number | null
}

/** The age of the data that a panel shows. */
export type Freshness =
  | { state: "live" }
  | { state: "old"; since: number }
  | { state: "catching-up" }
  | { state: "offline"; since: number }
export type PanelName = "list" | "ticker" | "book" | "tape" | "chart"

export interface ConnectionStatus {
  state: "connecting" | "open" | "offline"
  /** Local epoch ms at which it went offline or was last heard. */
  since: number
  /** Median of the last ten round trips in ms; null before the first. */
  roundTrip: number | null
  /** Server clock minus local clock, ms. */
  clockOffset: number
  /** How far the offset may be wrong, ms; null while the server's clock isn't known. */
  clockError: number | null
  reconnects: number
  /** Local epoch ms of the last gap noticed; null if none. */
  lastGap: number | null
  /** Server epoch ms since which the price source says nothing; 0 while it talks. */
  feedSilentSince: number
}

export interface HudFigures {
  messagesPerSecond: number
  framesPerSecond: number
  bytesPerSecond: number
  flushesPerSecond: number
  flushTargetHz: number
  missedFrames: number
  gaps: number
  parseErrors: number
  /** Age of the newest message at the time of the frame, ms, by the server's clock. */
  dataAgeMs: number
  hops: { received: number; applied: number; framed: number }
}

export interface Frame {
  /** Rises by one. */
  id: number
  /** Local epoch ms (worker clock) at which it was built. */
  builtAt: number
  /** The whole order, only when it changed. `worthIn`: the currency in which prices and turnovers are compared. */
  list?: {
    kind: MarketKind
    ids: readonly string[]
    total: number
    rising: number
    falling: number
    worthIn: string
  }
  /** The order of the boards asked for, only when it changed. */
  boards?: {
    kind: MarketKind
    ids: Partial<Record<Board, readonly string[]>>
    rising: number
    falling: number
  }
  tickers?: readonly TickerCells[]
  indexes?: readonly IndexCells[]
  book?: BookFrame
  tape?: TapeFrame
  charts?: readonly ChartFrame[]
  depth?: DepthFrame
  ladder?: LadderFrame
  heat?: HeatFrame
  footprint?: FootprintFrame
  priceLadder?: PriceLadderFrame
  freshness?: Partial<Record<PanelName, Freshness>>
  connection?: ConnectionStatus
  /** Instruments and the feed, when they were (re)loaded. */
  markets?: readonly Market[]
  feed?: FeedInfo
  /** New sparkline points by instrument: closing prices, oldest first. */
  sparklines?: ReadonlyMap<string, Float32Array>
  /** Errors to surface: parse errors, refusals of the socket, failed calls. */
  problems?: readonly WorkerProblem[]
  hud?: HudFigures
}

export interface WorkerProblem {
  kind: "parse" | "socket" | "call"
  name: ProblemName | "NETWORK"
  detail: string
}
