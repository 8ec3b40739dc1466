/**
 * One market's price, told before the page's own code is there to ask for frames: the first face shows it
 * (src/first-face). Ends with the first view of the page.
 */

import { LIVE_MS, type MarketFeeds } from "../feeds/market-feeds.ts"
import { NOTHING_SHOWN } from "../feeds/targets.ts"
import type { FirstPriceCells } from "../frame.ts"
import type { Surroundings } from "../surroundings.ts"
import type { MarketTexts } from "./market-texts.ts"
import { ROWS_EVERY_MS } from "./rates.ts"
import { tickerCells } from "./ticker-cells.ts"

export class FirstPrice {
  readonly #feeds: MarketFeeds
  readonly #texts: MarketTexts
  readonly #surroundings: Surroundings
  #id = ""
  #tell: ((cells: FirstPriceCells) => void) | null = null
  #toldText = ""
  #toldAt = 0
  #timer: number | null = null
  /** The price came with the list of markets: local epoch ms. */
  #listedAt: number | null = null

  constructor(feeds: MarketFeeds, texts: MarketTexts, surroundings: Surroundings) {
    this.#feeds = feeds
    this.#texts = texts
    this.#surroundings = surroundings
  }

  /** Follows a market; one that isn't listed is never told. */
  follow(id: string, tell: (cells: FirstPriceCells) => void): void {
    this.#id = id
    this.#tell = tell
    this.#feeds.show({ ...NOTHING_SHOWN, tickers: [id] })
  }

  end(): void {
    this.#tell = null
    if (this.#timer !== null) this.#surroundings.clearTimer(this.#timer)
    this.#timer = null
  }

  /** Also said once a second when nothing came: a price gets old by itself. */
  noteChange(): void {
    if (!this.#tell || this.#timer !== null) return
    const wait = this.#toldAt + ROWS_EVERY_MS - this.#surroundings.now()
    if (wait <= 0) this.#look()
    else this.#timer = this.#surroundings.setTimer(() => this.#look(), wait)
  }

  #look(): void {
    this.#timer = null
    const now = this.#surroundings.now()
    const cells = this.#cells(now)
    if (!cells) return
    const text = JSON.stringify(cells)
    if (text !== this.#toldText) this.#tell?.(cells)
    this.#toldText = text
    this.#toldAt = now
  }

  #cells(now: number): FirstPriceCells | undefined {
    const { catalogue, tickers, subscriptions } = this.#feeds
    const id = this.#id
    const listed = catalogue.get(id)
    const ticker = tickers.get(id)
    if (!listed || !ticker) return undefined
    this.#listedAt ??= now
    const isLive = this.#feeds.isLive(now) && subscriptions.isReady("ticker", id)
    // The face has no room to say how old a price is: one that may be old isn't shown.
    if (!isLive && now - this.#listedAt >= LIVE_MS)
      return { id, last: null, changePercent: null, sign: 0, isLive }
    const { last, changePercent, sign } = tickerCells({
      listed,
      ticker,
      mark: undefined,
      openInterest: undefined,
      text: this.#texts.of(listed),
      shownLast: "",
      quoteWorth: null,
    })
    return { id, last, changePercent, sign, isLive }
  }
}
