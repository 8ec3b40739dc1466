/** A book server for tests: a book of its own that changes by chance, with snapshots, deltas and checksums. */

import { bookChecksum } from "#core/book/checksum.ts"
import { type BookSide, LevelBook } from "#core/book/level-book.ts"
import { StepText } from "./feeds/step-text.ts"

const LEVELS = 60
const CHANGES = 4

/** mulberry32: the same chance for the same seed. */
export function seededChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Row = [string, string]

export interface FakeDepth {
  instrument: string
  snapshot?: true
  prev?: number
  seq: number
  time: number
  bids: Row[]
  asks: Row[]
  checksum: number
}

export class FakeBookServer {
  readonly book = new LevelBook()
  seq = 100
  time = 0
  #instrument: string
  #tick: StepText
  #lot: StepText
  #chance: () => number

  constructor(instrument: string, tick: string, lot: string, chance: () => number) {
    this.#instrument = instrument
    this.#tick = new StepText(tick)
    this.#lot = new StepText(lot)
    this.#chance = chance
    for (let level = 0; level < LEVELS; level += 1) {
      this.book.set("bid", 10_000 - level, this.#lots())
      this.book.set("ask", 10_001 + level, this.#lots())
    }
  }

  snapshot(): FakeDepth {
    const rows = (side: BookSide): Row[] =>
      this.book.levels(side, 200).map(({ price, total }) => [this.#tick.write(price), this.#lot.write(total)])
    return {
      instrument: this.#instrument,
      snapshot: true,
      seq: this.seq,
      time: this.time,
      bids: rows("bid"),
      asks: rows("ask"),
      checksum: this.#checksum(),
    }
  }

  /** Changes a few levels, never crossing, and says how. */
  change(): FakeDepth {
    const prev = this.seq
    const bids: Row[] = []
    const asks: Row[] = []
    for (let count = 0; count < CHANGES; count += 1) {
      const side: BookSide = this.#chance() < 0.5 ? "bid" : "ask"
      const price = this.#price(side)
      const total = this.#chance() < 0.3 ? 0 : this.#lots()
      this.book.set(side, price, total)
      const row: Row = [this.#tick.write(price), this.#lot.write(total)]
      const rows = side === "bid" ? bids : asks
      const known = rows.findIndex(([text]) => text === row[0])
      if (known >= 0) rows.splice(known, 1)
      rows.push(row)
    }
    this.seq += 1 + Math.floor(this.#chance() * 3)
    return {
      instrument: this.#instrument,
      prev,
      seq: this.seq,
      time: this.time,
      bids,
      asks,
      checksum: this.#checksum(),
    }
  }

  #price(side: BookSide): number {
    const away = Math.floor(this.#chance() * 40)
    const bid = this.book.best("bid") ?? 10_000
    const ask = this.book.best("ask") ?? 10_001
    return side === "bid" ? Math.max(1, Math.min(ask - 1, bid + 2 - away)) : Math.max(bid + 1, ask - 2 + away)
  }

  #lots(): number {
    return 1 + Math.floor(this.#chance() * 5000)
  }

  #checksum(): number {
    return bookChecksum(this.book, this.#tick.write, this.#lot.write)
  }
}
