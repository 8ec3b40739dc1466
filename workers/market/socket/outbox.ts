/** Messages that wait until the socket is open, in order and bounded. Subscriptions never wait here: they are state. */

/** The oldest goes first when more wait: what nobody could send for so long is worth least. */
export const OUTBOX_MESSAGES_MAX = 64

export class Outbox {
  #waiting: string[] = []
  /** Messages lost to the limit. */
  dropped = 0

  get size(): number {
    return this.#waiting.length
  }

  put(text: string): void {
    if (this.#waiting.length >= OUTBOX_MESSAGES_MAX) {
      this.#waiting.shift()
      this.dropped += 1
    }
    this.#waiting.push(text)
  }

  /** Takes all, oldest first. */
  takeAll(): string[] {
    const all = this.#waiting
    this.#waiting = []
    return all
  }
}
