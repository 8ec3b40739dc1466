/** What is due at a time of its own, the earliest first, where there may be very many and most are taken back before. */

import type { TimeMs } from "#core/money/units.ts"

/** One that is due; `place` belongs to the queue that holds it. */
export interface Due<Key extends number | string> {
  due: TimeMs
  /** Orders what is due at one moment; no two in a queue have the same. */
  readonly key: Key
  place: number
}

/** A binary heap whose items know their place, so that adding and removing take the logarithm of their number. */
export class DueQueue<Item extends Due<number | string>> {
  readonly #items: Item[] = []

  get size(): number {
    return this.#items.length
  }

  /** The one due next; undefined without any. */
  get first(): Item | undefined {
    return this.#items[0]
  }

  add(item: Item): void {
    item.place = this.#items.length
    this.#items.push(item)
    this.#rise(item)
  }

  /** Takes out an item that the queue holds. */
  remove(item: Item): void {
    const last = this.#items.pop()
    if (last === undefined || last === item) return
    last.place = item.place
    this.#items[item.place] = last
    this.#rise(last)
    this.#sink(last)
  }

  #rise(item: Item): void {
    while (item.place > 0) {
      const above = this.#items[(item.place - 1) >>> 1]
      if (above === undefined || !isBefore(item, above)) return
      this.#swap(item, above)
    }
  }

  #sink(item: Item): void {
    for (;;) {
      const left = this.#items[item.place * 2 + 1]
      const right = this.#items[item.place * 2 + 2]
      const next = left && right && isBefore(right, left) ? right : left
      if (next === undefined || !isBefore(next, item)) return
      this.#swap(next, item)
    }
  }

  #swap(one: Item, other: Item): void {
    const { place } = one
    one.place = other.place
    other.place = place
    this.#items[one.place] = one
    this.#items[other.place] = other
  }
}

const isBefore = (one: Due<number | string>, other: Due<number | string>): boolean =>
  one.due === other.due ? one.key < other.key : one.due < other.due
