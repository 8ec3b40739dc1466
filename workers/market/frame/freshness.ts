/** The age of the data that each panel shows. */

import { LIVE_MS, type MarketFeeds } from "../feeds/market-feeds.ts"
import { ALL } from "../feeds/targets.ts"
import type { Frame, Freshness, PanelName } from "../frame.ts"
import type { Surroundings } from "../surroundings.ts"
import type { FramePart } from "./frame-part.ts"

type Panels = Partial<Record<PanelName, Freshness>>

/** Ages run from the last proof that a channel lives: any message on the open socket, the heartbeat included. */
export class FreshnessPart implements FramePart {
  #feeds: MarketFeeds
  #surroundings: Surroundings
  #sent: Panels = {}

  constructor(feeds: MarketFeeds, surroundings: Surroundings) {
    this.#feeds = feeds
    this.#surroundings = surroundings
  }

  dueAt(now: number): number | undefined {
    const panels = this.#panels(now)
    const names = Object.keys(panels) as PanelName[]
    if (names.some((name) => !isSame(panels[name], this.#sent[name]))) return now
    // Nothing else has to happen for data to get old.
    const isAnyLive = names.some((name) => panels[name]?.state === "live")
    return isAnyLive ? this.#feeds.socket.heartbeat.heardAt + LIVE_MS : undefined
  }

  put(frame: Frame, now: number): void {
    const panels = this.#panels(now)
    frame.freshness = panels
    this.#sent = { ...this.#sent, ...panels }
  }

  #panels(now: number): Panels {
    const { view } = this.#feeds
    const panels: Panels = {}
    const list = view.list ?? view.boards
    if (list) panels.list = this.#judge(this.#isListReady(list.kind), now)
    if (view.tickers.length > 0) panels.ticker = this.#judge(this.#areTickersReady(view.tickers), now)
    const book = view.book ?? view.priceLadder ?? view.depth ?? view.ladder ?? view.heat
    if (book) panels.book = this.#judge(this.#isBookReady(book.instrument), now)
    if (view.tape) panels.tape = this.#judge(this.#isTapeReady(view.tape.instrument), now)
    if (view.chart ?? view.charts?.length) panels.chart = this.#judge(this.#isChartReady(), now)
    return panels
  }

  /** Told by the device's clock: the page counts from there. */
  #judge(isReady: boolean, now: number): Freshness {
    const { socket } = this.#feeds
    const ahead = this.#surroundings.ahead()
    if (socket.state === "offline") return { state: "offline", since: socket.since - ahead }
    if (socket.state === "connecting" || !isReady) return { state: "catching-up" }
    const { heardAt } = socket.heartbeat
    return now - heardAt < LIVE_MS ? { state: "live" } : { state: "old", since: heardAt - ahead }
  }

  #isListReady(kind: "spot" | "perpetual" | "second"): boolean {
    return this.#feeds.catalogue.hasKind(kind) && this.#feeds.subscriptions.isReady("ticker", ALL)
  }

  #areTickersReady(ids: readonly string[]): boolean {
    const { catalogue, subscriptions } = this.#feeds
    if (subscriptions.isAsked("ticker", ALL)) return subscriptions.isReady("ticker", ALL)
    const known = ids.filter((id) => catalogue.get(id))
    return known.length > 0 && known.every((id) => subscriptions.isReady("ticker", id))
  }

  #isBookReady(id: string): boolean {
    return this.#feeds.shown.book?.prove() === "good" && this.#feeds.subscriptions.isAsked("depth", id)
  }

  #isTapeReady(id: string): boolean {
    const { trades } = this.#feeds.shown
    return trades !== null && !trades.isHealing && this.#feeds.subscriptions.isReady("trade", id)
  }

  /** Of several charts all: the mark of age stands for the desk. */
  #isChartReady(): boolean {
    const { shown, subscriptions } = this.#feeds
    const feeds = [...shown.charts.values()]
    return (
      feeds.length > 0 &&
      feeds.every(
        ({ state, series, key }) =>
          state === "good" && (series.isDetached || subscriptions.isReady("candle", key)),
      )
    )
  }
}

function isSame(one: Freshness | undefined, other: Freshness | undefined): boolean {
  if (one?.state !== other?.state) return false
  const sinceOf = (freshness: Freshness | undefined) =>
    freshness && "since" in freshness ? freshness.since : undefined
  return sinceOf(one) === sinceOf(other)
}
