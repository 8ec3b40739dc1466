/**
 * Book streams. `depth` tells changed levels, from update `U` to update `u`: the numbers are those at which the book that
 * is read over HTTP stands (`lastUpdateId`). `depth5` … `depth20` tell the best levels whole.
 */

import type { MarketChange } from "#server/read-model/market-reader.ts"
import type { StreamTerms } from "./stream-name.ts"
import { type SourceParts, StreamSource } from "./stream-source.ts"

/** What a level costs in a map with its two texts. */
const LEVEL_BYTES = 100

interface Span {
  prev: number
  seq: number
  time: number
  bids: Map<string, string>
  asks: Map<string, string>
}
type BookChange = MarketChange["depth"] extends ReadonlyMap<string, infer Change> ? Change : never

/** Spans in order; more than one only where the read model has skipped something, which a client must see. */
export class DepthStreams extends StreamSource<readonly Span[]> {
  constructor(parts: SourceParts) {
    super("depth", parts)
  }

  protected notice({ depth, time }: MarketChange): void {
    for (const [instrument, change] of depth)
      for (const terms of this.followers(instrument)) this.note(terms, [spanOf(change, time)])
  }

  protected add(own: Span[] | undefined, later: readonly Span[]): readonly Span[] {
    const spans = own ?? []
    for (const span of later) {
      const last = spans.at(-1)
      if (last?.seq === span.prev) extend(last, span)
      else spans.push(spanOf(span, span.time))
    }
    return spans
  }

  protected write({ market, symbol }: StreamTerms, spans: readonly Span[]): object[] {
    return spans.map(({ prev, seq, time, bids, asks }) => {
      const head = { e: "depthUpdate", E: this.reader.now() }
      const levels = { b: [...bids], a: [...asks] }
      if (market === "spot") return { ...head, s: symbol, U: prev + 1, u: seq, ...levels }
      // From the update before, so that the first event after a snapshot holds its number, whether or not anything lay between.
      return { ...head, T: time, s: symbol, U: prev, u: seq, pu: prev, ...levels }
    })
  }

  protected weigh(spans: readonly Span[]): number {
    return spans.reduce((sum, { bids, asks }) => sum + (bids.size + asks.size) * LEVEL_BYTES, 0)
  }
}

const spanOf = ({ prev, seq, bids, asks }: BookChange, time: number): Span => ({
  ...{ prev, seq, time },
  bids: new Map(bids),
  asks: new Map(asks),
})

function extend(own: Span, later: Span): void {
  own.seq = later.seq
  own.time = later.time
  for (const [price, total] of later.bids) own.bids.set(price, total)
  for (const [price, total] of later.asks) own.asks.set(price, total)
}

/** The book as it stands when the message is written. */
export class PartialDepthStreams extends StreamSource<true> {
  constructor(parts: SourceParts) {
    super("partial", parts)
  }

  protected notice({ depth }: MarketChange): void {
    for (const instrument of depth.keys())
      for (const terms of this.followers(instrument)) this.note(terms, true)
  }

  protected add(): true {
    return true
  }

  protected write({ market, symbol, instrument = "", levels }: StreamTerms): object | undefined {
    const book = this.reader.depth(instrument, levels)
    if (!book) return undefined
    const { seq, time, bids, asks } = book
    if (market === "spot") return { lastUpdateId: seq, bids, asks }
    const head = { e: "depthUpdate", E: this.reader.now(), T: time, s: symbol }
    return { ...head, U: seq, u: seq, pu: seq, b: bids, a: asks }
  }

  protected weigh(): number {
    return 0
  }
}
