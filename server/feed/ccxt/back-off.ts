/** Retry delays: exponential back-off with an upper limit and jitter. */

const FIRST_MS = 1000
const MOST_MS = 30_000
/** Waits differ by up to this share, so that many channels don't come back as one storm. */
const SPREAD = 0.2

export class BackOff {
  readonly #chance: () => number
  #failures = 0

  constructor(chance: () => number = Math.random) {
    this.#chance = chance
  }

  /** It worked: the next failure waits the shortest time again. */
  reset(): void {
    this.#failures = 0
  }

  /** Ms to wait after one more failure. */
  next(): number {
    const wait = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(this.#failures, 10))
    this.#failures += 1
    return Math.round(wait * (1 - SPREAD + 2 * SPREAD * this.#chance()))
  }
}
