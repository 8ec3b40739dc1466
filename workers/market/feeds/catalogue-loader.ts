/** Loads the catalogue, at the start and after each reconnect: three calls, each retried until it answers. */

import type { ContractMarket, Market } from "#core/wire/market.ts"
import type { MarketList } from "../calls/market-calls.ts"
import type { MarketKind } from "../view.ts"
import { type Catalogue, MARKET_KINDS } from "./catalogue.ts"
import type { MarkFeed } from "./mark-feed.ts"
import type { TickerFeed } from "./ticker-feed.ts"

const TRY_AGAIN_MS = 1000
const TRY_AGAIN_MAX_MS = 15_000

export interface CatalogueTargets {
  catalogue: Catalogue
  tickers: TickerFeed
  marks: MarkFeed
}

export interface CatalogueLoaderEvents {
  changed(): void
  /** Markets whose fields make no sense. */
  refused(ids: readonly string[]): void
  fetchMarkets(kind: MarketKind): Promise<MarketList | undefined>
  now(): number
}

interface Errand {
  isRunning: boolean
  isWanted: boolean
  failures: number
  tryAgainAt: number
}

export class CatalogueLoader {
  #targets: CatalogueTargets
  #events: CatalogueLoaderEvents
  #errands = new Map<MarketKind, Errand>()

  constructor(targets: CatalogueTargets, events: CatalogueLoaderEvents) {
    this.#targets = targets
    this.#events = events
  }

  /** First answers are awaited: a catalogue in three pieces would be three catalogues to the page. */
  get isBusy(): boolean {
    return [...this.#errands.values()].some((errand) => errand.isRunning && errand.failures === 0)
  }

  load(): void {
    for (const kind of MARKET_KINDS) {
      this.#errands.set(kind, { isRunning: false, isWanted: true, failures: 0, tryAgainAt: 0 })
    }
    this.watch(this.#events.now())
  }

  /** Once a second: what failed is tried again, each time after twice as long. */
  watch(now: number): void {
    for (const [kind, errand] of this.#errands) {
      // A clock that was set back must not hold it up for as long.
      const isDue = now >= errand.tryAgainAt || now < errand.tryAgainAt - TRY_AGAIN_MAX_MS
      if (errand.isWanted && !errand.isRunning && isDue) void this.#run(kind, errand)
    }
  }

  async #run(kind: MarketKind, errand: Errand): Promise<void> {
    errand.isRunning = true
    const list = await this.#events.fetchMarkets(kind)
    errand.isRunning = false
    if (this.#errands.get(kind) !== errand) return
    if (list) {
      errand.isWanted = false
      this.#take(kind, list)
    } else {
      errand.failures += 1
      const wait = Math.min(TRY_AGAIN_MS * 2 ** (errand.failures - 1), TRY_AGAIN_MAX_MS)
      errand.tryAgainAt = this.#events.now() + wait
    }
    this.#events.changed()
  }

  #take(kind: MarketKind, list: MarketList): void {
    const { catalogue, tickers, marks } = this.#targets
    const refused = catalogue.replace(kind, list.rows as readonly Market[], list.feed)
    if (refused.length > 0) this.#events.refused(refused)
    for (const { market } of catalogue.ofKind(kind)) {
      tickers.seed(market.ticker)
      if (market.kind === "perpetual") marks.seed(market.id, markOf(market))
    }
  }
}

const markOf = (market: ContractMarket) => ({
  index: market.indexPrice,
  mark: market.mark,
  fundingRate: market.fundingRate,
  nextFunding: market.nextFunding,
})
