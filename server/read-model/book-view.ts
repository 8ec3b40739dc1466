/** The published view of an order book: its levels and the sequence number of that state. */

import { bookChecksum } from "#core/book/checksum.ts"
import { type BookSide, LevelBook } from "#core/book/level-book.ts"
import type { TimeMs } from "#core/money/units.ts"
import type { LevelRow } from "#core/wire/index.ts"
import type { DepthEvent } from "#server/engine/event.ts"
import type { DepthView } from "./market-reader.ts"
import type { MarketTexts } from "./step-texts.ts"

/** Changed levels of one batch: price text → total text, "0" when gone. */
export interface DepthChange {
  prev: number
  seq: number
  bids: Map<string, string>
  asks: Map<string, string>
}

export class BookView {
  readonly #book = new LevelBook()
  readonly #texts: MarketTexts
  #seq = 0
  #time: TimeMs = 0
  /** Of `#seq`; undefined until asked for. */
  #checksum: number | undefined

  constructor(texts: MarketTexts, seq: number) {
    this.#texts = texts
    this.#seq = seq
  }

  /** Takes one level's change into `change`, which {@link commit} ends. */
  take(event: DepthEvent, change: DepthChange): void {
    const side: BookSide = event.side === "buy" ? "bid" : "ask"
    this.#book.set(side, event.price, event.total)
    const levels = side === "bid" ? change.bids : change.asks
    levels.set(this.#texts.price(event.price), event.total === 0 ? "0" : this.#texts.quantity(event.total))
  }

  /** Begins a batch's change. */
  change(seq: number): DepthChange {
    return { prev: this.#seq, seq, bids: new Map(), asks: new Map() }
  }

  commit(change: DepthChange, time: TimeMs): void {
    this.#seq = change.seq
    this.#time = time
    this.#checksum = undefined
  }

  /** Best price of a side as text; empty while the side is. */
  bestText(side: BookSide): string {
    const price = this.#book.best(side)
    return price === undefined ? "" : this.#texts.price(price)
  }

  checksum(): number {
    this.#checksum ??= bookChecksum(this.#book, this.#texts.price, this.#texts.quantity)
    return this.#checksum
  }

  view(levels: number): DepthView {
    return {
      seq: this.#seq,
      time: this.#time,
      bids: this.#rows("bid", levels),
      asks: this.#rows("ask", levels),
      checksum: this.checksum(),
    }
  }

  #rows(side: BookSide, levels: number): LevelRow[] {
    const rows: LevelRow[] = []
    for (let rank = 0; rank < levels; rank += 1) {
      const price = this.#book.priceAt(side, rank)
      if (price === undefined) break
      rows.push([this.#texts.price(price), this.#texts.quantity(this.#book.totalAt(side, rank))])
    }
    return rows
  }
}
