/** The prices of one side of the book, best first. */

import type { Ticks } from "#core/money/units.ts"
import type { Side } from "../command.ts"
import { PriceLevel } from "./price-level.ts"

/**
 * The levels of one side in a sorted array with the best at its end. Nearly all change happens near the best, so
 * an insertion moves few entries, and the best itself is a push or a pop. A tree would bound the far end better,
 * but costs more everywhere else; a level found by price is one look-up.
 */
export class Ladder {
  readonly side: Side
  readonly #levels: PriceLevel[] = []
  readonly #byPrice = new Map<number, PriceLevel>()
  /** The last one found: an order's price is asked for three times, when it is checked, when it joins and as it is reported. */
  #found: PriceLevel | undefined
  /** Sorts both sides upwards by `price × sign`: bids rise to the best, asks fall to it. */
  readonly #sign: 1 | -1

  constructor(side: Side) {
    this.side = side
    this.#sign = side === "buy" ? 1 : -1
  }

  get size(): number {
    return this.#levels.length
  }

  best(): PriceLevel | undefined {
    return this.#levels[this.#levels.length - 1]
  }

  /** The n-th best; 0 is the best. */
  at(place: number): PriceLevel | undefined {
    return this.#levels[this.#levels.length - 1 - place]
  }

  find(price: Ticks): PriceLevel | undefined {
    if (this.#found?.price === price) return this.#found
    this.#found = this.#byPrice.get(price)
    return this.#found
  }

  /** The level of this price, made if there is none. An empty one must not outlive the call. */
  findOrAdd(price: Ticks): PriceLevel {
    const known = this.find(price)
    if (known) return known
    const level = new PriceLevel(price)
    this.#found = level
    this.#byPrice.set(price, level)
    const place = this.#placeOf(price)
    if (place === this.#levels.length) this.#levels.push(level)
    else this.#levels.splice(place, 0, level)
    return level
  }

  remove(level: PriceLevel): void {
    this.#byPrice.delete(level.price)
    if (this.#found === level) this.#found = undefined
    if (level === this.best()) this.#levels.pop()
    else this.#levels.splice(this.#placeOf(level.price), 1)
  }

  /** First place whose price is not worse than this one. */
  #placeOf(price: number): number {
    const levels = this.#levels
    const wanted = price * this.#sign
    let low = 0
    let high = levels.length
    // Mostly at the end: look there before halving.
    const best = levels[high - 1]
    if (best === undefined || best.price * this.#sign < wanted) return high
    while (low < high) {
      const middle = (low + high) >>> 1
      const level = levels[middle]
      if (level !== undefined && level.price * this.#sign < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
