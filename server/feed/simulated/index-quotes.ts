/** Submits the fair price of an index to the exchange as quotes of one source, when it has changed. */

import type { Price8, TimeMs } from "#core/money/units.ts"
import type { CommandDoor } from "../../exchange/command-door.ts"
import { Chance, hashText } from "../../maker/chance.ts"

const SOURCE = "simulated"
/** An index that stands still is quoted again after this; it is stale after 10 s without (N4). */
const STILL_MS = 3000
/** Between two looks: the busiest index, and the most of any. At most 10 a second are allowed (P1). */
const LOOK_MS_LEAST = 220
const LOOK_MS_MOST = 1000

export class IndexQuotes {
  readonly #index: string
  readonly #logPrice: (now: TimeMs) => number
  readonly #door: CommandDoor
  readonly #lookMs: number
  readonly #chance: Chance
  #last: bigint | undefined
  #quotedAt = 0

  /** `logPrice`: of the fair price; `liveliness`: share of seconds in which it moves. */
  constructor(index: string, logPrice: (now: TimeMs) => number, door: CommandDoor, liveliness: number) {
    this.#index = index
    this.#logPrice = logPrice
    this.#door = door
    this.#lookMs = LOOK_MS_MOST - (LOOK_MS_MOST - LOOK_MS_LEAST) * liveliness
    this.#chance = new Chance(hashText(`quotes/${index}`))
  }

  /** Quotes if there is something to say; answers in how many ms to look again. */
  step(now: TimeMs): number {
    const price = BigInt(Math.max(1, Math.round(Math.exp(this.#logPrice(now)) * 1e8)))
    if (price !== this.#last || now - this.#quotedAt >= STILL_MS) {
      this.#last = price
      this.#quotedAt = now
      void this.quote(price)
    }
    return this.#lookMs * (0.8 + 0.4 * this.#chance.next())
  }

  quote(price: bigint): Promise<unknown> {
    return this.#door.submit({
      type: "feed.quote",
      index: this.#index,
      source: SOURCE,
      last: price as Price8,
    })
  }
}
