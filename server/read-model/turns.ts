/** Long work of many callers, a piece at a time: between two pieces, whoever's they are, the event loop goes around once. */

/** From so many that wait on, every second moment is left to others. */
const CROWD = 3
/** The longest of these moments, ms: a machine that stood still for a second needn't make up for it. */
const PAUSE_MS_MAX = 20

/**
 * Without it each caller goes on in the same round of the loop: forty charts of years at a time held up every order by forty pieces.
 * Callers come by turns, so that who asks for little has it soon. An order needs several rounds, so where a crowd waits each
 * piece is followed by a pause as long as its round took: half of the time stays with what isn't asked for here.
 */
export class Turns {
  readonly #waiting: (() => void)[] = []
  #begunMs = 0

  /** Resolves when the next piece may be done. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) setImmediate(this.#give)
    })
  }

  readonly #give = (): void => {
    this.#begunMs = performance.now()
    // It stays in line while its piece is done, so that nobody else begins meanwhile.
    this.#waiting[0]?.()
    setImmediate(this.#goOn)
  }

  readonly #goOn = (): void => {
    this.#waiting.shift()
    if (this.#waiting.length === 0) return
    if (this.#waiting.length < CROWD) this.#give()
    else setTimeout(this.#give, Math.min(performance.now() - this.#begunMs, PAUSE_MS_MAX))
  }
}

/** For all that reads candles: their computing, and their rows. */
export const candleTurns = new Turns()
