/** Where does something stand at the start of each day? A random walk that can be asked for any day, without the days before. */

import { Chance } from "../chance.ts"

/** Days between two fixed knots. A power of two: the days between are found by halving. */
const ERA_DAYS = 256
/** Eras kept in memory per walk; three years touch six. */
const ERAS_MAX = 8
/** How unevenly a stretch's variance falls on its two halves: this makes calm and wild weeks and months. */
const UNEVENNESS = 0.55

interface Era {
  /** Values at the start of each of its days, and of the day after its last. */
  values: Float64Array
  /** Variance of each day's change. */
  variances: Float64Array
}

/**
 * Knots every 256 days lie around 0, so that prices stay plausible at any date; between two knots runs a Brownian
 * bridge whose variance is shared out by a random cascade. Deterministic in (key, day).
 */
export class DayWalk {
  readonly #key: number
  readonly #knotSpread: number
  readonly #volatility: number
  readonly #eras = new Map<number, Era>()

  /** `volatility`: typical change of a day. `knotSpread`: standard deviation of the knots around 0. */
  constructor(key: number, volatility: number, knotSpread: number) {
    this.#key = key
    this.#volatility = volatility
    this.#knotSpread = knotSpread
  }

  /** Value at the start of a day; days are counted from 1970. */
  at(day: number): number {
    const number = Math.floor(day / ERA_DAYS)
    return this.#era(number).values[day - number * ERA_DAYS] ?? 0
  }

  /** Variance of the change from this day's start to its end. */
  variance(day: number): number {
    const number = Math.floor(day / ERA_DAYS)
    return this.#era(number).variances[day - number * ERA_DAYS] ?? 0
  }

  #era(number: number): Era {
    const known = this.#eras.get(number)
    if (known) return known
    const era = this.#build(number)
    if (this.#eras.size >= ERAS_MAX) this.#eras.delete(this.#eras.keys().next().value ?? number)
    this.#eras.set(number, era)
    return era
  }

  #build(number: number): Era {
    const values = new Float64Array(ERA_DAYS + 1)
    const variances = new Float64Array(ERA_DAYS)
    values[0] = this.#knot(number)
    values[ERA_DAYS] = this.#knot(number + 1)
    const chance = new Chance(this.#key, 1, number)
    variances[0] = ERA_DAYS * this.#volatility ** 2
    // Halves from the whole era down to single days; a stretch's variance waits at its first day.
    for (let length = ERA_DAYS; length > 1; length /= 2)
      for (let first = 0; first < ERA_DAYS; first += length) halve(values, variances, first, length, chance)
    return { values, variances }
  }

  #knot(number: number): number {
    return this.#knotSpread * new Chance(this.#key, 0, number).normal()
  }
}

function halve(
  values: Float64Array,
  variances: Float64Array,
  first: number,
  length: number,
  chance: Chance,
): void {
  const middle = first + length / 2
  const start = values[first] ?? 0
  const end = values[first + length] ?? 0
  const variance = variances[first] ?? 0
  const share = 1 / (1 + Math.exp(-UNEVENNESS * chance.normal()))
  values[middle] = start + share * (end - start) + Math.sqrt(variance * share * (1 - share)) * chance.normal()
  variances[first] = variance * share
  variances[middle] = variance * (1 - share)
}
