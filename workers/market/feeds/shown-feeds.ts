/** Book, tape and charts of the current view; another instrument gets new feeds. */

import type { View } from "../view.ts"
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
  /** Of all charts, by key of the subscription. */
  charts: ReadonlyMap<string, CandleFeed> = new Map()
  /** Of them that of the chart that is worked with. */
  candles: CandleFeed | null = null
  #events: ShownFeedsEvents

  constructor(events: ShownFeedsEvents) {
    this.#events = events
  }

  /** Makes what is missing, drops what nobody sees. To be called when the view or the catalogue changes. */
  follow(view: View, catalogue: Catalogue): void {
    const shown = view.book ?? view.priceLadder ?? view.depth ?? view.ladder ?? view.heat
    const book = listedOf(shown ?? null, catalogue)
    if (!book) this.book = null
    else if (!isOf(this.book, book)) this.book = new BookFeed(book, this.#events.book(book.market.id))
    const tape = listedOf(view.tape ?? view.priceLadder ?? view.footprint ?? null, catalogue)
    if (!tape) this.trades = null
    else if (!isOf(this.trades, tape)) this.trades = new TradeFeed(tape, this.#events.trades)
    this.#followCharts(view, catalogue)
  }

  /** The feed of a chart; undefined while none shows that market in that interval. */
  chart(instrument: unknown, interval: unknown): CandleFeed | undefined {
    // Whatever else a peer says there isn't made a text of: it may name its own way to become one.
    if (typeof instrument !== "string" || typeof interval !== "string") return undefined
    return this.charts.get(`${instrument}:${interval}`)
  }

  /** Which chart is worked with may change: its feed, and what it has loaded, stays. */
  #followCharts({ chart, charts = [] }: View, catalogue: Catalogue): void {
    const followed = new Map<string, CandleFeed>()
    for (const { instrument, interval } of chart ? [chart, ...charts] : charts) {
      const listed = catalogue.get(instrument)
      const key = `${instrument}:${interval}`
      if (!listed || followed.has(key)) continue
      const known = this.charts.get(key) ?? null
      const isKept = known !== null && isOf(known, listed)
      followed.set(key, isKept ? known : new CandleFeed(listed, interval, this.#events.candles))
    }
    for (const [key, feed] of this.charts) if (followed.get(key) !== feed) feed.end()
    this.charts = followed
    this.candles = (chart && this.chart(chart.instrument, chart.interval)) ?? null
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
