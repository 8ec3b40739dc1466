/** A price ladder's rows as text: 10 times a second, sooner when the best levels moved (rates.ts). Always whole. */

import type { BookFeed, BookTop } from "../feeds/book-feed.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { TradeFeed } from "../feeds/trade-feed.ts"
import type { Frame, PriceLadderFrame, PriceLadderRow } from "../frame.ts"
import { largeFigure } from "../text/large-figure.ts"
import type { PriceLadderView } from "../view.ts"
import type { FramePart } from "./frame-part.ts"
import { type LadderSpan, ladderLots, sumOf } from "./ladder-rows.ts"
import type { MarketTexts } from "./market-texts.ts"
import { BEST_EVERY_MS, BOOK_EVERY_MS } from "./rates.ts"
import { VolumeAtPrice } from "./volume-at-price.ts"

const ROWS_MAX = 200
const VOLUME_TEXTS_MAX = 1000

interface Shown {
  feed: BookFeed
  version: number
  textVersion: number
  view: PriceLadderView
  newestId: number
  revision: number
  top: BookTop
}

export class PriceLadderPart implements FramePart {
  #feeds: MarketFeeds
  #texts: MarketTexts
  #shown: Shown | null = null
  #sentAt = 0
  /** By lots: making one costs more than a look. */
  #volumeTexts = new Map<number, string>()
  #volume: { feed: TradeFeed; prices: VolumeAtPrice } | null = null

  constructor(feeds: MarketFeeds, texts: MarketTexts) {
    this.#feeds = feeds
    this.#texts = texts
  }

  get canWaitLonger(): boolean {
    const { view, shown } = this.#feeds
    return Boolean(view.priceLadder && shown.book && !this.#isAnew(shown.book, view.priceLadder))
  }

  /** What the user asked for, or another market: it doesn't wait. */
  #isAnew(feed: BookFeed, view: PriceLadderView): boolean {
    const shown = this.#shown
    return shown?.feed !== feed || shown.textVersion !== this.#texts.version || !isSameView(shown.view, view)
  }

  get canWait(): boolean {
    const feed = this.#feeds.shown.book
    return this.#shown !== null && this.#shown.feed === feed && !feed.isTopOther(this.#shown.top)
  }

  dueAt(now: number): number | undefined {
    const feed = this.#feeds.shown.book
    const view = this.#feeds.view.priceLadder
    if (!view || !feed?.hasBook || feed.listed.market.id !== view.instrument) return undefined
    const shown = this.#shown
    if (!shown || this.#isAnew(feed, view)) return now
    const trades = this.#trades(feed)
    const isSame =
      shown.version === feed.version &&
      shown.newestId === (trades?.newest?.id ?? 0) &&
      shown.revision === (trades?.revision ?? 0)
    if (isSame) return undefined
    return Math.max(now, this.#sentAt + (feed.isTopOther(shown.top) ? BEST_EVERY_MS : BOOK_EVERY_MS))
  }

  put(frame: Frame, now: number): void {
    const feed = this.#feeds.shown.book
    const view = this.#feeds.view.priceLadder
    if (!feed || !view) return
    const shown = this.#shown
    if (shown?.feed !== feed || shown.textVersion !== this.#texts.version) this.#volumeTexts.clear()
    const trades = this.#trades(feed)
    const prices = trades && this.#count(trades)
    frame.priceLadder = this.#frame(feed, view, trades, prices)
    this.#sentAt = now
    const book = feed.proveBook()
    this.#shown = {
      feed,
      version: feed.version,
      textVersion: this.#texts.version,
      view,
      newestId: trades?.newest?.id ?? 0,
      revision: trades?.revision ?? 0,
      top: {
        bid: book.best("bid"),
        bidTotal: book.totalAt("bid", 0),
        ask: book.best("ask"),
        askTotal: book.totalAt("ask", 0),
      },
    }
  }

  #trades(feed: BookFeed): TradeFeed | null {
    const { trades } = this.#feeds.shown
    return trades?.listed.market.id === feed.listed.market.id ? trades : null
  }

  /** Of one feed: another market's, or the same market's after it was left, begins anew. */
  #count(trades: TradeFeed): VolumeAtPrice {
    if (this.#volume?.feed !== trades) this.#volume = { feed: trades, prices: new VolumeAtPrice() }
    this.#volume.prices.take(trades)
    return this.#volume.prices
  }

  #frame(
    feed: BookFeed,
    view: PriceLadderView,
    trades: TradeFeed | null,
    prices: VolumeAtPrice | null,
  ): PriceLadderFrame {
    const book = feed.proveBook()
    const text = this.#texts.of(feed.listed)
    const span = spanOf(view)
    const { bids, asks } = ladderLots(book, span)
    const volumes = prices?.rows(span) ?? new Float64Array(span.rows)
    const largest = Math.max(1, ...bids, ...asks)
    const busiest = Math.max(1, ...volumes)
    const lots = (count: number) => (count > 0 ? text.lots(count) : null)
    const rows: PriceLadderRow[] = Array.from({ length: span.rows }, (_, at) => ({
      bid: lots(bids[at] ?? 0),
      ask: lots(asks[at] ?? 0),
      volume: this.#volumeText(feed, volumes[at] ?? 0),
      bidShare: (bids[at] ?? 0) / largest,
      askShare: (asks[at] ?? 0) / largest,
      volumeShare: (volumes[at] ?? 0) / busiest,
    }))
    const [bidSum, askSum] = [sumOf(bids), sumOf(asks)]
    const newest = trades?.newest
    return {
      instrument: feed.listed.market.id,
      group: span.group,
      top: view.top,
      rows,
      bestBid: book.best("bid") ?? null,
      bestAsk: book.best("ask") ?? null,
      last: newest?.price ?? this.#tickerLast(feed),
      lastMoved: newest?.side ?? 0,
      bidSum: text.lots(bidSum),
      askSum: text.lots(askSum),
      bidPercent: bidSum > 0 && askSum > 0 ? Math.round((bidSum / (bidSum + askSum)) * 100) : null,
      volumeSince: prices?.since ?? null,
    }
  }

  /** Three figures are enough to compare rows by. */
  #volumeText({ listed }: BookFeed, lots: number): string | null {
    if (lots === 0) return null
    const known = this.#volumeTexts.get(lots)
    if (known !== undefined) return known
    if (this.#volumeTexts.size >= VOLUME_TEXTS_MAX) this.#volumeTexts.clear()
    const { language, marks } = this.#texts.of(listed)
    const text = largeFigure(listed.lot.write(lots), language, marks.decimal) ?? ""
    this.#volumeTexts.set(lots, text)
    return text
  }

  /** Before the first trade of the tape. */
  #tickerLast({ listed }: BookFeed): number | null {
    const text = this.#feeds.tickers.get(listed.market.id)?.row[1] ?? ""
    const ticks = text === "" ? Number.NaN : listed.tick.read(text)
    return ticks >= 1 ? ticks : null
  }
}

const isSameView = (one: PriceLadderView, other: PriceLadderView): boolean =>
  one === other ||
  (one.instrument === other.instrument &&
    one.group === other.group &&
    one.top === other.top &&
    one.rows === other.rows)

/** What the page asks for, within what can be: no rows while it knows no price. */
function spanOf({ group: asked, top, rows }: PriceLadderView): LadderSpan {
  const group = Number.isSafeInteger(asked) && asked >= 1 ? asked : 1
  if (top === null || !Number.isSafeInteger(top) || top % group !== 0) return { top: 0, group, rows: 0 }
  // Below the first step there are no prices.
  const most = Math.max(0, Math.floor(top / group))
  return { top, group, rows: Math.min(Math.max(0, Math.floor(rows) || 0), ROWS_MAX, most) }
}
