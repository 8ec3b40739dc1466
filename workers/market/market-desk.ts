/** Wires the worker's parts and answers the page (market.api.ts). Clock, network and chance are handed in. */

import type { Interval } from "#core/candle/interval.ts"
import type { AccountFrame } from "./account-frame.ts"
import { dumpOf, trafficOf } from "./dump.ts"
import { MarketFeeds } from "./feeds/market-feeds.ts"
import { AccountFrames } from "./frame/account-frames.ts"
import { BoardsPart } from "./frame/boards-part.ts"
import { BookPart } from "./frame/book-part.ts"
import { ChartPart } from "./frame/chart-part.ts"
import { ContractsPart } from "./frame/contracts-part.ts"
import { DepthPart } from "./frame/depth-part.ts"
import { FirstPrice } from "./frame/first-price.ts"
import { FlushRate } from "./frame/flush-rate.ts"
import { FootprintPart } from "./frame/footprint-part.ts"
import { FrameBuilder } from "./frame/frame-builder.ts"
import { FreshnessPart } from "./frame/freshness.ts"
import { HeatPart } from "./frame/heat-part.ts"
import { HudPart } from "./frame/hud-part.ts"
import { IndexPart } from "./frame/index-part.ts"
import { LadderPart } from "./frame/ladder-part.ts"
import { ListPart } from "./frame/list-part.ts"
import { MarketTexts } from "./frame/market-texts.ts"
import { PriceLadderPart } from "./frame/price-ladder-part.ts"
import { CataloguePart, ConnectionPart, ProblemPart, SparklinePart } from "./frame/status-parts.ts"
import { TapePart } from "./frame/tape-part.ts"
import { TickerPart } from "./frame/ticker-part.ts"
import type { FirstPriceCells, Frame } from "./frame.ts"
import type { MarketApi, MarketDump, MarketWorkerConfig, Traffic } from "./market.api.ts"
import type { Surroundings } from "./surroundings.ts"
import type { View } from "./view.ts"

export class MarketDesk implements MarketApi {
  readonly #feeds: MarketFeeds
  readonly #texts = new MarketTexts("en")
  readonly #builder: FrameBuilder
  readonly #hud: HudPart
  readonly #account: AccountFrames
  readonly #firstPrice: FirstPrice
  #config: MarketWorkerConfig = { apiBase: "", socketUrl: "", language: "en" }

  /** Feeds know nothing of the parts that read them, parts nothing of the builder that asks them. */
  constructor(surroundings: Surroundings) {
    const feeds = new MarketFeeds(surroundings)
    const rate = new FlushRate()
    const problems = new ProblemPart(() => surroundings.now())
    const list = new ListPart(feeds)
    const boards = new BoardsPart(feeds)
    const tickers = new TickerPart(feeds, this.#texts, { list, boards })
    const hud = new HudPart(feeds, rate)
    const parts = [
      new CataloguePart(feeds),
      new ConnectionPart(feeds, surroundings),
      // The order first: it decides which tickers are in view.
      list,
      boards,
      tickers,
      new IndexPart(feeds, this.#texts),
      new BookPart(feeds, this.#texts),
      new DepthPart(feeds),
      new LadderPart(feeds),
      new HeatPart(feeds),
      new FootprintPart(feeds),
      new PriceLadderPart(feeds, this.#texts),
      new TapePart(feeds, this.#texts),
      new ChartPart(feeds),
      new SparklinePart(feeds),
      new FreshnessPart(feeds, surroundings),
      problems,
      hud,
    ]
    const builder = new FrameBuilder(surroundings, parts, rate)
    const contracts = new ContractsPart(feeds, this.#texts)
    const account = new AccountFrames(feeds, surroundings, contracts)
    const firstPrice = new FirstPrice(feeds, this.#texts, surroundings)
    feeds.listen({
      changed() {
        builder.noteChange()
        account.noteChange()
        firstPrice.noteChange()
      },
      tickerChanged(id) {
        tickers.noteChange(id)
        contracts.noteChange(id)
      },
      problem(problem) {
        problems.add(problem)
        builder.noteChange()
      },
    })
    this.#feeds = feeds
    this.#hud = hud
    this.#builder = builder
    this.#account = account
    this.#firstPrice = firstPrice
  }

  async start(config: MarketWorkerConfig): Promise<void> {
    const { apiBase, socketUrl } = this.#config
    if (apiBase === config.apiBase && socketUrl === config.socketUrl)
      return this.setLanguage(config.language, config.numbers)
    this.#config = config
    this.#texts.setLanguage(config.language, config.numbers)
    this.#feeds.start(config)
  }

  async traffic(): Promise<Traffic> {
    return trafficOf(this.#feeds)
  }

  async dump(): Promise<MarketDump> {
    return dumpOf(this.#feeds)
  }

  async setLanguage(language: string, numbers?: string): Promise<void> {
    this.#config = { ...this.#config, language }
    this.#texts.setLanguage(language, numbers)
    this.#feeds.setLanguage(this.#config)
    this.#builder.noteChange()
    this.#account.noteChange()
  }

  /** Until the page shows something: tells the price of one market, where it is listed. */
  followFirstPrice(id: string, tell: (cells: FirstPriceCells) => void): void {
    this.#firstPrice.follow(id, tell)
  }

  async show(view: View): Promise<void> {
    this.#firstPrice.end()
    this.#feeds.show(view)
    this.#builder.noteChange()
  }

  async nextFrame(lastCommitMs: number, missedFrames: number, paintAt?: number): Promise<Frame> {
    const frame = await this.#builder.next(lastCommitMs, missedFrames, paintAt)
    this.#hud.noteFrame(frame.builtAt)
    return frame
  }

  async nextUrgentFrame(): Promise<Frame> {
    return this.#builder.nextUrgent()
  }

  async loadOlder(instrument: string, interval: string): Promise<void> {
    this.#feeds.shown.chart(instrument, interval)?.loadOlder()
  }

  async loadNewer(instrument: string, interval: string): Promise<void> {
    this.#feeds.shown.chart(instrument, interval)?.loadNewer()
  }

  async loadNewest(instrument: string, interval: string): Promise<void> {
    this.#feeds.shown.chart(instrument, interval)?.loadNewest()
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
