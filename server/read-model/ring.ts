/** A ring buffer that keeps the newest entries. */

export class Ring<T> {
  readonly #items: T[] = []
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  push(item: T): void {
    this.#items.push(item)
    // Trimmed in lumps: moving a whole list for every item would cost more than the items.
    if (this.#items.length > 2 * this.#most) this.#items.splice(0, this.#items.length - this.#most)
  }

  get last(): T | undefined {
    return this.#items.at(-1)
  }

  /** The newest that pass, newest first. */
  newest(limit: number, passes: (item: T) => boolean = () => true): T[] {
    const found: T[] = []
    const oldest = Math.max(0, this.#items.length - this.#most)
    for (let place = this.#items.length - 1; place >= oldest && found.length < limit; place -= 1) {
      const item = this.#items[place] as T
      if (passes(item)) found.push(item)
    }
    return found
  }
}
