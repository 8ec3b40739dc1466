/**
 * What the page may ask of the market worker, and what it gets. The one file of the worker that src may import, and
 * only as types.
 */

import type { Interval } from "#core/candle/interval.ts"
import type { AccountFrame } from "./account-frame.ts"
import type { Frame } from "./frame.ts"
import type { View } from "./view.ts"

export type * from "./account-frame.ts"
export type * from "./contracts-frame.ts"
export type * from "./frame.ts"
export type * from "./view.ts"

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

/** All market data that the worker holds, as wire text, to be compared with what was sent. */
export interface MarketDump extends Traffic {
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
   * `missedFrames` is the page's running total, `paintAt` the time of the animation frame that asks, local epoch ms.
   */
  nextFrame(lastCommitMs: number, missedFrames: number, paintAt?: number): Promise<Frame>
  /**
   * A second credit: resolves at once with what is urgent, a price that moved after a pause, and nothing else. At most
   * one may be outstanding, asked for at a paint.
   */
  nextUrgentFrame(): Promise<Frame>
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
   * The user's own orders, fills, balances and contracts: resolves when something of them changed, at first with the whole.
   * Exactly one may be outstanding. Apart from frames: it is told to hidden pages too.
   */
  nextAccount(): Promise<AccountFrame>
  /** The browser's `online` event: reconnect now. */
  wake(): Promise<void>
  /** For the bench: what came so far. */
  traffic(): Promise<Traffic>
  /** For the bench and for support. Expensive; not for every frame. */
  dump(): Promise<MarketDump>
}
