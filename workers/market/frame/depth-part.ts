/** The cumulative book as numbers for the depth chart, at most four times a second. */

import type { BookSide } from "#core/book/level-book.ts"
import type { BookFeed } from "../feeds/book-feed.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { Frame } from "../frame.ts"
import type { FramePart } from "./frame-part.ts"

const DEPTH_EVERY_MS = 250
/** Levels a side; a snapshot holds 200. */
const DEPTH_LEVELS_MAX = 500

export class DepthPart implements FramePart {
  #feeds: MarketFeeds
  #shown: { feed: BookFeed; version: number } | null = null
  #sentAt = 0

  constructor(feeds: MarketFeeds) {
    this.#feeds = feeds
  }

  /** A depth chart that was closed and opened again holds nothing: it gets the book anew. */
  dueAt(now: number): number | undefined {
    const feed = this.#feeds.shown.book
    if (!this.#feeds.view.depth) this.#shown = null
    else if (feed?.hasBook && (this.#shown?.feed !== feed || this.#shown.version !== feed.version)) {
      return Math.max(now, this.#sentAt + DEPTH_EVERY_MS)
    }
    return undefined
  }

  put(frame: Frame, now: number): void {
    const feed = this.#feeds.shown.book
    if (!feed) return
    this.#shown = { feed, version: feed.version }
    this.#sentAt = now
    frame.depth = {
      instrument: feed.listed.market.id,
      bids: sumUp(feed, "bid"),
      asks: sumUp(feed, "ask"),
    }
  }
}

function sumUp(feed: BookFeed, side: BookSide): Float64Array {
  const { listed } = feed
  const levels = feed.proveBook().levels(side, DEPTH_LEVELS_MAX)
  const packed = new Float64Array(levels.length * 2)
  let sum = 0
  levels.forEach(({ price, total }, at) => {
    sum += total
    packed[2 * at] = listed.tick.toNumber(price)
    packed[2 * at + 1] = listed.lot.toNumber(sum)
  })
  return packed
}
