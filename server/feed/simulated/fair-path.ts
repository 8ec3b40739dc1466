/** What is the fair price at any moment? A pure function of seed, pair and time, nested so that all intervals agree. */

import { Chance } from "../chance.ts"
import { crossHours } from "./cross-hours.ts"
import { DAY_MS, NEST, type NestLevel, SECOND_MS } from "./nest.ts"
import type { PairWalk } from "./pair-walk.ts"
import { splitStretch } from "./split-candle.ts"
import { bridgeExtremes, fold, type Stretch } from "./stretch.ts"

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

export class FairPath {
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

  /** Logarithm of the fair price at a moment: within its second it runs open → one extreme → the other → close. */
  logPrice(time: number): number {
    const second = this.second(time)
    if (second.high === second.low) return second.close
    const share = (time - second.openTime) / SECOND_MS
    const rising = second.close >= second.open
    const [first, then] = rising ? [second.low, second.high] : [second.high, second.low]
    const [early, late] = turnsOf(second)
    if (share < early) return between(second.open, first, share / early)
    if (share < late) return between(first, then, (share - early) / (late - early))
    return between(then, second.close, (share - late) / (1 - late))
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

/**
 * When a second's path reaches its two extremes, as shares of the second. Derived from the extremes themselves, not
 * drawn, so that nothing need be remembered.
 */
export const turnsOf = ({ high, low }: Stretch): [early: number, late: number] => [
  0.15 + 0.3 * fraction(high * 1e6),
  0.55 + 0.3 * fraction(low * 1e6),
]

const between = (from: number, to: number, share: number) => from + (to - from) * share
const fraction = (value: number) => value - Math.floor(value)

/** Chance p that a part is awake beside the sure one, so that (1 + 3p)(1 + 2p)(1 + 4p) = 60 × liveliness. */
function wakefulnessFor(liveliness: number): number {
  let low = 0
  let high = 1
  for (let round = 0; round < 40; round += 1) {
    const p = (low + high) / 2
    if ((1 + 3 * p) * (1 + 2 * p) * (1 + 4 * p) < 60 * liveliness) low = p
    else high = p
  }
  return high
}
