/** Runs what is asked for one user one after the other; different users don't wait for each other. */

export class OneByOne {
  readonly #last = new Map<number, Promise<unknown>>()

  async run<Value>(userId: number, work: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(userId) ?? Promise.resolve()
    const own = before.then(work, work)
    this.#last.set(userId, own)
    try {
      return await own
    } finally {
      if (this.#last.get(userId) === own) this.#last.delete(userId)
    }
  }
}
