/** A market's figures as numbers, parsed again only when its ticker changed. */

import type { TickerFeed } from "../feeds/ticker-feed.ts"
import { type TickerFigures, tickerFigures } from "./ticker-cells.ts"

export class FigureMemory {
  #tickers: TickerFeed
  #known = new Map<string, { version: number; figures: TickerFigures }>()

  constructor(tickers: TickerFeed) {
    this.#tickers = tickers
  }

  of(id: string): TickerFigures {
    const ticker = this.#tickers.get(id)
    const version = ticker?.version ?? 0
    const known = this.#known.get(id)
    if (known?.version === version) return known.figures
    const figures = tickerFigures(ticker)
    this.#known.set(id, { version, figures })
    return figures
  }
}
