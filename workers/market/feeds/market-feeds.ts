/** All feeds together, the connection that fills them and the view that decides which are kept. Frame parts read from here. */

import type { Interval } from "#core/candle/interval.ts"
import { type PrivateRows, privateRows } from "#core/wire/private-rows.ts"
import type { Target } from "#core/wire/socket.ts"
import { KLINE_ROWS_MAX, MarketCalls } from "../calls/market-calls.ts"
import { ContractSettings } from "../contracts/contract-settings.ts"
import type { WorkerProblem } from "../frame.ts"
import type { MarketWorkerConfig } from "../market.api.ts"
import { MarketSocket } from "../socket/market-socket.ts"
import { Subscriptions } from "../socket/subscriptions.ts"
import type { Surroundings } from "../surroundings.ts"
import type { View } from "../view.ts"
import { AccountFeed } from "./account-feed.ts"
import { packBars, readCandle } from "./candle-row.ts"
import { Catalogue } from "./catalogue.ts"
import { CatalogueLoader } from "./catalogue-loader.ts"
import { IndexFeed } from "./index-feed.ts"
import { MarkFeed } from "./mark-feed.ts"
import { MessageRouter } from "./message-router.ts"
import { OpenInterestFeed } from "./open-interest-feed.ts"
import { ShownFeeds } from "./shown-feeds.ts"
import { SparklineFeed } from "./sparkline-feed.ts"
import { heldContracts, heldTargets, NOTHING_SHOWN, shownKinds, targetsOf } from "./targets.ts"
import { TickerFeed } from "./ticker-feed.ts"

/** Hidden for so long, public subscriptions are dropped. */
const HIDDEN_DROP_MS = 10_000
/** A channel is live while anything was heard within this. */
export const LIVE_MS = 3000

export interface MarketFeedsListener {
  /** Something that may be on screen changed. */
  changed(): void
  tickerChanged(id: string): void
  problem(problem: WorkerProblem): void
}

export class MarketFeeds {
  readonly catalogue = new Catalogue()
  readonly tickers: TickerFeed
  readonly marks: MarkFeed
  readonly openInterests: OpenInterestFeed
  readonly indexes: IndexFeed
  readonly shown: ShownFeeds
  readonly sparklines: SparklineFeed
  readonly loader: CatalogueLoader
  readonly socket: MarketSocket
  readonly subscriptions: Subscriptions
  readonly router: MessageRouter
  readonly account: AccountFeed
  readonly settings: ContractSettings
  view: View = NOTHING_SHOWN
  gaps = 0
  /** Local epoch ms of the last gap noticed. */
  lastGap: number | null = null
  readonly #surroundings: Surroundings
  readonly #calls: MarketCalls
  #listener: MarketFeedsListener | null = null
  #hiddenAt: number | null = null
  #isPaused = false
  #hasOpened = false
  #isReading = false
  /** Contracts of own positions and orders: their marks are followed whatever is on screen. */
  #held: readonly string[] = []
  #heldVersion = 0

  /** Each part is made of those before it; what the socket hears comes to them through {@link start}. */
  constructor(surroundings: Surroundings) {
    const { catalogue } = this
    const now = () => surroundings.now()
    // A text may hold thousands of messages: that something changed is said once, at its end.
    const changed = () => {
      if (!this.#isReading) this.#changed()
    }
    const gap = () => this.#gap()
    const calls = new MarketCalls(surroundings, (problem) => this.#listener?.problem(problem))
    const socket = new MarketSocket(surroundings)
    const tickers = new TickerFeed((id) => this.#listener?.tickerChanged(id))
    const marks = new MarkFeed((id) => this.#listener?.tickerChanged(id))
    const openInterests = new OpenInterestFeed((id) => this.#listener?.tickerChanged(id))
    const indexes = new IndexFeed(changed)
    const shown = new ShownFeeds({
      book: (key) => ({ changed, gap, resync: () => this.#resync({ channel: "depth", key }) }),
      trades: { changed, gap, fetchTrades: (...ask) => calls.trades(...ask) },
      candles: {
        changed,
        gap,
        now,
        serverNow: () => this.serverNow(now()),
        fetchBars: (...ask) => calls.kline(...ask),
      },
    })
    const subscriptions = new Subscriptions(
      (message) => socket.send(message),
      (target) => restart(shown, target),
    )
    const report = (problem: WorkerProblem) => {
      socket.traffic.parseErrors += problem.kind === "parse" ? 1 : 0
      this.#listener?.problem(problem)
    }
    const account = new AccountFeed<PrivateRows>(privateRows, {
      send: (message) => socket.send(message),
      isOpen: () => socket.state === "open",
      changed,
      gap,
      refused: (type, rows) => report({ kind: "parse", name: "FORMAT", detail: `${type}: ${rows} rows` }),
    })
    this.#surroundings = surroundings
    this.#calls = calls
    this.socket = socket
    this.tickers = tickers
    this.marks = marks
    this.openInterests = openInterests
    this.indexes = indexes
    this.shown = shown
    this.subscriptions = subscriptions
    this.account = account
    this.settings = new ContractSettings({
      now,
      changed,
      setTimer: (run, afterMs) => surroundings.setTimer(run, afterMs),
      fetchSettings: (token) => calls.contractSettings(token),
    })
    this.sparklines = new SparklineFeed({
      changed,
      now,
      fetchSparklines: (kind) => calls.sparklines(kind),
    })
    this.loader = new CatalogueLoader(
      { catalogue, tickers, marks },
      {
        now,
        changed: () => this.#follow(),
        refused: (ids) => this.#listener?.problem({ kind: "call", name: "FORMAT", detail: ids.join(" ") }),
        fetchMarkets: (kind) => calls.markets(kind),
      },
    )
    this.router = new MessageRouter(
      { catalogue, tickers, marks, openInterests, indexes, shown, subscriptions, account },
      { now, report },
    )
  }

  /** From now on `listener` is told; there is one. */
  listen(listener: MarketFeedsListener): void {
    this.#listener = listener
  }

  start(config: MarketWorkerConfig): void {
    this.#calls.configure(config.apiBase, config.language)
    this.socket.start(config.socketUrl, {
      opened: () => this.#opened(),
      lost: () => this.#lost(),
      message: (message, receivedAt) => {
        this.#isReading = true
        this.router.route(message, receivedAt)
      },
      compact: (receivedAt) => {
        this.#isReading = true
        this.router.received(receivedAt)
        return this.router.compact
      },
      heard: () => {
        this.#isReading = false
        this.router.applied()
        this.#changed()
      },
      malformed: (detail) => this.#listener?.problem({ kind: "parse", name: "FORMAT", detail }),
      watched: (now) => this.#watched(now),
    })
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
    this.settings.login(token)
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
    this.#subscribe()
  }

  #follow(): void {
    this.shown.follow(this.view, this.catalogue)
    this.#subscribe()
    this.#changed()
  }

  #opened(): void {
    this.account.opened()
    this.subscriptions.opened()
    // What opened or closed for trading while we were away; the first list is on its way since the start.
    if (this.#hasOpened) this.loader.load()
    this.#hasOpened = true
    this.#changed()
  }

  #lost(): void {
    this.subscriptions.lost()
    this.tickers.lost()
    this.marks.lost()
    this.openInterests.lost()
    this.indexes.lost()
    this.account.lost()
    this.#changed()
  }

  /** Hidden for long only own contracts are followed: that one of them is near its end is told to hidden pages too. */
  #subscribe(): void {
    const { view, catalogue } = this
    const held = heldTargets(this.#held, catalogue)
    this.subscriptions.want(this.#isPaused ? held : targetsOf(view, catalogue, held))
  }

  #changed(): void {
    if (this.account.version !== this.#heldVersion) this.#followHeld()
    this.#listener?.changed()
  }

  #followHeld(): void {
    this.#heldVersion = this.account.version
    const held = heldContracts(this.account)
    if (held.join() === this.#held.join()) return
    this.#held = held
    this.#subscribe()
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
    this.subscriptions.watch(now)
    this.account.watch(now)
    if (!this.#isPaused) {
      this.shown.book?.watch(now)
      this.shown.trades?.watch(now)
      for (const feed of this.shown.charts.values()) feed.watch(now)
      this.sparklines.watch(shownKinds(this.view, this.catalogue), now)
    }
    this.#changed()
  }
}

/** A subscription goes out: what it fed is of the past until it answers. */
function restart({ book, charts }: ShownFeeds, { channel, key }: Target): void {
  if (channel === "depth") book?.restart()
  else if (channel === "candle") charts.get(key)?.restart()
}
