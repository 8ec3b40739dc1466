/** Limits on attempts: waiting times grow with each overrun and are forgotten after a day. */

import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible"

/** A limit that is overrun again within this is twice as long. */
const MEMORY_SECONDS = 24 * 60 * 60
const BLOCK_SECONDS_MAX = 6 * 60 * 60

export interface TryLimit {
  name: string
  /** Tries within `seconds` that pass. */
  points: number
  seconds: number
  /** First block; each further one within a day is twice as long, up to six hours. */
  blockSeconds: number
}

export class Tries {
  readonly #limit: TryLimit
  readonly #counter: RateLimiterMemory
  readonly #blocks: RateLimiterMemory

  constructor(limit: TryLimit) {
    this.#limit = limit
    this.#counter = new RateLimiterMemory({
      points: limit.points,
      duration: limit.seconds,
      keyPrefix: limit.name,
    })
    this.#blocks = new RateLimiterMemory({
      points: Number.MAX_SAFE_INTEGER,
      duration: MEMORY_SECONDS,
      keyPrefix: `${limit.name}-blocks`,
    })
  }

  /** Counts a try. Answers the seconds to wait before another is heard; 0: go on. */
  async take(key: string): Promise<number> {
    const state = await this.#counter.get(key)
    if (state && state.consumedPoints > this.#limit.points) return secondsOf(state)
    try {
      await this.#counter.consume(key)
      return 0
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      const { consumedPoints } = await this.#blocks.penalty(key)
      const seconds = Math.min(this.#limit.blockSeconds * 2 ** (consumedPoints - 1), BLOCK_SECONDS_MAX)
      await this.#counter.block(key, seconds)
      return seconds
    }
  }

  /** The try was right: it alone is given back. For a key that others count against too, such as an address. */
  async giveBack(key: string): Promise<void> {
    await this.#counter.reward(key)
  }

  /** The try was right: what was counted is forgotten, earlier blocks are not. */
  async forgive(key: string): Promise<void> {
    await this.#counter.delete(key)
  }
}

const secondsOf = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000))
