/**
 * What may the page ask of the market worker, and what does it get? The one file of the worker that src may see,
 * as types. Text in a frame is ready to show: formatted by the instrument's tick and the locale.
 */

import type { Interval } from "#core/candle/interval.ts"
import type { FeedInfo, Market } from "#core/wire/market.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import type { AccountFrame } from "./account-frame.ts"

export type { AccountFrame, AccountState } from "./account-frame.ts"

export interface MarketWorkerConfig {
  /** Absolute API base without a trailing slash. */
  apiBase: string
  /** Absolute `ws:` or `wss:` address of the socket. */
  socketUrl: string
  /** First part of the language code; decides the words, and goes out as the `lang` header. */
  language: string
  /** The language whose grouping and decimal marks numbers have; left out: the same. */
  numbers?: string
}

export type MarketKind = "spot" | "perpetual" | "second"
/**
 * `last` and `turnover` go by worth in one currency, `range` by where the price lies in its day, `listed` by the date.
 * `mark`, `funding` and `nextFunding` are known of perpetuals only, `periods` (the shortest) and `payout` (the highest)
 * of second contracts only.
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

/** One list of markets on screen. The worker filters, sorts and sends only what is in view. */
export interface ListView {
  kind: MarketKind
  chip: "favourites" | "all" | "gainers" | "losers" | "new"
  query: string
  sort: ListSort
  direction: "up" | "down"
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
  /** A finger is on the book: keep the window where it is. */
  hold: boolean
  /** Any change of this number re-centres the window (a tap on the mid row). */
  recentre?: number
}

interface TapeView {
  instrument: string
  rows: number
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

/** Everything on screen now. Replaces the last one whole; what is in none of it is unsubscribed. */
export interface View {
  list: ListView | null
  boards?: BoardsView | null
  /** Instruments whose single ticker is shown (price head, tab title, rail). */
  tickers: readonly string[]
  book: BookView | null
  tape: TapeView | null
  chart: ChartView | null
  depth?: DepthView | null
  ladder?: LadderView | null
  /** Count and time what crosses, for `?hud`. */
  hud: boolean
}

/** Ready-to-show texts of one market. `null`: unknown, shown as an en dash. */
export interface TickerCells {
  id: string
  last: string | null
  /** Wire text of the last price and of the price 24 h ago, to reckon with; as sent, unlike the texts to show. */
  lastValue: string | null
  openValue: string | null
  /** Of the last price against the one before it: drives the flash. 0 none, 1 up, -1 down. */
  moved: -1 | 0 | 1
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
  bid: string | null
  ask: string | null
  spreadPercent: string | null
  /** Where the last price lies between 24 h low and high, 0 … 1. */
  range: number | null
  mark: string | null
  indexPrice: string | null
  fundingRate: string | null
  nextFunding: number | null
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
}

/** How old is what a panel shows? (design.md, data-age mark) */
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
  book?: BookFrame
  tape?: TapeFrame
  charts?: readonly ChartFrame[]
  depth?: DepthFrame
  ladder?: LadderFrame
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

/** What came on the socket since the worker started. */
export interface Traffic {
  messages: number
  frames: number
  characters: number
  /** Messages that could not be read. */
  malformed: number
  /** Gaps noticed, healed or not. */
  gaps: number
}

/** Everything held, as wire text, to be compared with what was sent. */
export interface Held extends Traffic {
  /** The newest row of every listed market that has one. */
  tickers: readonly (readonly (string | number)[])[]
  /** Best first; null while there is no proven book. */
  book: {
    instrument: string
    seq: number
    bids: readonly (readonly [price: string, total: string])[]
    asks: readonly (readonly [price: string, total: string])[]
    checksum: number
  } | null
  /** `count`: taken since the market is shown; `rows`: the newest of them, oldest first, as on the wire. */
  trades: { instrument: string; count: number; rows: readonly (readonly (string | number)[])[] } | null
  /** The newest, oldest first: open time, open, high, low, close, volume. */
  candles: {
    instrument: string
    interval: Interval
    rows: readonly (readonly (string | number)[])[]
  } | null
}

export interface MarketApi {
  start(config: MarketWorkerConfig): Promise<void>
  /** `numbers`: whose grouping and decimal marks numbers have; left out: the language's. */
  setLanguage(language: string, numbers?: string): Promise<void>
  /** Says what is on screen. Cheap; call it whenever a panel comes, goes, scrolls or changes its mode. */
  show(view: View): Promise<void>
  /**
   * The credit: resolves with the next frame, built just before the next paint when something visible changed.
   * Exactly one may be outstanding. `lastCommitMs` is what the page needed for the one before; the flush rate adapts.
   * `missedFrames` is the page's running total.
   */
  nextFrame(lastCommitMs: number, missedFrames: number): Promise<Frame>
  /** Asks for bars older than those loaded; they come in a frame as `prepend`. */
  loadOlder(instrument: string, interval: Interval): Promise<void>
  /** The way back after `newer`: asks for the bars that follow those loaded; they come as `reset`. */
  loadNewer(instrument: string, interval: Interval): Promise<void>
  /** Straight back to the present, however far away it is: the newest bars come as `reset`. */
  loadNewest(instrument: string, interval: Interval): Promise<void>
  /**
   * Bars of any market, by a call of its own: the second line of a chart that compares. Oldest first, opening before
   * `before` (none: the newest, the live one included), at most 1,000; none when it isn't listed or the call failed.
   */
  fetchBars(instrument: string, interval: Interval, limit: number, before?: number): Promise<Float64Array>
  /** The page's visibility: hidden for 10 s drops public subscriptions; visible wakes and heals at once. */
  setVisible(visible: boolean): Promise<void>
  /**
   * Logs the socket in with this token, now and after each reconnect; null: out. When the session ends, or never was,
   * a frame brings the problem SESSION.
   */
  authenticate(token: string | null): Promise<void>
  /**
   * The user's own orders, fills and balances: resolves when something of them changed, at first with the whole.
   * Exactly one may be outstanding. Apart from frames: it is told to hidden pages too.
   */
  nextAccount(): Promise<AccountFrame>
  /** The browser's `online` event: reconnect now. */
  wake(): Promise<void>
  /** For the bench: what came so far. */
  traffic(): Promise<Traffic>
  /** For the bench and for support: all that is held, to be compared with what was sent. Dear; not for every frame. */
  held(): Promise<Held>
}
