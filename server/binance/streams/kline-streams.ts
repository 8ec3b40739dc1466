/** Candle streams: the live candle as it moves, and each one that closes, once, with its last values. */

import { bucketEnd } from "#core/candle/bucket.ts"
import type { CandleRow } from "#core/wire/index.ts"
import type { MarketChange } from "#server/read-model/market-reader.ts"
import { candleSource } from "../../stream/channels/candle-source.ts"
import type { StreamTerms } from "./stream-name.ts"
import { type SourceParts, StreamSource } from "./stream-source.ts"

/** What a row of short texts costs. */
const ROW_BYTES = 240

/** Follows candles by the same source as our own socket does; closed ones are kept until they are told. */
export class KlineStreams extends StreamSource<readonly CandleRow[]> {
  readonly #candles
  /** By the key of the candle source. */
  readonly #streams = new Map<string, StreamTerms>()

  constructor(parts: SourceParts) {
    super("kline", parts)
    this.#candles = candleSource(parts.ground.reader)
  }

  protected notice(change: MarketChange): void {
    this.#candles.gather(change)
  }

  override tick(now: number): boolean {
    for (const [key, closed] of this.#candles.take()) {
      const terms = this.#streams.get(key)
      if (terms) this.note(terms, closed, closed.length > 0)
    }
    return super.tick(now)
  }

  protected add(own: CandleRow[] | undefined, later: readonly CandleRow[]): readonly CandleRow[] {
    if (!own) return [...later]
    own.push(...later)
    return own
  }

  protected write(terms: StreamTerms, closed: readonly CandleRow[]): object[] {
    const { instrument = "", interval } = terms
    const live = interval && this.reader.liveCandle(instrument, interval.own)
    return [...closed, ...(live ? [live] : [])].map((row) => this.#kline(terms, row))
  }

  protected weigh(closed: readonly CandleRow[]): number {
    return closed.length * ROW_BYTES
  }

  protected override onFollow(terms: StreamTerms): void {
    const key = candleKey(terms)
    this.#streams.set(key, terms)
    this.#candles.whole(key)
  }

  protected override onForget(terms: StreamTerms): void {
    const key = candleKey(terms)
    this.#streams.delete(key)
    this.#candles.forget(key)
  }

  #kline({ symbol, interval }: StreamTerms, row: CandleRow): object {
    const [openTime, open, high, low, close, volume, lastTrade, closed] = row
    const { own = "1m", said = "" } = interval ?? {}
    const k = {
      ...{ t: openTime, T: bucketEnd(openTime, own) - 1, s: symbol, i: said },
      ...{ f: -1, L: lastTrade || -1, o: open, c: close, h: high, l: low, v: volume },
      ...{ n: 0, x: closed === 1, q: "0", V: "0", Q: "0", B: "0" },
    }
    return { e: "kline", E: this.reader.now(), s: symbol, k }
  }
}

const candleKey = ({ instrument = "", interval }: StreamTerms): string =>
  `${instrument}:${interval?.own ?? ""}`
