/** The liquidity of the book on screen over time, from when it is asked for: sampled once a second, sent column by column. */

import { BookHeat } from "#core/book/book-heat.ts"
import type { BookFeed } from "../feeds/book-feed.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { Frame, HeatColumns } from "../frame.ts"
import type { FramePart } from "./frame-part.ts"

const SAMPLE_EVERY_MS = 1000

export class HeatPart implements FramePart {
  #feeds: MarketFeeds
  /** What is kept, and of which book; another market, or a catalogue with other steps, begins anew. */
  #kept: { feed: BookFeed; heat: BookHeat } | null = null
  #sampledAt = 0

  constructor(feeds: MarketFeeds) {
    this.#feeds = feeds
  }

  dueAt(now: number): number | undefined {
    const feed = this.#wanted()
    if (!feed) this.#kept = null
    // A book that is silent still stands: each second is a sample.
    return feed ? Math.max(now, this.#sampledAt + SAMPLE_EVERY_MS) : undefined
  }

  put(frame: Frame, now: number): void {
    const feed = this.#wanted()
    if (!feed) return
    this.#sampledAt = now
    // What can't be proven, or may be old, isn't noted: the map has a gap there.
    if (!this.#feeds.isLive(now) || feed.prove() !== "good") return
    const isNew = this.#kept?.feed !== feed
    this.#kept = isNew || !this.#kept ? { feed, heat: new BookHeat() } : this.#kept
    const { heat } = this.#kept
    if (!heat.sample(feed.proveBook(), this.#feeds.serverNow(now))) return
    frame.heat = {
      instrument: feed.listed.market.id,
      isWhole: isNew,
      step: feed.listed.tick.toNumber(heat.step),
      columns: heat.columns.slice(-1).map(({ time, first, sizes }): HeatColumns[number] => ({
        time,
        first,
        sizes: Float32Array.from(sizes, (lots) => feed.listed.lot.toNumber(lots)),
      })),
    }
  }

  #wanted(): BookFeed | null {
    const { view, shown } = this.#feeds
    return view.heat && shown.book?.listed.market.id === view.heat.instrument && shown.book.hasBook
      ? shown.book
      : null
  }
}
