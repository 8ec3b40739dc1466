/** The fair price as a pure function of seed, pair and time, nested so that all intervals agree. */

import { Chance } from "../../../maker/chance.ts"
import { DAY_MS, NEST, type NestLevel, SECOND_MS } from "../nest.ts"
import { bridgeExtremes, fold, type Stretch } from "../stretch.ts"
import { wakefulnessFor } from "../wakefulness.ts"
import { type DayInterval, logPriceWithin, type PricePath } from "../walk.ts"
import { crossHours } from "./cross-hours.ts"
import type { PairWalk } from "./pair-walk.ts"
import { splitStretch } from "./split-candle.ts"
import { stretchesWithin } from "./stretches-within.ts"

export interface FairPathOptions {
  pair: PairWalk
  /** Size of a lot in base coins. */
  lotSize: number
  /** Turnover of an ordinary day in USDT. */
  turnover: number
  /** Share of seconds in which something is traded, 0.02 … 1. */
  liveliness: number
  /** A cross moves hour by hour as these two do. */
  coins?: { base: FairPath; quote: FairPath }
}

/** Most lots of one day: far below 2^53, so that months and years add up safely. */
const DAY_LOTS_MAX = 2 ** 43
/** Fewest: one for each minute, so that no minute is without its trade. */
const DAY_LOTS_MIN = 1440
/** Days of a cross that are remembered: each costs a look at both its coins' hours. */
const CROSS_DAYS_MAX = 1200
const HOUR_MS = 3_600_000
/** Depth of the seconds in the nest. */
const SECONDS_DEPTH = NEST.length

export class FairPath implements PricePath {
  readonly pair: PairWalk
  readonly #lotSize: number
  readonly #turnover: number
  readonly #wakefulness: number
  readonly #coins: { base: FairPath; quote: FairPath } | undefined
  readonly #crossDays = new Map<number, Stretch>()
  readonly #day = new Chance()
  /** The stretches that were last looked at, from the day down, with their parts. A memory, not a state. */
  readonly #trail: { whole: Stretch; parts: Stretch[] }[] = []
  #today: Stretch | undefined

  constructor({ pair, lotSize, turnover, liveliness, coins }: FairPathOptions) {
    this.pair = pair
    this.#coins = coins
    this.#lotSize = lotSize
    this.#turnover = turnover
    this.#wakefulness = wakefulnessFor(liveliness)
  }

  get base(): string {
    return this.pair.base.symbol
  }

  basePrice(day: number): number {
    return this.pair.basePrice(day)
  }

  stretches(interval: DayInterval, from: number, cut: number): Stretch[] {
    return stretchesWithin(this, interval, from, cut)
  }

  /** A whole day, counted from 1970. */
  day(day: number): Stretch {
    const { pair } = this
    if (this.#coins) return this.#crossDay(day)
    const chance = this.#day.seed(pair.baseKey, 1, day)
    const stretch = {
      openTime: day * DAY_MS,
      open: pair.logPrice(day),
      high: 0,
      low: 0,
      close: pair.logPrice(day + 1),
      volume: 0,
      variance: pair.variance(day),
    }
    bridgeExtremes(stretch, chance)
    stretch.volume = this.#dayVolume(day, chance.normal())
    return stretch
  }

  /** Parts of a stretch that lies at `depth` in the nest: 0 is a day. */
  parts(whole: Stretch, depth: number): Stretch[] {
    const level = NEST[depth]
    if (!level) return []
    if (this.#coins && level.lengthMs >= HOUR_MS) return this.#crossParts(whole, level)
    return splitStretch(whole, level, depth, this.pair, this.#wakefulness)
  }

  /** Logarithms at which the 24 hours of a day close. */
  hourCloses(day: number): number[] {
    let stretches = [this.day(day)]
    for (let depth = 0; NEST[depth] && (NEST[depth]?.lengthMs ?? 0) >= HOUR_MS; depth += 1)
      stretches = stretches.flatMap((stretch) => this.parts(stretch, depth))
    return stretches.map((stretch) => stretch.close)
  }

  /** The second that holds `time`. Quick when asked with times that rise. */
  second(time: number): Stretch {
    const day = Math.floor(time / DAY_MS)
    if (this.#today?.openTime !== day * DAY_MS) this.#today = this.day(day)
    let stretch = this.#today
    for (let depth = 0; depth < SECONDS_DEPTH; depth += 1) {
      let step = this.#trail[depth]
      if (step?.whole !== stretch) {
        step = { whole: stretch, parts: this.parts(stretch, depth) }
        this.#trail[depth] = step
      }
      const length = NEST[depth]?.lengthMs ?? SECOND_MS
      stretch = step.parts[Math.floor((time - stretch.openTime) / length)] ?? stretch
    }
    return stretch
  }

  /** The fair price at a moment. */
  logPrice(time: number): number {
    const second = this.second(time)
    return logPriceWithin(second, (time - second.openTime) / SECOND_MS)
  }

  #crossDay(day: number): Stretch {
    const known = this.#crossDays.get(day)
    if (known) return known
    const whole = fold(this.#hours(day))
    if (!whole) throw new Error("a day without hours")
    if (this.#crossDays.size >= CROSS_DAYS_MAX) this.#crossDays.clear()
    this.#crossDays.set(day, whole)
    return whole
  }

  #crossParts(whole: Stretch, level: NestLevel): Stretch[] {
    const hours = this.#hours(Math.floor(whole.openTime / DAY_MS))
    const parts: Stretch[] = []
    for (let at = 0; at < level.count; at += 1) {
      const from = whole.openTime + at * level.lengthMs
      const first = (from % DAY_MS) / HOUR_MS
      const part = fold(hours.slice(first, first + level.lengthMs / HOUR_MS))
      if (part) parts.push(part)
    }
    return parts
  }

  #hours(day: number): Stretch[] {
    if (!this.#coins) return []
    const luck = this.#day.seed(this.pair.baseKey ^ this.pair.quoteKey, 1, day).normal()
    return crossHours(day, this.#dayVolume(day, luck), this.pair, this.#coins)
  }

  #dayVolume(day: number, luck: number): number {
    const weekday = (day + 4) % 7
    const weekend = weekday === 0 || weekday === 6 ? 0.65 : 1
    const turnover = this.#turnover * weekend * this.pair.heat(day) ** 1.1 * Math.exp(0.22 * luck)
    const lots = Math.round(turnover / (this.pair.basePrice(day) * this.#lotSize))
    return Math.min(DAY_LOTS_MAX, Math.max(DAY_LOTS_MIN, lots))
  }
}
