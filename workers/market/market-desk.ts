/** How do the parts of the worker hang together? Everything behind market.api.ts, with the world handed in. */

import type { Interval } from "#core/candle/interval.ts"
import { MarketFeeds } from "./feeds/market-feeds.ts"
import { AccountFrames } from "./frame/account-frames.ts"
import { BoardsPart } from "./frame/boards-part.ts"
import { BookPart } from "./frame/book-part.ts"
import { ChartPart } from "./frame/chart-part.ts"
import { DepthPart } from "./frame/depth-part.ts"
import { FlushRate } from "./frame/flush-rate.ts"
import { FrameBuilder } from "./frame/frame-builder.ts"
import { FreshnessPart } from "./frame/freshness.ts"
import { HudPart } from "./frame/hud-part.ts"
import { LadderPart } from "./frame/ladder-part.ts"
import { ListPart } from "./frame/list-part.ts"
import { MarketTexts } from "./frame/market-texts.ts"
import { CataloguePart, ConnectionPart, ProblemPart, SparklinePart } from "./frame/status-parts.ts"
import { TapePart } from "./frame/tape-part.ts"
import { TickerPart } from "./frame/ticker-part.ts"
import { heldBy, trafficOf } from "./held.ts"
import type { AccountFrame, Frame, Held, MarketApi, MarketWorkerConfig, Traffic, View } from "./market.api.ts"
import type { Surroundings } from "./surroundings.ts"

export class MarketDesk implements MarketApi {
  readonly #feeds: MarketFeeds
  readonly #texts = new MarketTexts("en")
  readonly #tickers: TickerPart
  readonly #builder: FrameBuilder
  readonly #hud: HudPart
  readonly #account: AccountFrames
  #config: MarketWorkerConfig = { apiBase: "", socketUrl: "", language: "en" }
  #missedFrames = 0

  constructor(surroundings: Surroundings) {
    const problems = new ProblemPart(() => surroundings.now())
    const feeds = new MarketFeeds(surroundings, {
      changed: () => {
        this.#builder.noteChange()
        this.#account.noteChange()
      },
      tickerChanged: (id) => this.#tickers.changed(id),
      problem: (problem) => {
        problems.add(problem)
        this.#builder.noteChange()
      },
    })
    const rate = new FlushRate()
    const list = new ListPart(feeds, () => this.#tickers.look())
    const boards = new BoardsPart(feeds, () => this.#tickers.look())
    this.#feeds = feeds
    this.#tickers = new TickerPart(
      feeds,
      this.#texts,
      () => list.ids,
      () => boards.ids,
    )
    this.#hud = new HudPart({
      feeds,
      rate,
      flushes: () => this.#builder.count,
      missedFrames: () => this.#missedFrames,
    })
    const parts = [
      new CataloguePart(feeds),
      new ConnectionPart(feeds),
      // The order first: it decides which tickers are in view.
      list,
      boards,
      this.#tickers,
      new BookPart(feeds, this.#texts),
      new DepthPart(feeds),
      new LadderPart(feeds),
      new TapePart(feeds, this.#texts),
      new ChartPart(feeds),
      new SparklinePart(feeds),
      new FreshnessPart(feeds),
      problems,
      this.#hud,
    ]
    this.#builder = new FrameBuilder(surroundings, parts, rate)
    this.#account = new AccountFrames(feeds, surroundings)
  }

  async start(config: MarketWorkerConfig): Promise<void> {
    this.#config = config
    this.#texts.setLanguage(config.language, config.numbers)
    this.#feeds.start(config)
  }

  async traffic(): Promise<Traffic> {
    return trafficOf(this.#feeds)
  }

  async held(): Promise<Held> {
    return heldBy(this.#feeds)
  }

  async setLanguage(language: string, numbers?: string): Promise<void> {
    this.#config = { ...this.#config, language }
    this.#texts.setLanguage(language, numbers)
    this.#feeds.setLanguage(this.#config)
    this.#builder.noteChange()
  }

  async show(view: View): Promise<void> {
    this.#feeds.show(view)
    this.#tickers.look()
    this.#builder.noteChange()
  }

  async nextFrame(lastCommitMs: number, missedFrames: number): Promise<Frame> {
    this.#missedFrames = missedFrames
    const frame = await this.#builder.next(lastCommitMs, missedFrames)
    this.#hud.noteFrame(frame.builtAt)
    return frame
  }

  async loadOlder(instrument: string, interval: string): Promise<void> {
    const { candles } = this.#feeds.shown
    if (candles?.listed.market.id === instrument && candles.interval === interval) candles.loadOlder()
  }

  async loadNewer(instrument: string, interval: string): Promise<void> {
    const { candles } = this.#feeds.shown
    if (candles?.listed.market.id === instrument && candles.interval === interval) candles.loadNewer()
  }

  async loadNewest(instrument: string, interval: string): Promise<void> {
    const { candles } = this.#feeds.shown
    if (candles?.listed.market.id === instrument && candles.interval === interval) candles.loadNewest()
  }

  fetchBars(instrument: string, interval: Interval, limit: number, before?: number): Promise<Float64Array> {
    return this.#feeds.fetchBars(instrument, interval, limit, before)
  }

  async setVisible(isVisible: boolean): Promise<void> {
    this.#feeds.setVisible(isVisible)
  }

  async authenticate(token: string | null): Promise<void> {
    this.#feeds.authenticate(token)
  }

  nextAccount(): Promise<AccountFrame> {
    return this.#account.next()
  }

  async wake(): Promise<void> {
    this.#feeds.wake()
  }
}
