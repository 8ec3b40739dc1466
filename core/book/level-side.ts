/** One side of a book, stored so that a change near the top costs next to nothing. */

/** Room for this many levels at first; it doubles when full. */
const CAPACITY_AT_FIRST = 256

/**
 * Price levels of one side in two parallel columns, ascending by key, the best level **last**: most changes are near
 * the top and move few entries. `direction` is +1 for bids (key = price) and −1 for asks (key = −price), so that one
 * search serves both. Typed columns, because moving their tail is one memory copy and allocates nothing; whole
 * numbers up to 2^53 are exact in them.
 */
export class LevelSide {
  readonly #direction: 1 | -1
  #keys = new Float64Array(CAPACITY_AT_FIRST)
  #totals = new Float64Array(CAPACITY_AT_FIRST)
  #count = 0

  constructor(direction: 1 | -1) {
    this.#direction = direction
  }

  get count(): number {
    return this.#count
  }

  clear(): void {
    this.#count = 0
  }

  /** Price of the level `rank` places from the best (0 is the best); undefined beyond the last. */
  priceAt(rank: number): number | undefined {
    if (rank < 0 || rank >= this.#count) return undefined
    return (this.#keys[this.#count - 1 - rank] as number) * this.#direction
  }

  /** Total of the level `rank` places from the best; 0 beyond the last. */
  totalAt(rank: number): number {
    if (rank < 0 || rank >= this.#count) return 0
    return this.#totals[this.#count - 1 - rank] as number
  }

  total(price: number): number {
    const key = price * this.#direction
    const place = this.#placeOf(key)
    return this.#holds(place, key) ? (this.#totals[place] as number) : 0
  }

  /** Replaces a level's total, 0 removes it; gives back the total before. */
  set(price: number, total: number): number {
    const key = price * this.#direction
    const place = this.#placeOf(key)
    if (!this.#holds(place, key)) {
      if (total > 0) this.#insert(place, key, total)
      return 0
    }
    const before = this.#totals[place] as number
    if (total > 0) this.#totals[place] = total
    else this.#remove(place)
    return before
  }

  #holds(place: number, key: number): boolean {
    return place < this.#count && this.#keys[place] === key
  }

  /** First place whose key is not below `key`. */
  #placeOf(key: number): number {
    const keys = this.#keys
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] as number) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  #insert(place: number, key: number, total: number): void {
    if (this.#count === this.#keys.length) this.#grow()
    this.#keys.copyWithin(place + 1, place, this.#count)
    this.#totals.copyWithin(place + 1, place, this.#count)
    this.#keys[place] = key
    this.#totals[place] = total
    this.#count += 1
  }

  #remove(place: number): void {
    this.#keys.copyWithin(place, place + 1, this.#count)
    this.#totals.copyWithin(place, place + 1, this.#count)
    this.#count -= 1
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2)
    const totals = new Float64Array(keys.length)
    keys.set(this.#keys)
    totals.set(this.#totals)
    this.#keys = keys
    this.#totals = totals
  }
}
