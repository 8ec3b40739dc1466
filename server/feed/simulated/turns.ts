/** Long work of many callers, a piece at a time: between two pieces, whoever's they are, the event loop goes around once. */

/**
 * Without it each caller goes on in the same round of the loop: forty charts of years at a time held up every order by forty pieces.
 * Callers come by turns, so that who asks for little has it soon.
 */
export class Turns {
  readonly #waiting: (() => void)[] = []

  /** Resolves when the next piece may be done. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) setImmediate(this.#give)
    })
  }

  readonly #give = (): void => {
    // It stays in line while its piece is done, so that nobody else begins meanwhile.
    this.#waiting[0]?.()
    setImmediate(this.#goOn)
  }

  readonly #goOn = (): void => {
    this.#waiting.shift()
    if (this.#waiting.length > 0) this.#give()
  }
}
