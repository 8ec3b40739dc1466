/** What is the fair price at any moment? A pure function of seed, pair and time, nested so that all intervals agree. */

import { Chance } from "../chance.ts"
import { DAY_MS, NEST, SECOND_MS } from "./nest.ts"
import type { PairWalk } from "./pair-walk.ts"
import { type Stretch, splitStretch } from "./split-candle.ts"

export interface FairPathOptions {
  pair: PairWalk
  /** Size of a lot in base coins. */
  lotSize: number
  /** Turnover of an ordinary day in USDT. */
  turnover: number
  /** Share of seconds in which something is traded, 0.02 … 1. */
  liveliness: number
}

/** Most lots of one day: far below 2^53, so that months and years add up safely. */
const DAY_LOTS_MAX = 2 ** 43
/** Fewest: one for each minute, so that no minute is without its trade. */
const DAY_LOTS_MIN = 1440
/** Depth of the seconds in the nest. */
const SECONDS_DEPTH = NEST.length

export class FairPath {
  readonly pair: PairWalk
  readonly #lotSize: number
  readonly #turnover: number
  readonly #wakefulness: number
  readonly #day = new Chance()
  /** The stretches that were last looked at, from the day down, with their parts. A memory, not a state. */
  readonly #trail: { whole: Stretch; parts: Stretch[] }[] = []
  #today: Stretch | undefined

  constructor({ pair, lotSize, turnover, liveliness }: FairPathOptions) {
    this.pair = pair
    this.#lotSize = lotSize
    this.#turnover = turnover
    this.#wakefulness = wakefulnessFor(liveliness)
  }

  /** A whole day, counted from 1970. */
  day(day: number): Stretch {
    const { pair } = this
    const chance = this.#day.seed(pair.baseKey, 1, day)
    const open = pair.logPrice(day)
    const close = pair.logPrice(day + 1)
    const variance = pair.variance(day)
    const body = close - open
    const middle = (open + close) / 2
    const high = middle + Math.sqrt(body * body - 2 * variance * Math.log(chance.positive())) / 2
    const low = middle - Math.sqrt(body * body - 2 * variance * Math.log(chance.positive())) / 2
    const volume = this.#dayVolume(day, chance.normal())
    return { openTime: day * DAY_MS, open, high, low, close, volume, variance }
  }

  /** Parts of a stretch that lies at `depth` in the nest: 0 is a day. */
  parts(whole: Stretch, depth: number): Stretch[] {
    const level = NEST[depth]
    return level ? splitStretch(whole, level, depth, this.pair, this.#wakefulness) : []
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
    // Where the extremes lie: derived from the second itself, not drawn, so that this needs no memory.
    const early = 0.15 + 0.3 * fraction(second.high * 1e6)
    const late = 0.55 + 0.3 * fraction(second.low * 1e6)
    if (share < early) return between(second.open, first, share / early)
    if (share < late) return between(first, then, (share - early) / (late - early))
    return between(then, second.close, (share - late) / (1 - late))
  }

  #dayVolume(day: number, luck: number): number {
    const weekday = (day + 4) % 7
    const weekend = weekday === 0 || weekday === 6 ? 0.65 : 1
    const turnover = this.#turnover * weekend * this.pair.heat(day) ** 1.1 * Math.exp(0.22 * luck)
    const lots = Math.round(turnover / (this.pair.basePrice(day) * this.#lotSize))
    return Math.min(DAY_LOTS_MAX, Math.max(DAY_LOTS_MIN, lots))
  }
}

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
