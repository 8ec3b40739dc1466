/** Counts what is open by key, and forgets a key with its last. */

export class Counter {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  enter(key: string): void {
    this.#counts.set(key, this.of(key) + 1)
  }

  leave(key: string): void {
    const left = this.of(key) - 1
    if (left > 0) this.#counts.set(key, left)
    else this.#counts.delete(key)
  }
}
