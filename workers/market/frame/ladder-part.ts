/**
 * The exact book for the ticket, from the best price outwards in whole ticks and lots: the ticket walks it to say what a
 * market order costs, and reads the best prices from it.
 */

import type { BookSide } from "#core/book/level-book.ts"
import type { BookFeed } from "../feeds/book-feed.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { Frame } from "../frame.ts"
import type { FramePart } from "./frame-part.ts"

/** As often as a preview needs; the book on screen has its own pace. */
const LADDER_EVERY_MS = 100
/** Levels a side: what a snapshot holds. */
const LADDER_LEVELS_MAX = 200

export class LadderPart implements FramePart {
  #feeds: MarketFeeds
  #shown: { feed: BookFeed; version: number; last: string; mark: string } | null = null
  #sentAt = 0

  constructor(feeds: MarketFeeds) {
    this.#feeds = feeds
  }

  dueAt(now: number): number | undefined {
    const feed = this.#feeds.shown.book
    if (!this.#isWanted(feed)) {
      this.#shown = null
      return undefined
    }
    const shown = this.#shown
    const isNews =
      shown?.feed !== feed ||
      shown.version !== feed.version ||
      shown.last !== this.#lastPrice(feed) ||
      shown.mark !== this.#mark(feed)
    return isNews ? Math.max(now, this.#sentAt + LADDER_EVERY_MS) : undefined
  }

  put(frame: Frame, now: number): void {
    const feed = this.#feeds.shown.book
    if (!feed) return
    const last = this.#lastPrice(feed)
    const mark = this.#mark(feed)
    frame.ladder = {
      instrument: feed.listed.market.id,
      bids: packed(feed, "bid"),
      asks: packed(feed, "ask"),
      last,
      mark,
      // They come along with whatever else is new: nothing waits for them.
      ...this.#dayOf(feed),
    }
    // Reading the book may have proven it: what was sent is what it is now.
    this.#shown = { feed, version: feed.version, last, mark }
    this.#sentAt = now
  }

  /** One book is kept; while another market's is on screen there is no ladder. */
  #isWanted(feed: BookFeed | null): feed is BookFeed {
    const { ladder } = this.#feeds.view
    return Boolean(ladder && feed?.hasBook && feed.listed.market.id === ladder.instrument)
  }

  #dayOf({ listed }: BookFeed): { high: string; low: string } {
    const [, , , high = "", low = ""] = this.#feeds.tickers.get(listed.market.id)?.row ?? []
    return { high, low }
  }

  #mark({ listed }: BookFeed): string {
    return this.#feeds.marks.get(listed.market.id)?.mark ?? ""
  }

  /** The tape knows of a trade first; without one the ticker. */
  #lastPrice({ listed }: BookFeed): string {
    const { shown, tickers } = this.#feeds
    const trade = shown.trades?.listed.market.id === listed.market.id ? shown.trades.newest : undefined
    return trade ? listed.tick.write(trade.price) : (tickers.get(listed.market.id)?.row[1] ?? "")
  }
}

function packed(feed: BookFeed, side: BookSide): Float64Array {
  const levels = feed.proveBook().levels(side, LADDER_LEVELS_MAX)
  const numbers = new Float64Array(levels.length * 2)
  levels.forEach(({ price, total }, at) => {
    numbers[2 * at] = price
    numbers[2 * at + 1] = total
  })
  return numbers
}
