/** Seeded random numbers: the same key always gives the same draws, in any order of asking. */

/** Mixes text into 32 bits (FNV-1a with a final avalanche). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Rounds thrown away after seeding, so that neighbouring keys share nothing. */
const WARM_UP_ROUNDS = 10

/** sfc32: four words of state, quick and well mixed. Not for secrets. */
export class Chance {
  #a = 0
  #b = 0
  #c = 0
  #counter = 1
  /** Box–Muller makes two at a time; the second waits here. */
  #spare: number | undefined

  constructor(key = 0, level = 0, time = 0) {
    this.seed(key, level, time)
  }

  /** Starts anew from a key; `level` and `time` tell apart the draws of one key. All taken modulo 2^32. */
  seed(key: number, level = 0, time = 0): this {
    this.#a = key | 0
    this.#b = Math.imul(level + 1, 0x9e3779b9)
    this.#c = time | 0
    this.#counter = 1
    this.#spare = undefined
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) this.next()
    return this
  }

  /** Starts anew from four words that are well mixed already. */
  seedWords(words: Int32Array): this {
    this.#a = words[0] ?? 0
    this.#b = words[1] ?? 0
    this.#c = words[2] ?? 0
    this.#counter = words[3] ?? 0
    this.#spare = undefined
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) this.next()
    return this
  }

  /** Uniform in [0, 1). */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    this.#c |= 0
    return (sum >>> 0) / 4_294_967_296
  }

  /** Uniform in (0, 1]: safe for a logarithm. */
  positive(): number {
    return 1 - this.next()
  }

  /** Standard normal. */
  normal(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare
      this.#spare = undefined
      return spare
    }
    const radius = Math.sqrt(-2 * Math.log(this.positive()))
    const angle = 2 * Math.PI * this.next()
    this.#spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }

  /** Exponential with mean 1. */
  exponential(): number {
    return -Math.log(this.positive())
  }

  /** How many events of a Poisson process with this mean, at most `most`. */
  count(mean: number, most: number): number {
    const end = Math.exp(-mean)
    let events = 0
    for (let product = this.positive(); product > end && events < most; product *= this.positive())
      events += 1
    return events
  }
}

/** Where draws come from: begins the stream of a purpose at a time. The same three give the same draws. */
export type BeginDraws = (chance: Chance, purpose: number, time: number) => Chance
