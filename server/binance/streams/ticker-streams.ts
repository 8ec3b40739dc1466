/** Streams of the day's figures, of the best bid and ask, and of marks. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { MarketChange } from "#server/read-model/market-reader.ts"
import type { Venue } from "../door-error.ts"
import { averagePrice } from "../spot/spot-market.ts"
import { bookTickerOf, changeOf, dayTickerOf } from "../tickers.ts"
import { beginOf, minutesOf, windowRowOf } from "../window-ticker.ts"
import type { StreamTerms } from "./stream-name.ts"
import { type SourceParts, StreamSource } from "./stream-source.ts"

/** What an id costs in a set. */
const ID_BYTES = 40

/** News are ids only: figures are read when they are written out. */
abstract class RowStreams extends StreamSource<ReadonlySet<string>> {
  protected abstract row(terms: StreamTerms, market: TradedInstrument): object | undefined

  protected noteChanged(changed: Iterable<string>): void {
    const byVenue: Record<Venue, Set<string>> = { spot: new Set(), futures: new Set() }
    for (const id of changed) {
      const market = this.#marketOf(id)
      if (!market) continue
      const only = new Set([id])
      for (const terms of this.followers(id)) this.note(terms, only)
      byVenue[market.kind === "spot" ? "spot" : "futures"].add(id)
    }
    for (const venue of ["spot", "futures"] as const)
      if (byVenue[venue].size > 0) for (const terms of this.followers(venue)) this.note(terms, byVenue[venue])
  }

  #marketOf(id: string): TradedInstrument | undefined {
    const instrument = this.reader.instrument(id)
    return instrument?.kind === "second" ? undefined : instrument
  }

  protected add(own: Set<string> | undefined, later: ReadonlySet<string>): ReadonlySet<string> {
    if (!own) return new Set(later)
    for (const id of later) own.add(id)
    return own
  }

  protected write(terms: StreamTerms, ids: ReadonlySet<string>): object | object[] | undefined {
    const markets = [...ids].flatMap((id) => this.#marketOf(id) ?? [])
    const rows = markets.flatMap((market) => this.row(terms, market) ?? [])
    if (terms.instrument !== undefined) return rows[0]
    return rows.length > 0 ? rows : undefined
  }

  protected weigh(ids: ReadonlySet<string>): number {
    return ids.size * ID_BYTES
  }
}

export class TickerStreams extends RowStreams {
  readonly #isShort: boolean

  constructor(kind: "ticker" | "miniTicker", parts: SourceParts) {
    super(kind, parts)
    this.#isShort = kind === "miniTicker"
  }

  protected notice({ tickers }: MarketChange): void {
    this.noteChanged(tickers)
  }

  protected row({ market: venue }: StreamTerms, market: TradedInstrument): object {
    const day = dayTickerOf(this.ground, market)
    const figures = {
      ...{ c: day.lastPrice, o: day.openPrice, h: day.highPrice, l: day.lowPrice },
      ...{ v: day.volume, q: day.quoteVolume },
    }
    const head = { E: this.reader.now(), s: day.symbol, ...figures }
    if (this.#isShort) return { e: "24hrMiniTicker", ...head }
    const more = {
      ...{ p: day.priceChange, P: day.priceChangePercent, w: day.weightedAvgPrice, Q: day.lastQty },
      ...{ O: day.openTime, C: day.closeTime, F: day.firstId, L: day.lastId, n: day.count },
    }
    const best = {
      ...{ x: day.prevClosePrice, b: day.bidPrice, B: day.bidQty, a: day.askPrice, A: day.askQty },
    }
    return { e: "24hrTicker", ...head, ...more, ...(venue === "spot" && best) }
  }
}

/** Of the last hour, four hours or day, to the minute; spot alone. */
export class WindowTickerStreams extends RowStreams {
  constructor(parts: SourceParts) {
    super("windowTicker", parts)
  }

  protected notice({ tickers }: MarketChange): void {
    this.noteChanged(tickers)
  }

  protected row({ window }: StreamTerms, market: TradedInstrument): object | undefined {
    if (!window) return undefined
    const to = this.reader.now()
    const from = beginOf(to, window.ms)
    const view = this.reader.window(market.id, minutesOf(from, to))
    const row = windowRowOf(this.ground, market, { from, to, view })
    const change = changeOf(row)
    return {
      ...{ e: `${window.said}Ticker`, E: to, s: row.symbol, p: change.priceChange },
      ...{
        P: change.priceChangePercent,
        o: row.openPrice,
        h: row.highPrice,
        l: row.lowPrice,
        c: row.lastPrice,
      },
      ...{ w: change.weightedAvgPrice, v: row.volume, q: row.quoteVolume, O: row.openTime, C: row.closeTime },
      ...{ F: row.firstId, L: row.lastId, n: row.count },
    }
  }
}

/** The average of the last minutes; spot alone. */
export class AverageStreams extends RowStreams {
  constructor(parts: SourceParts) {
    super("avgPrice", parts)
  }

  protected notice({ trades }: MarketChange): void {
    this.noteChanged(trades.keys())
  }

  protected row(_terms: StreamTerms, market: TradedInstrument): object {
    const { mins, price, closeTime } = averagePrice(this.ground, market)
    const symbol = this.ground.symbols.nameOf(market.id)
    return { e: "avgPrice", E: this.reader.now(), s: symbol, i: `${mins}m`, w: price, T: closeTime }
  }
}

const NO_LEVEL = ["0", "0"] as const

/** Told at once, when price or quantity of the best bid or ask has moved. */
export class BookTickerStreams extends StreamSource<string> {
  readonly #told = new Map<string, string>()

  constructor(parts: SourceParts) {
    super("bookTicker", parts)
  }

  protected notice({ depth }: MarketChange): void {
    for (const id of depth.keys())
      for (const terms of this.followers(id)) {
        const best = this.#best(id)
        if (best === undefined || best === this.#told.get(terms.name + terms.market)) continue
        this.#told.set(terms.name + terms.market, best)
        this.note(terms, best)
      }
  }

  #best(id: string): string | undefined {
    const market = this.reader.instrument(id)
    return market && market.kind !== "second" ? JSON.stringify(bookTickerOf(this.ground, market)) : undefined
  }

  protected add(_own: string | undefined, later: string): string {
    return later
  }

  protected write({ market, symbol, instrument = "" }: StreamTerms): object | undefined {
    const book = this.reader.depth(instrument, 1)
    if (!book) return undefined
    const [b, B] = book.bids[0] ?? NO_LEVEL
    const [a, A] = book.asks[0] ?? NO_LEVEL
    const best = { u: book.seq, s: symbol, b, B, a, A }
    return market === "spot" ? best : { e: "bookTicker", E: this.reader.now(), T: book.time, ...best }
  }

  protected weigh(): number {
    return ID_BYTES
  }

  protected override onForget({ name, market }: StreamTerms): void {
    this.#told.delete(name + market)
  }
}

export class MarkStreams extends RowStreams {
  constructor(parts: SourceParts) {
    super("markPrice", parts)
  }

  protected notice({ marks }: MarketChange): void {
    this.noteChanged(marks)
  }

  protected row(_terms: StreamTerms, { id }: TradedInstrument): object | undefined {
    const mark = this.reader.mark(id)
    if (!mark) return undefined
    const [, index, price, rate, nextFunding] = mark
    const head = { e: "markPriceUpdate", E: this.reader.now(), s: this.ground.symbols.nameOf(id) }
    return { ...head, p: price, i: index, P: index, r: rate, T: nextFunding }
  }
}
