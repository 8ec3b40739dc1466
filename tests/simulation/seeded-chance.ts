/** Chance that a seed repeats. */

/** Mulberry32: 32 bits of state are plenty for choosing commands. */
export class SeededChance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** 0 ≤ x < 1 */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1))
  }

  happens(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.whole(0, choices.length - 1)] ?? choices[0]
  }

  /** One of the choices, each as likely as its weight says. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    const sum = choices.reduce((total, [weight]) => total + weight, 0)
    let left = this.fraction() * sum
    for (const [weight, choice] of choices) {
      left -= weight
      if (left < 0) return choice
    }
    throw new RangeError("no choice has a weight")
  }
}
