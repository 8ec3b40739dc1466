/**
 * The worth of one unit of a quote currency in the currency that most markets are quoted in, by the exchange's own newest
 * prices: so markets of different quotes can be sorted together. For order and rounded figures only, never money.
 */

import type { MarketFeeds } from "../feeds/market-feeds.ts"
import { numberOf } from "./ticker-cells.ts"

export class QuoteWorth {
  readonly #feeds: Pick<MarketFeeds, "catalogue" | "tickers">
  #version = -1
  #reference = ""

  constructor(feeds: Pick<MarketFeeds, "catalogue" | "tickers">) {
    this.#feeds = feeds
  }

  /** The currency that worths are told in; empty while no market is known. */
  get reference(): string {
    const { catalogue } = this.#feeds
    if (this.#version !== catalogue.version) {
      this.#version = catalogue.version
      this.#reference = mostQuoted(catalogue.all().map(({ quote }) => quote))
    }
    return this.#reference
  }

  /** Null where no market leads from the quote to the reference, or its price isn't known yet. */
  of(quote: string): number | null {
    const { reference } = this
    if (quote === reference) return 1
    const straight = this.#last(`${quote}_${reference}`)
    if (straight) return straight
    const turned = this.#last(`${reference}_${quote}`)
    return turned ? 1 / turned : null
  }

  /**
   * Decimals with which amounts of a quote are told to about one unit of the reference: a dollar's coin none, bitcoin five.
   * Two while its worth isn't known.
   */
  decimals(quote: string): number {
    const worth = this.of(quote)
    return worth === null ? 2 : Math.min(8, Math.max(0, Math.ceil(Math.log10(worth))))
  }

  #last(id: string): number | null {
    return numberOf(this.#feeds.tickers.get(id)?.row[1] ?? "")
  }
}

function mostQuoted(quotes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const quote of quotes) counts.set(quote, (counts.get(quote) ?? 0) + 1)
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0] as const)[0]
}
