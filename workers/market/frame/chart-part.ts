/** The bars that the chart lacks, as numbers to draw, in arrays that are transferred, not copied. */

import type { CandleFeed } from "../feeds/candle-feed.ts"
import { packBars } from "../feeds/candle-row.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { ChartFrame, Frame } from "../frame.ts"
import type { FramePart } from "./frame-part.ts"
import { CHART_EVERY_MS } from "./rates.ts"

export class ChartPart implements FramePart {
  #feeds: MarketFeeds
  #sentAt = 0
  #sent: CandleFeed | null = null

  constructor(feeds: MarketFeeds) {
    this.#feeds = feeds
  }

  get canWait(): boolean {
    const feed = this.#feeds.shown.candles
    return feed !== null && feed === this.#sent && feed.series.hasOnlyLiveChange
  }

  /** The turn of a bucket is an event of the clock: nothing needs to arrive for it. */
  dueAt(now: number): number | undefined {
    const feed = this.#feeds.shown.candles
    if (!feed) return undefined
    const { turnsAt } = feed
    // Without an answered subscription a silence says nothing about trades: a hidden page's chart stands still.
    const isHeard = this.#feeds.isLive(now) && this.#feeds.subscriptions.isReady("candle", feed.key)
    if (turnsAt !== undefined && isHeard) {
      if (this.#feeds.serverNow(now) >= turnsAt) feed.turn(this.#feeds.serverNow(now))
      else if (!feed.series.hasChange) return now + turnsAt - this.#feeds.serverNow(now)
    }
    if (!feed.series.hasChange) return undefined
    const canWait = feed === this.#sent && feed.series.hasOnlyLiveChange
    return canWait ? Math.max(now, this.#sentAt + CHART_EVERY_MS) : now
  }

  put(frame: Frame, now: number): void {
    const feed = this.#feeds.shown.candles
    if (!feed) return
    this.#sent = feed
    this.#sentAt = now
    frame.charts = chartFrames(feed)
  }
}

/** `reset` alone, or older bars and then the changed ones. */
function chartFrames(feed: CandleFeed): ChartFrame[] {
  const { series, listed, interval } = feed
  const { isReset, prepended, from } = series.takeChange()
  const frameOf = (kind: ChartFrame["kind"], first: number, end?: number): ChartFrame => ({
    instrument: listed.market.id,
    interval,
    kind,
    bars: packBars(series.bars.slice(first, end), listed),
    more: series.hasOlder,
    newer: series.isDetached,
    holes: series.holes,
  })
  if (isReset) return [frameOf("reset", 0)]
  const frames: ChartFrame[] = []
  if (prepended > 0) frames.push(frameOf("prepend", 0, prepended))
  if (from < series.bars.length) frames.push(frameOf("update", from))
  return frames
}
