/** The trades tape: newest first, at most ten insertions a second, what came between merged. */

import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { Trade, TradeFeed } from "../feeds/trade-feed.ts"
import type { Frame, TapeRow } from "../frame.ts"
import type { MarketText } from "../text/market-text.ts"
import type { FramePart } from "./frame-part.ts"
import type { MarketTexts } from "./market-texts.ts"
import { TAPE_EVERY_MS } from "./rates.ts"

/** The threshold of large trades is looked for at most so often: it sorts up to three thousand sizes. */
const LARGE_EVERY_MS = 1000
const ROWS_MAX = 200
/** A trade is large from the 95th percentile of the last five minutes. */
const LARGE_WINDOW_MS = 5 * 60_000
const LARGE_PERCENTILE = 0.95
/** Of fewer trades nothing can be said. */
const LARGE_TRADES_LEAST = 20

export class TapePart implements FramePart {
  #feeds: MarketFeeds
  #texts: MarketTexts
  #feed: TradeFeed | null = null
  #revision = 0
  #rows = 0
  #least: string | undefined
  #textVersion = 0
  #newestId = 0
  #sentAt = 0
  #largeAt = 0
  #large: number | null = null
  /** Newest first, merged. */
  #entries: Trade[] = []

  constructor(feeds: MarketFeeds, texts: MarketTexts) {
    this.#feeds = feeds
    this.#texts = texts
  }

  get canWait(): boolean {
    return this.#feed !== null && this.#feed === this.#feeds.shown.trades
  }

  dueAt(now: number): number | undefined {
    const feed = this.#feeds.shown.trades
    const { tape } = this.#feeds.view
    if (!feed || !tape) return undefined
    // It stands still until the missing trades are there: two rows side by side say that nothing was sold between them.
    if (feed.isHealing) return undefined
    const isOther = feed !== this.#feed
    if (isOther && !feed.newest && !this.#isAnswered(feed)) return undefined
    const isNews =
      isOther ||
      feed.revision !== this.#revision ||
      (feed.newest?.id ?? 0) !== this.#newestId ||
      this.#rows !== tape.rows ||
      this.#least !== tape.least ||
      this.#textVersion !== this.#texts.version
    const isAsked = isOther || this.#least !== tape.least
    return isNews ? Math.max(now, isAsked ? 0 : this.#sentAt + TAPE_EVERY_MS) : undefined
  }

  put(frame: Frame, now: number): void {
    const feed = this.#feeds.shown.trades
    const { tape } = this.#feeds.view
    if (!feed || !tape) return
    this.#take(feed, tape.least)
    if (now - this.#largeAt >= LARGE_EVERY_MS || this.#large === null) {
      this.#large = largeFrom(feed.trades, this.#feeds.serverNow(now))
      this.#largeAt = now
    }
    const text = this.#texts.of(feed.listed)
    this.#rows = tape.rows
    this.#textVersion = this.#texts.version
    this.#sentAt = now
    frame.tape = {
      instrument: feed.listed.market.id,
      rows: this.#entries.slice(0, Math.min(tape.rows, ROWS_MAX)).map((trade) => this.#row(trade, text)),
      largeFrom: this.#large === null ? null : text.lots(this.#large),
    }
  }

  /** An empty tape is news too, once the server has said that it is empty. */
  #isAnswered(feed: TradeFeed): boolean {
    return this.#feeds.subscriptions.isReady("trade", feed.listed.market.id)
  }

  /** Merges what is new into the rows; what was put in below is laid out anew, each trade a row. */
  #take(feed: TradeFeed, least: string | undefined): void {
    const isOther = feed !== this.#feed || feed.revision !== this.#revision
    if (isOther) this.#large = null
    const isAnew = isOther || least !== this.#least
    const fresh: Trade[] = []
    for (let at = feed.trades.length - 1; at >= 0 && fresh.length < ROWS_MAX * 10; at -= 1) {
      const trade = feed.trades[at]
      if (!trade || (!isAnew && trade.id <= this.#newestId)) break
      fresh.push(trade)
    }
    const lots = least === undefined ? 0 : feed.listed.lot.read(least)
    const shown = (isAnew ? fresh : mergeByPrice(fresh)).filter(({ quantity }) => !(quantity < lots))
    this.#entries = (isAnew ? shown : [...shown, ...this.#entries]).slice(0, ROWS_MAX)
    this.#least = least
    this.#feed = feed
    this.#revision = feed.revision
    this.#newestId = feed.newest?.id ?? 0
  }

  #row(trade: Trade, text: MarketText): TapeRow {
    return {
      id: trade.id,
      price: text.ticks(trade.price),
      size: text.lots(trade.quantity),
      time: trade.time,
      side: trade.side === 1 ? "buy" : "sell",
      large: this.#large !== null && trade.quantity >= this.#large,
    }
  }
}

/** Newest first; each price and side once, at the place of its newest trade. */
function mergeByPrice(newestFirst: readonly Trade[]): Trade[] {
  const merged = new Map<number, Trade>()
  for (const trade of newestFirst) {
    const key = trade.price * trade.side
    const known = merged.get(key)
    if (known) known.quantity += trade.quantity
    else merged.set(key, { ...trade })
  }
  return [...merged.values()]
}

/**
 * The size from which a trade is large, in lots; null while there are too few trades. `trades` ascending, `now` by the
 * server's clock.
 */
function largeFrom(trades: readonly Trade[], now: number): number | null {
  let first = trades.length
  while (first > 0 && now - (trades[first - 1]?.time ?? 0) <= LARGE_WINDOW_MS) first -= 1
  const count = trades.length - first
  if (count < LARGE_TRADES_LEAST) return null
  const sizes = new Float64Array(count)
  for (let at = 0; at < count; at += 1) sizes[at] = trades[first + at]?.quantity ?? 0
  sizes.sort()
  return sizes[Math.min(count - 1, Math.floor(count * LARGE_PERCENTILE))] ?? null
}
