/** Signed requests that were taken, for as long as their signature is good: each counts once. */

/** Over this many it takes no more: memory has a bound whatever comes. */
const SEEN_MAX = 500_000

/** The second in which a signature ends, and the requests that end in it. */
export class SeenRequests {
  readonly #ending = new Map<number, Set<string>>()
  #count = 0

  /**
   * Takes a request whose signature is good until `until` (ms); false: it was taken before, or there is no room. The same request
   * has the same end, so it is looked for there alone.
   */
  take(name: string, until: number, now: number): boolean {
    this.#forget(now)
    const second = Math.floor(until / 1000)
    let ending = this.#ending.get(second)
    if (ending?.has(name) || this.#count >= SEEN_MAX) return false
    if (!ending) {
      ending = new Set()
      this.#ending.set(second, ending)
    }
    ending.add(name)
    this.#count += 1
    return true
  }

  get size(): number {
    return this.#count
  }

  #forget(now: number): void {
    const past = Math.floor(now / 1000)
    for (const [second, { size }] of this.#ending) {
      if (second >= past) continue
      this.#ending.delete(second)
      this.#count -= size
    }
  }
}
