/** Streams of the day's figures, of the best bid and ask, and of marks. */

import { divideNearest } from "#core/money/rounding.ts"
import { formatAmount, signedUnitsOf, unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { TickerRow } from "#core/wire/index.ts"
import type { MarketChange } from "#server/read-model/market-reader.ts"
import type { StreamTerms } from "./stream-name.ts"
import { type SourceParts, StreamSource } from "./stream-source.ts"

/** What an id costs in a set. */
const ID_BYTES = 40
const DAY_MS = 86_400_000

/** News are ids only: figures are read when they are written out. */
abstract class RowStreams extends StreamSource<ReadonlySet<string>> {
  protected abstract row(terms: StreamTerms, instrument: string): object | undefined

  protected noteChanged(changed: Iterable<string>): void {
    const byMarket: Record<StreamTerms["market"], Set<string>> = { spot: new Set(), perpetual: new Set() }
    for (const id of changed) {
      const only = new Set([id])
      for (const terms of this.followers(id)) this.note(terms, only)
      const kind = this.reader.instrument(id)?.kind
      if (kind === "spot" || kind === "perpetual") byMarket[kind].add(id)
    }
    for (const market of ["spot", "perpetual"] as const)
      if (byMarket[market].size > 0)
        for (const terms of this.followers(market)) this.note(terms, byMarket[market])
  }

  protected add(own: Set<string> | undefined, later: ReadonlySet<string>): ReadonlySet<string> {
    if (!own) return new Set(later)
    for (const id of later) own.add(id)
    return own
  }

  protected write(terms: StreamTerms, ids: ReadonlySet<string>): object | object[] | undefined {
    const rows = [...ids].flatMap((id) => this.row(terms, id) ?? [])
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

  protected row({ market }: StreamTerms, id: string): object | undefined {
    const row = this.reader.ticker(id)
    if (!row || row[1] === "") return undefined
    const [, last, open, high, low, volume, turnover] = row
    const figures = { c: last, o: open, h: high, l: low, v: volume, q: turnover }
    const s = this.names.symbolOf(id)
    if (this.#isShort) return { e: "24hrMiniTicker", E: this.reader.now(), s, ...figures }
    const spotOnly = market === "spot" ? this.#best(id, row) : {}
    return { e: "24hrTicker", E: this.reader.now(), s, ...figures, ...this.#more(id, row), ...spotOnly }
  }

  #more(id: string, [, last, open, , , volume, turnover]: TickerRow): object {
    const change = signedUnitsOf(last) - signedUnitsOf(open)
    const [base, sum] = [unitsOf(volume), unitsOf(turnover)]
    const newest = this.reader.trades(id, Number.MAX_SAFE_INTEGER, 1)[0]
    const now = this.reader.now()
    return {
      p: formatAmount(change),
      P: formatAmount(percentOf(change, unitsOf(open)), 3),
      w: base === 0n ? last : formatAmount(divideNearest(sum * UNITS_PER_COIN, base)),
      Q: newest?.[2] ?? "0",
      ...{ O: now - DAY_MS, C: now, F: -1, L: newest?.[0] ?? -1, n: 0 },
    }
  }

  #best(id: string, [, , open]: TickerRow): object {
    const book = this.reader.depth(id, 1)
    const [bid, bidSize] = book?.bids[0] ?? ["0", "0"]
    const [ask, askSize] = book?.asks[0] ?? ["0", "0"]
    return { x: open, b: bid, B: bidSize, a: ask, A: askSize }
  }
}

/** Units of 1e-8 of a percentage to three places. */
function percentOf(change: bigint, of: bigint): bigint {
  if (of === 0n) return 0n
  return divideNearest(change * 100_000n, of) * (UNITS_PER_COIN / 1000n)
}

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
    const book = this.reader.depth(id, 1)
    return book && JSON.stringify([book.bids[0] ?? ["0", "0"], book.asks[0] ?? ["0", "0"]])
  }

  protected add(_own: string | undefined, later: string): string {
    return later
  }

  protected write({ market, symbol, instrument = "" }: StreamTerms): object | undefined {
    const book = this.reader.depth(instrument, 1)
    if (!book) return undefined
    const [b, B] = book.bids[0] ?? ["0", "0"]
    const [a, A] = book.asks[0] ?? ["0", "0"]
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

  protected row(_terms: StreamTerms, id: string): object | undefined {
    const mark = this.reader.mark(id)
    if (!mark) return undefined
    const [, index, price, rate, nextFunding] = mark
    const head = { e: "markPriceUpdate", E: this.reader.now(), s: this.names.symbolOf(id) }
    return { ...head, p: price, i: index, P: index, r: rate, T: nextFunding }
  }
}
