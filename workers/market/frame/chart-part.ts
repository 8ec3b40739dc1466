/** The bars that the charts lack, as numbers to draw, in arrays that are transferred, not copied. */

import type { CandleFeed } from "../feeds/candle-feed.ts"
import { packBars } from "../feeds/candle-row.ts"
import type { MarketFeeds } from "../feeds/market-feeds.ts"
import type { ChartFrame, Frame } from "../frame.ts"
import type { FramePart } from "./frame-part.ts"
import { ALONG_MS, CALM_CHART_EVERY_MS, CHART_EVERY_MS } from "./rates.ts"

export class ChartPart implements FramePart {
  #feeds: MarketFeeds
  /** When a chart's bars were sent last; none yet: it is new. */
  #sent = new WeakMap<CandleFeed, number>()

  constructor(feeds: MarketFeeds) {
    this.#feeds = feeds
  }

  get canWait(): boolean {
    const { charts } = this.#feeds.shown
    let isAny = false
    for (const feed of charts.values()) {
      if (!feed.series.hasChange) continue
      if (!this.#canWait(feed)) return false
      isAny = true
    }
    return isAny
  }

  dueAt(now: number): number | undefined {
    let first: number | undefined
    for (const feed of this.#feeds.shown.charts.values()) {
      const at = this.#dueAt(feed, now)
      if (at !== undefined && (first === undefined || at < first)) first = at
    }
    return first
  }

  /** All that is new at once; of live bars one chart a frame, whose turn came first: each is drawn whole. */
  put(frame: Frame, now: number): void {
    const due: { feed: CandleFeed; at: number }[] = []
    for (const feed of this.#feeds.shown.charts.values()) {
      const at = this.#dueAt(feed, now)
      // A bucket that turns within a moment has nothing to show yet.
      if (at !== undefined && at <= now + ALONG_MS && feed.series.hasChange)
        due.push({ feed, at: this.#turnOf(feed) })
    }
    const live = due.filter(({ feed }) => this.#canWait(feed)).sort((one, other) => one.at - other.at)
    const later = new Set(live.slice(1))
    const charts: ChartFrame[] = []
    for (const each of due) {
      if (later.has(each)) continue
      this.#sent.set(each.feed, now)
      charts.push(...chartFrames(each.feed))
    }
    frame.charts = charts
  }

  #canWait(feed: CandleFeed): boolean {
    return this.#sent.has(feed) && feed.series.hasOnlyLiveChange
  }

  #turnOf(feed: CandleFeed): number {
    const everyMs = feed === this.#feeds.shown.candles ? CHART_EVERY_MS : CALM_CHART_EVERY_MS
    return (this.#sent.get(feed) ?? 0) + everyMs
  }

  /** The turn of a bucket is an event of the clock: nothing needs to arrive for it. */
  #dueAt(feed: CandleFeed, now: number): number | undefined {
    const { turnsAt } = feed
    // Without an answered subscription a silence says nothing about trades: a hidden page's chart stands still.
    const isHeard = this.#feeds.isLive(now) && this.#feeds.subscriptions.isReady("candle", feed.key)
    if (turnsAt !== undefined && isHeard) {
      if (this.#feeds.serverNow(now) >= turnsAt) feed.turn(this.#feeds.serverNow(now))
      else if (!feed.series.hasChange) return now + turnsAt - this.#feeds.serverNow(now)
    }
    if (!feed.series.hasChange) return undefined
    return this.#canWait(feed) ? Math.max(now, this.#turnOf(feed)) : now
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
