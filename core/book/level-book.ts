/** An order book by price level, in whole ticks and lots. */

import { LevelSide } from "./level-side.ts"

export type BookSide = "bid" | "ask"

/** One price level: price in ticks, total in lots. */
export interface Level {
  price: number
  total: number
}

/**
 * Both sides of one book. It holds what it is told: it doesn't match, and it may stand crossed for a moment while
 * the levels of one change are set one by one; see {@link LevelBook.isCrossed}.
 * @example
 * const book = new LevelBook()
 * book.set("bid", 6728410, 1500)
 * book.best("bid") // 6728410
 */
export class LevelBook {
  readonly #bids = new LevelSide(1)
  readonly #asks = new LevelSide(-1)

  /**
   * Replaces the total of a level; 0 removes it, and removing what isn't there is nothing (W1).
   * Returns the total before, 0 if there was no level.
   * @throws RangeError when price or total is no whole number in range: one NaN would break the order of all levels.
   */
  set(side: BookSide, price: number, total: number): number {
    if (!Number.isSafeInteger(price) || price < 1) throw new RangeError(`no price in ticks: ${price}`)
    if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`no total in lots: ${total}`)
    return this.#side(side).set(price, total)
  }

  clear(): void {
    this.#bids.clear()
    this.#asks.clear()
  }

  /** Highest bid or lowest ask in ticks; undefined while the side is empty. */
  best(side: BookSide): number | undefined {
    return this.#side(side).priceAt(0)
  }

  /** Total at a price, 0 without a level. */
  total(side: BookSide, price: number): number {
    return this.#side(side).total(price)
  }

  /** Up to `count` levels, best first, as new objects. Hot paths read {@link priceAt} and {@link totalAt} instead. */
  levels(side: BookSide, count: number): Level[] {
    const from = this.#side(side)
    const levels: Level[] = []
    for (let rank = 0; rank < count; rank += 1) {
      const price = from.priceAt(rank)
      if (price === undefined) break
      levels.push({ price, total: from.totalAt(rank) })
    }
    return levels
  }

  /** Price of the level `rank` places from the best (0 is the best), undefined beyond the last. */
  priceAt(side: BookSide, rank: number): number | undefined {
    return this.#side(side).priceAt(rank)
  }

  /** Total of the level `rank` places from the best, 0 beyond the last. */
  totalAt(side: BookSide, rank: number): number {
    return this.#side(side).totalAt(rank)
  }

  /** How many levels a side has. */
  size(side: BookSide): number {
    return this.#side(side).count
  }

  /** Best bid at or above best ask: a book that must never be shown (I6). */
  isCrossed(): boolean {
    const bid = this.#bids.priceAt(0)
    const ask = this.#asks.priceAt(0)
    return bid !== undefined && ask !== undefined && bid >= ask
  }

  #side(side: BookSide): LevelSide {
    return side === "bid" ? this.#bids : this.#asks
  }
}
