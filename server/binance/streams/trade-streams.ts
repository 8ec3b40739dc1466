/** Trade streams: each trade of an instrument, and the same as aggregates of one trade each. */

import type { TradeRow } from "#core/wire/index.ts"
import type { MarketChange } from "#server/read-model/market-reader.ts"
import type { StreamTerms } from "./stream-name.ts"
import { type SourceParts, StreamSource } from "./stream-source.ts"

/** What a row of short texts costs. */
const ROW_BYTES = 160

/** Every trade reaches every reader: a slow one keeps them all, until it is closed for what they take. */
export class TradeStreams extends StreamSource<readonly TradeRow[]> {
  readonly #isAggregate: boolean

  constructor(kind: "trade" | "aggTrade", parts: SourceParts) {
    super(kind, parts)
    this.#isAggregate = kind === "aggTrade"
  }

  protected notice({ trades }: MarketChange): void {
    for (const [instrument, rows] of trades)
      for (const terms of this.followers(instrument)) this.note(terms, rows)
  }

  protected add(own: TradeRow[] | undefined, later: readonly TradeRow[]): readonly TradeRow[] {
    if (!own) return [...later]
    own.push(...later)
    return own
  }

  protected write(terms: StreamTerms, rows: readonly TradeRow[]): object[] {
    return rows.map((row) => (this.#isAggregate ? this.#aggregate(terms, row) : this.#trade(terms, row)))
  }

  protected weigh(rows: readonly TradeRow[]): number {
    return rows.length * ROW_BYTES
  }

  #trade({ market, symbol }: StreamTerms, [id, price, quantity, side, time]: TradeRow): object {
    const head = { e: "trade", E: this.reader.now(), T: time, s: symbol, t: id, p: price, q: quantity }
    return market === "spot" ? { ...head, m: side < 0, M: true } : { ...head, X: "MARKET", m: side < 0 }
  }

  #aggregate({ market, symbol }: StreamTerms, [id, price, quantity, side, time]: TradeRow): object {
    const head = { e: "aggTrade", E: this.reader.now(), s: symbol, a: id, p: price, q: quantity }
    const rest = { f: id, l: id, T: time, m: side < 0 }
    return market === "spot" ? { ...head, ...rest, M: true } : { ...head, ...rest }
  }
}
