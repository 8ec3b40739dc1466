/** A token bucket: a burst, and a rate per second after it. */

export interface BucketSize {
  burst: number
  perSecond: number
}

export class TokenBucket {
  readonly #size: BucketSize
  #tokens: number
  #filledAt: number

  constructor(size: BucketSize, now: number) {
    this.#size = size
    this.#tokens = size.burst
    this.#filledAt = now
  }

  /**
   * Takes one token and says how many are left; below zero it was not allowed. Refusals cost too, so that a client
   * that never stops ends deep below zero, where its owner can see it. A clock that falls back gives nothing.
   */
  take(now: number): number {
    const elapsed = Math.max(0, now - this.#filledAt)
    this.#filledAt = now
    this.#tokens = Math.min(this.#size.burst, this.#tokens + (elapsed * this.#size.perSecond) / 1000) - 1
    return this.#tokens
  }

  /** As {@link take}, but a refusal costs nothing: for answers that are merely left out. */
  tryTake(now: number): boolean {
    if (this.take(now) >= 0) return true
    this.#tokens += 1
    return false
  }
}
