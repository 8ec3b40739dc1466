/** A list that is emptied after each command and keeps its capacity. */

/** An array whose length is set to 0 gives its room back, so that each command would ask for it anew. */
export class Gathered<Item extends object> {
  readonly #items: (Item | undefined)[] = []
  #count = 0

  get count(): number {
    return this.#count
  }

  push(item: Item): void {
    this.#items[this.#count] = item
    this.#count += 1
  }

  /** The item of this place; 0 is the first. */
  at(place: number): Item | undefined {
    return place < this.#count ? this.#items[place] : undefined
  }

  /** Nothing is kept alive. */
  clear(): void {
    for (let place = 0; place < this.#count; place += 1) this.#items[place] = undefined
    this.#count = 0
  }
}
