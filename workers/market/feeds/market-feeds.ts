/** Where does a message go, and what does the view need? All feeds together; the frame parts read them from here. */

import type { Interval } from "#core/candle/interval.ts"
import type { Target } from "#core/wire/socket.ts"
import { KLINE_ROWS_MAX, MarketCalls } from "../calls/market-calls.ts"
import type { MarketWorkerConfig, View, WorkerProblem } from "../market.api.ts"
import { MarketSocket } from "../socket/market-socket.ts"
import { Subscriptions } from "../socket/subscriptions.ts"
import type { Surroundings } from "../surroundings.ts"
import { AccountFeed } from "./account-feed.ts"
import { packBars, readCandle } from "./candle-row.ts"
import { Catalogue } from "./catalogue.ts"
import { CatalogueLoader } from "./catalogue-loader.ts"
import { MarkFeed } from "./mark-feed.ts"
import { MessageRouter } from "./message-router.ts"
import { ShownFeeds } from "./shown-feeds.ts"
import { SparklineFeed } from "./sparkline-feed.ts"
import { NOTHING_SHOWN, shownKinds, targetsOf } from "./targets.ts"
import { TickerFeed } from "./ticker-feed.ts"

/** Hidden for so long, public subscriptions are dropped (product.md section 5). */
const HIDDEN_DROP_MS = 10_000
/** A channel is live while anything was heard within this (design.md, data-age mark). */
export const LIVE_MS = 3000

export interface MarketFeedsEvents {
  /** Something that may be on screen changed. */
  changed(): void
  tickerChanged(id: string): void
  problem(problem: WorkerProblem): void
}

export class MarketFeeds {
  readonly catalogue = new Catalogue()
  readonly tickers: TickerFeed
  readonly marks: MarkFeed
  readonly shown: ShownFeeds
  readonly sparklines: SparklineFeed
  readonly loader: CatalogueLoader
  readonly socket: MarketSocket
  readonly subscriptions: Subscriptions
  readonly router: MessageRouter
  readonly account: AccountFeed
  view: View = NOTHING_SHOWN
  gaps = 0
  /** Local epoch ms of the last gap noticed. */
  lastGap: number | null = null
  #surroundings: Surroundings
  #events: MarketFeedsEvents
  #calls: MarketCalls
  #hiddenAt: number | null = null
  #isPaused = false
  #hasOpened = false
  #isReading = false

  constructor(surroundings: Surroundings, events: MarketFeedsEvents) {
    this.#surroundings = surroundings
    this.#events = events
    this.#calls = new MarketCalls(surroundings, (problem) => events.problem(problem))
    this.socket = new MarketSocket(surroundings, {
      opened: () => this.#opened(),
      lost: () => this.#lost(),
      message: (message, receivedAt) => {
        this.#isReading = true
        this.router.route(message, receivedAt)
      },
      heard: () => {
        this.#isReading = false
        this.router.applied()
        events.changed()
      },
      malformed: (detail) => events.problem({ kind: "parse", name: "FORMAT", detail }),
      watched: (now) => this.#watched(now),
    })
    this.subscriptions = new Subscriptions(
      (message) => this.socket.send(message),
      (target) => this.#asked(target),
    )
    this.tickers = new TickerFeed((id) => events.tickerChanged(id))
    this.marks = new MarkFeed((id) => events.tickerChanged(id))
    const now = () => surroundings.now()
    // A text may hold thousands of messages: that something changed is said once, at its end.
    const changed = () => {
      if (!this.#isReading) events.changed()
    }
    const gap = () => this.#gap()
    this.shown = new ShownFeeds({
      book: (key) => ({
        changed,
        gap,
        resync: () => this.#resync({ channel: "depth", key }),
      }),
      trades: { changed, gap, fetchTrades: (...ask) => this.#calls.trades(...ask) },
      candles: {
        changed,
        gap,
        now,
        serverNow: () => this.serverNow(now()),
        fetchBars: (...ask) => this.#calls.kline(...ask),
      },
    })
    this.sparklines = new SparklineFeed({
      changed,
      now,
      fetchSparklines: (kind) => this.#calls.sparklines(kind),
    })
    this.loader = new CatalogueLoader(this, {
      now,
      changed: () => this.#follow(),
      refused: (ids) => events.problem({ kind: "call", name: "FORMAT", detail: ids.join(" ") }),
      fetchMarkets: (kind) => this.#calls.markets(kind),
    })
    const report = (problem: WorkerProblem) => {
      this.socket.traffic.parseErrors += problem.kind === "parse" ? 1 : 0
      events.problem(problem)
    }
    this.account = new AccountFeed({
      send: (message) => this.socket.send(message),
      isOpen: () => this.socket.state === "open",
      changed,
      gap,
      refused: (type, rows) => report({ kind: "parse", name: "FORMAT", detail: `${type}: ${rows} rows` }),
    })
    this.router = new MessageRouter(this, { now, report })
  }

  start(config: MarketWorkerConfig): void {
    this.#calls.configure(config.apiBase, config.language)
    this.socket.start(config.socketUrl)
    this.loader.load()
  }

  setLanguage(config: MarketWorkerConfig): void {
    this.#calls.configure(config.apiBase, config.language)
  }

  show(view: View): void {
    this.view = view
    this.#follow()
    this.sparklines.watch(shownKinds(view, this.catalogue), this.#surroundings.now())
  }

  /** Hidden for long, nothing but the heart beats; seen again, nothing held is trusted until it is proven anew. */
  setVisible(isVisible: boolean): void {
    const now = this.#surroundings.now()
    if (!isVisible) {
      this.#hiddenAt ??= now
      this.#surroundings.setTimer(() => this.#pauseIfHidden(), HIDDEN_DROP_MS)
      return
    }
    const hiddenFor = this.#hiddenAt === null ? 0 : now - this.#hiddenAt
    const wasPaused = this.#isPaused
    this.#hiddenAt = null
    this.#isPaused = false
    this.socket.wake()
    // A phone that slept ran no timer: the subscriptions are still there, but what came meanwhile is not.
    if (!wasPaused && hiddenFor >= HIDDEN_DROP_MS) this.subscriptions.renew()
    this.#follow()
  }

  wake(): void {
    this.socket.wake()
  }

  authenticate(token: string | null): void {
    this.account.login(token)
  }

  /** Bars that no feed keeps, for a market beside the chart's own. */
  async fetchBars(
    instrument: string,
    interval: Interval,
    limit: number,
    before?: number,
  ): Promise<Float64Array> {
    const listed = this.catalogue.get(instrument)
    if (!listed) return new Float64Array()
    const rows = Math.min(Math.max(1, Math.floor(limit) || 1), KLINE_ROWS_MAX)
    const page = await this.#calls.kline(instrument, interval, rows, before)
    return packBars(
      (page?.rows ?? []).flatMap((row) => readCandle(row, listed) ?? []),
      listed,
    )
  }

  serverNow(now: number): number {
    return now + this.socket.heartbeat.clockOffset
  }

  /** The connection has proven to live a moment ago: the only time at which a silence means "no trades". */
  isLive(now: number): boolean {
    return this.socket.state === "open" && now - this.socket.heartbeat.heardAt < LIVE_MS
  }

  #pauseIfHidden(): void {
    const now = this.#surroundings.now()
    if (this.#hiddenAt === null || now - this.#hiddenAt < HIDDEN_DROP_MS || this.#isPaused) return
    this.#isPaused = true
    this.subscriptions.want([])
  }

  #follow(): void {
    this.shown.follow(this.view, this.catalogue)
    if (!this.#isPaused) this.subscriptions.want(targetsOf(this.view, this.catalogue))
    this.#events.changed()
  }

  #opened(): void {
    this.account.opened()
    this.subscriptions.opened()
    // What opened or closed for trading while we were away; the first list is on its way since the start.
    if (this.#hasOpened) this.loader.load()
    this.#hasOpened = true
    this.#events.changed()
  }

  #lost(): void {
    this.subscriptions.lost()
    this.tickers.lost()
    this.marks.lost()
    this.account.lost()
    this.#events.changed()
  }

  /** A subscription goes out: what it fed is of the past until it answers. */
  #asked({ channel }: Target): void {
    if (channel === "depth") this.shown.book?.restart()
    else if (channel === "candle") this.shown.candles?.restart()
  }

  /** While it isn't subscribed there is nobody to ask; the next subscription brings a snapshot of itself. */
  #resync(target: Target): void {
    if (this.subscriptions.isAsked(target.channel, target.key))
      this.socket.send({ type: "resync", data: target })
  }

  #gap(): void {
    this.gaps += 1
    this.lastGap = this.#surroundings.now()
  }

  #watched(now: number): void {
    this.loader.watch(now)
    if (!this.#isPaused) {
      this.shown.book?.watch(now)
      this.shown.trades?.watch(now)
      this.shown.candles?.watch(now)
      this.sparklines.watch(shownKinds(this.view, this.catalogue), now)
    }
    this.#events.changed()
  }
}
