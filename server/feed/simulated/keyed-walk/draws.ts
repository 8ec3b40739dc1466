/** Chance that only who has the key can know: each stream of draws begins at a keyed hash of what it is for. */

import { createHmac } from "node:crypto"
import type { Chance } from "../../../maker/chance.ts"
import { type SipKey, sipHash128 } from "./sip-hash.ts"

/** Bytes of a market's key. */
export const MARKET_KEY_BYTES = 32

const words = new Int32Array(4)
const first: [number, number] = [0, 0]
const then: [number, number] = [0, 0]

/** The draws of one subject, such as a coin: independent of all others', and not to be guessed from any of them. */
export class Draws {
  readonly #key: SipKey

  constructor(key: SipKey) {
    this.#key = key
  }

  /** Begins the stream of a purpose at a time (any whole number below 2^53): the same key gives the same draws. */
  begin(chance: Chance, purpose: number, time: number): Chance {
    first[0] = purpose
    first[1] = 0
    then[0] = (time % 4_294_967_296) | 0
    then[1] = Math.floor(time / 4_294_967_296)
    sipHash128(this.#key, first, then, words)
    return chance.seedWords(words)
  }
}

/** The draws of every subject of one market, from its secret key. */
export class MarketDraws {
  readonly #key: Buffer

  /** @param key of {@link MARKET_KEY_BYTES}; from it nothing public can be computed back. */
  constructor(key: Buffer) {
    if (key.length !== MARKET_KEY_BYTES) throw new RangeError(`a market key of ${key.length} bytes`)
    this.#key = key
  }

  /** The draws of a subject, by its name. */
  of(subject: string): Draws {
    const mac = createHmac("sha256", this.#key).update(subject).digest()
    return new Draws([mac.readInt32LE(0), mac.readInt32LE(4), mac.readInt32LE(8), mac.readInt32LE(12)])
  }
}
