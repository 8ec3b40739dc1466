/** The proven book as rows of text: 10 times a second, sooner when its best levels moved (rates.ts). Always whole: its sums are those of its sizes. */

import { groupLevels } from "#core/book/group-levels.ts"
import type { BookSide } from "#core/book/level-book.ts"
import { type StepWorth, stepWorths } from "#core/book/level-worth.ts"
import type { BookFeed, BookTop } from "../feeds/book-feed.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { BookFrame, BookRow, Frame } from "../frame.ts"
import type { MarketText } from "../text/market-text.ts"
import { spreadPercent } from "../text/percent-text.ts"
import type { BookView } from "../view.ts"
import { type SideRow, windowRows } from "./book-rows.ts"
import { type BookWindow, nextWindow } from "./book-window.ts"
import type { FramePart } from "./frame-part.ts"
import type { MarketTexts } from "./market-texts.ts"
import { QuoteWorth } from "./quote-worth.ts"
import { BEST_EVERY_MS, BOOK_EVERY_MS } from "./rates.ts"

/** Groups looked at a side: all that a snapshot can hold and far more. */
const GROUPS_MAX = 1000
const ROWS_MAX = 200

interface Shown {
  feed: BookFeed
  version: number
  textVersion: number
  view: BookView
  last: string
  top: BookTop
}

export class BookPart implements FramePart {
  #feeds: MarketFeeds
  #texts: MarketTexts
  #quoteWorth: QuoteWorth
  #shown: Shown | null = null
  #sentAt = 0
  #window: BookWindow | null = null
  /** Lots by price as last sent, to tell what moved. */
  #totals = new Map<number, number>()
  #lastMoved: -1 | 0 | 1 = 0

  constructor(feeds: MarketFeeds, texts: MarketTexts) {
    this.#feeds = feeds
    this.#texts = texts
    this.#quoteWorth = new QuoteWorth(feeds)
  }

  get canWaitLonger(): boolean {
    const { view, shown } = this.#feeds
    return view.book !== null && shown.book !== null && !this.#isAnew(shown.book, view.book)
  }

  /** What the user asked for, or another market: it doesn't wait. */
  #isAnew(feed: BookFeed, view: BookView): boolean {
    const shown = this.#shown
    return shown?.feed !== feed || shown.textVersion !== this.#texts.version || !isSameView(shown.view, view)
  }

  /** Best levels that moved don't wait. */
  get canWait(): boolean {
    const feed = this.#feeds.shown.book
    return this.#shown !== null && this.#shown.feed === feed && !feed.isTopOther(this.#shown.top)
  }

  /** Also in a gap the last proven book stays what it was; its panel is marked meanwhile. */
  dueAt(now: number): number | undefined {
    const feed = this.#feeds.shown.book
    const { view } = this.#feeds
    if (!view.book || !feed?.hasBook) return undefined
    const shown = this.#shown
    if (!shown || this.#isAnew(feed, view.book)) return now
    if (shown.version === feed.version && shown.last === this.#lastPrice(feed).text) return undefined
    return Math.max(now, this.#sentAt + (feed.isTopOther(shown.top) ? BEST_EVERY_MS : BOOK_EVERY_MS))
  }

  put(frame: Frame, now: number): void {
    const feed = this.#feeds.shown.book
    const view = this.#feeds.view.book
    if (!feed || !view) return
    if (isOtherWindow(this.#shown, feed, view)) this.#window = null
    if (this.#shown?.feed !== feed) {
      this.#totals.clear()
      this.#lastMoved = 0
    }
    frame.book = this.#frame(feed, view)
    this.#sentAt = now
    const last = this.#lastPrice(feed).text
    this.#shown = {
      feed,
      version: feed.version,
      textVersion: this.#texts.version,
      view,
      last,
      top: topOf(feed),
    }
  }

  #frame(feed: BookFeed, view: BookView): BookFrame {
    const group = Number.isSafeInteger(view.group) && view.group >= 1 ? view.group : 1
    const rows = Math.min(Math.max(1, Math.floor(view.rows) || 1), ROWS_MAX)
    const bids = groupLevels(feed.proveBook(), "bid", group, GROUPS_MAX)
    const asks = groupLevels(feed.proveBook(), "ask", group, GROUPS_MAX)
    if (!this.#window || !view.hold) {
      this.#window = nextWindow(this.#window, { bids, asks, group, rows, sides: view.sides })
    }
    const text = this.#texts.of(feed.listed)
    const put = windowRows(this.#window, { bids, asks })
    const before = this.#totals
    this.#totals = new Map([...put.bids, ...put.asks].map(({ price, total }) => [price, total]))
    const rowOf = (row: SideRow) => bookRow(row, { text, feed, group, largest: put.largest, before })
    const inUnit = (rows: readonly SideRow[], side: BookSide) =>
      view.unit === "quote" ? this.#inQuote(feed, rows, { side, group, rowOf }) : rows.map(rowOf)
    return {
      instrument: feed.listed.market.id,
      group,
      asks: inUnit(put.asks, "ask"),
      bids: inUnit(put.bids, "bid"),
      ...this.#spread(feed, text),
      bidPercent: put.bidPercent,
      ...this.#lastCells(feed, text),
    }
  }

  #inQuote(feed: BookFeed, rows: readonly SideRow[], { side, group, rowOf }: QuoteRows): BookRow[] {
    const text = this.#texts.of(feed.listed)
    const decimals = this.#quoteWorth.decimals(feed.listed.market.quote)
    const prices = rows.map(({ price }) => price)
    const worths: readonly (StepWorth | undefined)[] = stepWorths(feed.proveBook(), side, group, prices)
    return rows.map((row, at) => {
      const worth = worths[at]
      if (row.total === 0 || !worth) return rowOf(row)
      return { ...rowOf(row), size: text.worth(worth.at, decimals), sum: text.worth(worth.sum, decimals) }
    })
  }

  /** Of the book itself, not of its groups. */
  #spread(feed: BookFeed, text: MarketText): Pick<BookFrame, "spread" | "spreadPercent"> {
    const bid = feed.proveBook().best("bid")
    const ask = feed.proveBook().best("ask")
    if (bid === undefined || ask === undefined) return { spread: null, spreadPercent: null }
    const percent = ((ask - bid) / ((ask + bid) / 2)) * 100
    return { spread: text.ticks(ask - bid), spreadPercent: spreadPercent(percent, text.marks) }
  }

  #lastCells(feed: BookFeed, text: MarketText): Pick<BookFrame, "last" | "lastMoved"> {
    const last = this.#lastPrice(feed)
    const before = this.#shown?.feed === feed ? this.#shown.last : ""
    if (last.side !== undefined) this.#lastMoved = last.side
    else if (before !== "" && last.text !== "" && last.text !== before) {
      this.#lastMoved = Number(last.text) > Number(before) ? 1 : -1
    }
    return { last: text.price(last.text), lastMoved: this.#lastMoved }
  }

  /** The tape knows the side of the last trade; without a tape the ticker knows its price. */
  #lastPrice(feed: BookFeed): { text: string; side?: 1 | -1 } {
    const { shown, tickers } = this.#feeds
    const id = feed.listed.market.id
    const trade = shown.trades?.listed.market.id === id ? shown.trades.newest : undefined
    if (trade) return { text: feed.listed.tick.write(trade.price), side: trade.side }
    return { text: tickers.get(id)?.row[1] ?? "" }
  }
}

/** What the user changed centres the window; holding and what the market does don't. */
function isOtherWindow(shown: Shown | null, feed: BookFeed, view: BookView): boolean {
  return shown?.feed !== feed || !isSameView({ ...shown.view, hold: view.hold }, view)
}

function isSameView(one: BookView, other: BookView): boolean {
  return (
    one.instrument === other.instrument &&
    one.group === other.group &&
    one.rows === other.rows &&
    one.sides === other.sides &&
    one.unit === other.unit &&
    one.recentre === other.recentre &&
    one.hold === other.hold
  )
}

function topOf(feed: BookFeed): BookTop {
  const book = feed.proveBook()
  return {
    bid: book.best("bid"),
    bidTotal: book.totalAt("bid", 0),
    ask: book.best("ask"),
    askTotal: book.totalAt("ask", 0),
  }
}

interface QuoteRows {
  side: BookSide
  group: number
  rowOf: (row: SideRow) => BookRow
}

interface RowSource {
  text: MarketText
  feed: BookFeed
  group: number
  largest: number
  before: ReadonlyMap<number, number>
}

function bookRow({ price, total, sum }: SideRow, { text, feed, group, largest, before }: RowSource): BookRow {
  const was = before.get(price)
  return {
    priceValue: feed.listed.tick.write(price),
    price: text.ticks(price, group),
    size: total > 0 ? text.lots(total) : null,
    sum: total > 0 ? text.lots(sum) : null,
    share: total > 0 && largest > 0 ? sum / largest : 0,
    moved: was === undefined || was === total ? 0 : total > was ? 1 : -1,
  }
}
