/** Book, tape and chart of the current view; another instrument gets new feeds. */

import type { ChartView, View } from "../view.ts"
import { BookFeed, type BookFeedEvents } from "./book-feed.ts"
import { CandleFeed, type CandleFeedEvents } from "./candle-feed.ts"
import type { Catalogue, Listed } from "./catalogue.ts"
import { TradeFeed, type TradeFeedEvents } from "./trade-feed.ts"

export interface ShownFeedsEvents {
  book: (id: string) => BookFeedEvents
  trades: TradeFeedEvents
  candles: CandleFeedEvents
}

export class ShownFeeds {
  book: BookFeed | null = null
  trades: TradeFeed | null = null
  candles: CandleFeed | null = null
  #events: ShownFeedsEvents

  constructor(events: ShownFeedsEvents) {
    this.#events = events
  }

  /** Makes what is missing, drops what nobody sees. To be called when the view or the catalogue changes. */
  follow(view: View, catalogue: Catalogue): void {
    const book = listedOf(view.book ?? view.depth ?? view.ladder ?? null, catalogue)
    if (!book) this.book = null
    else if (!isOf(this.book, book)) this.book = new BookFeed(book, this.#events.book(book.market.id))
    const tape = listedOf(view.tape, catalogue)
    if (!tape) this.trades = null
    else if (!isOf(this.trades, tape)) this.trades = new TradeFeed(tape, this.#events.trades)
    this.#followChart(view.chart, listedOf(view.chart, catalogue))
  }

  #followChart(chart: ChartView | null, listed: Listed | undefined): void {
    if (chart && listed && isOf(this.candles, listed) && this.candles?.interval === chart.interval) return
    this.candles?.end()
    this.candles = chart && listed ? new CandleFeed(listed, chart.interval, this.#events.candles) : null
  }
}

const listedOf = (view: { instrument: string } | null, catalogue: Catalogue): Listed | undefined =>
  view ? catalogue.get(view.instrument) : undefined

/** The same market, still counted by the same steps. */
function isOf(feed: { listed: Listed } | null, listed: Listed): boolean {
  return (
    feed?.listed.market.id === listed.market.id &&
    feed.listed.tick === listed.tick &&
    feed.listed.lot === listed.lot
  )
}
