/**
 * Whether this process was held up, frozen or by work of its own, for so long that what it reads next was sent long ago: an order from then
 * has a price of then (R8).
 */

const LOOK_MS = 250
/** Without a turn of the event loop for so long. */
const HELD_UP_MS = 5_000
/** What was sent meanwhile is read within so long after it. */
const CATCH_UP_MS = 2_000

export class HeldUp {
  readonly #elapsed: () => number
  #lookedAt: number | undefined
  #until = 0

  /** @param elapsed ms by a clock that nobody sets and that goes on while the process is frozen */
  constructor(elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed
  }

  /** From now on it is looked at; before, nobody is held up. Answers how to end it. */
  start(): () => void {
    this.#lookedAt = this.#elapsed()
    const timer = setInterval(() => this.isNow(), LOOK_MS).unref()
    return () => clearInterval(timer)
  }

  /** Whether what is read now may have been sent long ago. */
  isNow(): boolean {
    if (this.#lookedAt === undefined) return false
    const now = this.#elapsed()
    // What waits in sockets is read before any timer runs: whoever asks first finds it out.
    if (now - this.#lookedAt > HELD_UP_MS) this.#until = now + CATCH_UP_MS
    this.#lookedAt = now
    return now < this.#until
  }
}
