/** One source of movement, the whole market or a coin's own part: where it stands at each minute of a day. */

import { Chance } from "../../../maker/chance.ts"
import { DayWalk, type DayWalkOptions } from "../day-walk.ts"
import type { Draws } from "./draws.ts"
import { DAY_MINUTES, minuteWeights, type WildFields, wildFields } from "./wild-minutes.ts"

export interface FactorDay {
  /** Value at the start of each minute, and at the end of the last. */
  values: Float64Array
  /** Variance of each minute's change. */
  variances: Float64Array
}

/** Days kept in memory: today, yesterday, and what is looked at. */
const DAYS_MAX = 3
/** Purpose of the draws of a day's minutes. */
const MINUTES_PURPOSE = 2

const chance = new Chance()

/**
 * A random walk without memory: between two starts of a day a Brownian bridge in a time that runs quicker in wild
 * minutes, so that changes of any length are uncorrelated and only their sizes cluster.
 */
export class Factor {
  readonly #draws: Draws
  readonly #walk: DayWalk
  readonly #market: Factor | undefined
  readonly #days = new Map<number, FactorDay>()
  readonly #fields = new Map<number, WildFields>()

  /** `market`: whose wildness it shares; left out: it is the market. */
  constructor(draws: Draws, options: DayWalkOptions, market?: Factor) {
    this.#draws = draws
    this.#walk = new DayWalk((stream, purpose, time) => draws.begin(stream, purpose, time), options)
    this.#market = market
  }

  /** Value at the start of a day. */
  at(day: number): number {
    return this.#walk.at(day)
  }

  /** Variance of the change from this day's start to its end. */
  variance(day: number): number {
    return this.#walk.variance(day)
  }

  day(day: number): FactorDay {
    return remembered(this.#days, day, () => this.#buildDay(day))
  }

  #wildFields(day: number): WildFields {
    return remembered(this.#fields, day, () => wildFields(this.#draws, day))
  }

  #buildDay(day: number): FactorDay {
    const market = this.#market ? this.#market.#wildFields(day) : undefined
    const own = this.#wildFields(day)
    const variances = market ? minuteWeights(market, own) : minuteWeights(own)
    let sum = 0
    for (const weight of variances) sum += weight
    const scale = this.#walk.variance(day) / sum
    const values = new Float64Array(DAY_MINUTES + 1)
    this.#draws.begin(chance, MINUTES_PURPOSE, day)
    let drawn = 0
    for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
      const variance = (variances[minute] ?? 0) * scale
      variances[minute] = variance
      drawn += Math.sqrt(variance) * chance.normal()
      values[minute + 1] = drawn
    }
    this.#bridge(values, variances, day)
    return { values, variances }
  }

  /** What the draws miss the next day's start by is shared out by variance: the bridge is exact. */
  #bridge(values: Float64Array, variances: Float64Array, day: number): void {
    const [start, end] = [this.#walk.at(day), this.#walk.at(day + 1)]
    const missing = end - start - (values[DAY_MINUTES] ?? 0)
    const variance = this.#walk.variance(day)
    let passed = 0
    for (let minute = 0; minute <= DAY_MINUTES; minute += 1) {
      values[minute] = start + (values[minute] ?? 0) + (missing * passed) / variance
      passed += variances[minute] ?? 0
    }
    values[DAY_MINUTES] = end
  }
}

/** The value of a day, from memory if it was asked for lately. */
export function remembered<Value>(
  memory: Map<number, Value>,
  day: number,
  build: () => Value,
  most: number = DAYS_MAX,
): Value {
  const known = memory.get(day)
  if (known !== undefined) return known
  const built = build()
  if (memory.size >= most) memory.delete(memory.keys().next().value ?? day)
  memory.set(day, built)
  return built
}
