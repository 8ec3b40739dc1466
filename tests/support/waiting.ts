/** Waits for what is to come of a socket, without a pause of a fixed length: whoever hears something says so. */

export class Waiting {
  readonly #looks = new Set<() => void>()

  /** Something has come: everybody who waits looks again. */
  wake(): void {
    for (const look of this.#looks) look()
  }

  /** Until `isSo`; throws after `withinMs` with what was waited for and `state` as it is then. */
  async until(isSo: () => boolean, what: string, withinMs: number, state: () => string): Promise<void> {
    if (isSo()) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const look = () => {
      if (isSo()) resolve()
    }
    const late = setTimeout(() => {
      reject(new Error(`waited ${withinMs} ms for ${what}; ${state()}`))
    }, withinMs)
    this.#looks.add(look)
    try {
      await promise
    } finally {
      clearTimeout(late)
      this.#looks.delete(look)
    }
  }
}
