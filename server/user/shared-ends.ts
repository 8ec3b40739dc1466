/** What several processes know and any of them may end: told to who listens, heard of, and looked for where a word may be lost. */

export abstract class SharedEnds {
  readonly #listeners = new Set<(ids: readonly number[]) => void>()

  /** Ids that are known or watched here. */
  protected abstract heldIds(): Iterable<number>
  /** Those of `ids` whose end is written. */
  protected abstract readEnded(ids: readonly number[]): Promise<number[]>
  /** From here on nobody takes them for open. */
  protected abstract drop(ids: readonly number[]): void

  /** Calls `listener` with those that end here. */
  listen(listener: (ids: readonly number[]) => void): void {
    this.#listeners.add(listener)
  }

  /** Another process has ended them. */
  endedElsewhere(ids: readonly number[]): void {
    this.drop(ids)
  }

  /** Looks whether another process has ended any that are known here, where its word may have been lost. */
  async lookAgain(): Promise<void> {
    const held = [...new Set(this.heldIds())]
    if (held.length === 0) return
    const ended = await this.readEnded(held)
    if (ended.length > 0) this.drop(ended)
  }

  /** After their end is written here. */
  protected forget(ids: readonly number[]): void {
    if (ids.length === 0) return
    this.drop(ids)
    for (const listener of this.#listeners) listener(ids)
  }
}
