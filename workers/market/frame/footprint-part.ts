/** What was traded at each price of the bars on screen, from when it is asked for and the trades that the server keeps on. */

import { FOOTPRINT_STRIDE, Footprint } from "#core/candle/footprint.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { TradeFeed } from "../feeds/trade-feed.ts"
import type { Frame } from "../frame.ts"
import type { FramePart } from "./frame-part.ts"

const EVERY_MS = 500
/** Before older trades are asked for again where that failed. */
const ASK_AGAIN_MS = 5000

interface Kept {
  feed: TradeFeed
  footprint: Footprint
  /** The feed as it was counted last. */
  newestId: number
  revision: number
  /** `asking`: a call is under way; `all`: the server has no older ones. */
  past: "wanted" | "asking" | "all"
  askedAt: number
  /** Older trades came, so bars changed though none is new. */
  isDeeper: boolean
}

export class FootprintPart implements FramePart {
  #feeds: MarketFeeds
  /** What is counted, and of which trades; another market, or a catalogue with other steps, begins anew. */
  #kept: Kept | null = null
  #isWhole = true
  #sentAt = 0

  constructor(feeds: MarketFeeds) {
    this.#feeds = feeds
  }

  get canWait(): boolean {
    return this.#kept !== null && this.#kept.feed === this.#feeds.shown.trades && !this.#isWhole
  }

  dueAt(now: number): number | undefined {
    const feed = this.#wanted()
    if (!feed) this.#kept = null
    const interval = this.#feeds.view.footprint?.interval
    // With a gap in it nothing is counted: what is missing comes first.
    if (!feed?.newest || feed.isHealing) return undefined
    const kept = this.#kept
    if (kept?.feed !== feed || kept.footprint.interval !== interval) return now
    const isNews = kept.newestId !== feed.newest.id || kept.revision !== feed.revision || kept.isDeeper
    return isNews ? Math.max(now, this.#sentAt + EVERY_MS) : undefined
  }

  put(frame: Frame, now: number): void {
    const feed = this.#wanted()
    const interval = this.#feeds.view.footprint?.interval
    if (!feed?.newest || !interval) return
    this.#sentAt = now
    const isKept = this.#kept?.feed === feed
    const kept = isKept && this.#kept ? this.#kept : keptOf(feed, new Footprint(interval))
    this.#kept = kept
    const { footprint } = kept
    this.#isWhole = !isKept || footprint.interval !== interval
    if (footprint.interval !== interval) footprint.countBy(interval)
    if (!footprint.append(feed.trades)) {
      // Trades in between are lost here, though not on the server.
      this.#isWhole = true
      kept.past = "wanted"
    }
    Object.assign(kept, { newestId: feed.newest.id, revision: feed.revision, isDeeper: false })
    this.#askForOlder(kept, now)
    const { listed } = feed
    frame.footprint = {
      instrument: listed.market.id,
      interval,
      isWhole: this.#isWhole,
      step: listed.tick.toNumber(footprint.step),
      since: footprint.oldest?.time ?? null,
      bars: footprint.takeChanged().map((time) => ({ time, rows: rowsOf(footprint, time, listed.lot) })),
    }
    this.#isWhole = false
  }

  #wanted(): TradeFeed | null {
    const { view, shown } = this.#feeds
    return view.footprint && shown.trades?.listed.market.id === view.footprint.instrument
      ? shown.trades
      : null
  }

  /** One page; what it brings leads to the next one, as far as the server has any. */
  #askForOlder(kept: Kept, now: number): void {
    const { oldest } = kept.footprint
    if (kept.past !== "wanted" || !oldest || now < kept.askedAt + (kept.askedAt > 0 ? ASK_AGAIN_MS : 0))
      return
    kept.past = "asking"
    kept.askedAt = now
    kept.feed.readOlder(oldest.id, (page) => {
      kept.past = page && !page.hasMore ? "all" : "wanted"
      if (!page || !kept.footprint.prepend(page.trades)) return
      kept.askedAt = 0
      kept.isDeeper = true
    })
  }
}

const keptOf = (feed: TradeFeed, footprint: Footprint): Kept => ({
  ...{ feed, footprint, newestId: 0, revision: -1, past: "wanted", askedAt: 0, isDeeper: false },
})

function rowsOf(footprint: Footprint, time: number, lot: { toNumber(lots: number): number }): Float64Array {
  const rows = [...footprint.rowsOf(time)].sort(([one], [other]) => other - one)
  const numbers = new Float64Array(rows.length * FOOTPRINT_STRIDE)
  for (const [index, [at, { bought, sold }]] of rows.entries())
    numbers.set([at, lot.toNumber(bought), lot.toNumber(sold)], index * FOOTPRINT_STRIDE)
  return numbers
}
