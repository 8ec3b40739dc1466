/** Depth messages: a snapshot first, then at most one merged delta per book and flush (W1, W2). */

import { type DepthDelta, type DepthSnapshot, SNAPSHOT_LEVELS } from "#core/wire/index.ts"
import type { MarketChange, MarketReader } from "#server/read-model/market-reader.ts"
import { messageText, type Source, type Topic } from "../topic.ts"

/** Changed levels with their newest totals, price text → total text; "0" when gone. */
interface DepthChange {
  /** Sequence of the book before the first change, and after the last. */
  prev: number
  seq: number
  time: number
  bids: Map<string, string>
  asks: Map<string, string>
}
/** A snapshot is read when it is written out, so that keeping one for a slow reader costs nothing. */
type DepthNews = DepthChange | "snapshot"

/** A slow reader's merged delta with more levels than this is longer than a snapshot, and becomes one. */
const MERGED_LEVELS_MAX = 2 * SNAPSHOT_LEVELS
/** What a level costs in a map with its two texts. */
const LEVEL_BYTES = 100

type BookChange = MarketChange["depth"] extends ReadonlyMap<string, infer Change> ? Change : never

const copyOf = (change: BookChange, time: number): DepthChange => ({
  prev: change.prev,
  seq: change.seq,
  time,
  bids: new Map(change.bids),
  asks: new Map(change.asks),
})

/** W2: `prev` of the first, `seq` of the last, newest totals. A change that doesn't follow asks for a snapshot. */
function extend(own: DepthChange, later: BookChange, time: number): DepthNews {
  if (later.prev !== own.seq) return "snapshot"
  own.seq = later.seq
  own.time = time
  for (const [price, total] of later.bids) own.bids.set(price, total)
  for (const [price, total] of later.asks) own.asks.set(price, total)
  return own
}

class DepthSource implements Source<DepthNews> {
  readonly channel = "depth"
  readonly topics = new Map<string, Topic>()
  readonly #reader: MarketReader
  #pending = new Map<string, DepthNews>()
  /** Sequence at which all members of a book stand. */
  readonly #published = new Map<string, number>()

  constructor(reader: MarketReader) {
    this.#reader = reader
  }

  knows(key: string): boolean {
    const instrument = this.#reader.instrument(key)
    return instrument !== undefined && instrument.kind !== "second"
  }

  gather(change: MarketChange): boolean {
    for (const [id, later] of change.depth) {
      if (!this.topics.get(id)?.members.size) continue
      const own = this.#pending.get(id)
      if (own === "snapshot") continue
      this.#pending.set(id, own ? extend(own, later, change.time) : copyOf(later, change.time))
    }
    return this.#pending.size > 0
  }

  *take(): Iterable<readonly [string, DepthNews]> {
    const pending = this.#pending
    if (pending.size === 0) return
    this.#pending = new Map()
    for (const [id, news] of pending) yield [id, this.#following(id, news)]
  }

  /**
   * The members of a book must never be given a delta that can't be applied: if the read model skipped something,
   * all of them get a snapshot.
   */
  #following(id: string, news: DepthNews): DepthNews {
    const follows = news !== "snapshot" && news.prev === this.#published.get(id)
    const seq = news === "snapshot" ? this.#reader.depth(id, 1)?.seq : news.seq
    if (seq !== undefined) this.#published.set(id, seq)
    return follows ? news : "snapshot"
  }

  whole(key: string): DepthNews {
    if (!this.#published.has(key)) {
      const seq = this.#reader.depth(key, 1)?.seq
      if (seq !== undefined) this.#published.set(key, seq)
    }
    return "snapshot"
  }

  merge(own: DepthNews | undefined, later: DepthNews): DepthNews {
    if (own === "snapshot" || later === "snapshot") return "snapshot"
    const merged = own ? extend(own, later, later.time) : copyOf(later, later.time)
    if (merged === "snapshot") return merged
    return merged.bids.size + merged.asks.size > MERGED_LEVELS_MAX ? "snapshot" : merged
  }

  encode(key: string, news: DepthNews): string | undefined {
    if (news === "snapshot") return this.#snapshot(key)
    const delta = {
      instrument: key,
      prev: news.prev,
      seq: news.seq,
      time: news.time,
      bids: [...news.bids] as DepthDelta["bids"],
      asks: [...news.asks] as DepthDelta["asks"],
      checksum: this.#reader.checksum(key),
    } satisfies DepthDelta
    return messageText(this.channel, JSON.stringify(delta))
  }

  #snapshot(key: string): string | undefined {
    const book = this.#reader.depth(key, SNAPSHOT_LEVELS)
    if (!book) return undefined
    const { seq, time, bids, asks, checksum } = book
    const snapshot = {
      snapshot: true,
      instrument: key,
      seq,
      time,
      bids,
      asks,
      checksum,
    } satisfies DepthSnapshot
    return messageText(this.channel, JSON.stringify(snapshot))
  }

  size(news: DepthNews): number {
    return news === "snapshot" ? 0 : (news.bids.size + news.asks.size) * LEVEL_BYTES
  }

  forget(key: string): void {
    this.#pending.delete(key)
    this.#published.delete(key)
  }
}

export const depthSource = (reader: MarketReader): Source<DepthNews> => new DepthSource(reader)
