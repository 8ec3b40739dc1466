/**
 * The counts of a gateway: those of the process with the exchange, which counts for all. What is asked in one turn of the event loop
 * crosses as one message. Who is above a limit already is counted here, so that a flood at a gateway never reaches the exchange.
 */

import { type CallCounts, type CountAsked, type Counted, OwnCounts } from "../calls/call-counts.ts"

/** After one lost answer nobody waits for another so long. */
const PAUSE_MS = 1000

export interface SharedCountsParts {
  /** Adds them in this order where they are shared; undefined: no answer came, and whether they were added isn't known. Never rejects. */
  ask(asked: readonly CountAsked[]): Promise<readonly Counted[] | undefined>
  /** There is nobody to be asked. */
  isCut(): boolean
  /** Epoch ms. */
  now(): number
}

interface Waiting {
  asked: CountAsked
  resolve(counted: Counted): void
}

export class SharedCounts implements CallCounts {
  readonly #parts: SharedCountsParts
  readonly #own: OwnCounts
  #waiting: Waiting[] = []
  #pausedUntil = 0
  #alone = 0

  constructor(parts: SharedCountsParts) {
    this.#parts = parts
    this.#own = new OwnCounts(parts.now)
  }

  /** Whether this process counts for itself at the moment: then who spreads calls has each gateway's limit. */
  isAlone(): boolean {
    return this.#parts.isCut() || performance.now() < this.#pausedUntil
  }

  /** Calls that were counted here alone since the start. */
  countedAlone(): number {
    return this.#alone
  }

  add(asked: CountAsked): Counted | Promise<Counted> {
    if (this.#own.isFull(asked)) return this.#own.add(asked)
    if (this.isAlone()) return this.#addAlone(asked)
    return new Promise((resolve) => {
      this.#waiting.push({ asked, resolve })
      if (this.#waiting.length === 1) setImmediate(() => void this.#askAll())
    })
  }

  async #askAll(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    const counted = await this.#parts.ask(waiting.map(({ asked }) => asked))
    if (!counted) this.#pausedUntil = performance.now() + PAUSE_MS
    for (const [place, { asked, resolve }] of waiting.entries()) {
      const one = counted?.[place]
      // What was heard last of the shared count stays the ground on which is counted alone.
      if (one) this.#own.learn(asked, one)
      resolve(one ?? this.#addAlone(asked))
    }
  }

  #addAlone(asked: CountAsked): Counted {
    this.#alone += 1
    return this.#own.add(asked)
  }
}
