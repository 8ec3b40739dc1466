/** A random walk by days with random access: the value of any day without computing those before it. */

import { type BeginDraws, Chance } from "../../maker/chance.ts"

/** Days between two fixed knots. A power of two: the days between are found by halving. */
const ERA_DAYS = 256
/** Eras kept in memory per walk; three years touch six. */
const ERAS_MAX = 8

export interface DayWalkOptions {
  /** Typical change of a day. */
  volatility: number
  /** Standard deviation of the knots around 0. */
  knotSpread: number
  /** How unevenly a stretch's variance falls on its two halves: this makes calm and wild weeks and months. */
  unevenness: number
}

interface Era {
  /** Values at the start of each of its days, and of the day after its last. */
  values: Float64Array
  /** Variance of each day's change. */
  variances: Float64Array
}

/**
 * Knots every 256 days lie around 0, so that prices stay plausible at any date; between two knots runs a Brownian
 * bridge whose variance is shared out by a random cascade. Deterministic in its draws and the day.
 */
export class DayWalk {
  readonly #begin: BeginDraws
  readonly #options: DayWalkOptions
  readonly #eras = new Map<number, Era>()

  /** @param begin purpose 0: knots; 1: eras */
  constructor(begin: BeginDraws, options: DayWalkOptions) {
    this.#begin = begin
    this.#options = options
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
    const { volatility, unevenness } = this.#options
    const chance = this.#begin(new Chance(), 1, number)
    variances[0] = ERA_DAYS * volatility ** 2
    // Halves from the whole era down to single days; a stretch's variance waits at its first day.
    for (let length = ERA_DAYS; length > 1; length /= 2)
      for (let first = 0; first < ERA_DAYS; first += length)
        halve({ values, variances }, first, length, unevenness * chance.normal(), chance)
    return { values, variances }
  }

  #knot(number: number): number {
    return this.#options.knotSpread * this.#begin(new Chance(), 0, number).normal()
  }
}

/** `luck`: how the variance falls on both halves; 0 is evenly. */
function halve(
  { values, variances }: Era,
  first: number,
  length: number,
  luck: number,
  chance: Chance,
): void {
  const middle = first + length / 2
  const start = values[first] ?? 0
  const end = values[first + length] ?? 0
  const variance = variances[first] ?? 0
  const share = 1 / (1 + Math.exp(-luck))
  values[middle] = start + share * (end - start) + Math.sqrt(variance * share * (1 - share)) * chance.normal()
  variances[first] = variance * share
  variances[middle] = variance * (1 - share)
}
