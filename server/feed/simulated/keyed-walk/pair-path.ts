/** The path of a coin in USDT or in another coin: at every minute exactly what the coins' factors say. */

import { Chance } from "../../../maker/chance.ts"
import type { Coin } from "../coins.ts"
import type { Stretch } from "../stretch.ts"
import { wakefulnessFor } from "../wakefulness.ts"
import type { PathLife } from "../walk.ts"
import type { CoinFactors } from "./coin-factors.ts"
import type { Draws } from "./draws.ts"
import { finishDay, type MinuteDay } from "./minute-day.ts"
import { MinutePath, WITHIN_MINUTE } from "./minute-path.ts"
import { splitWithinMinute } from "./split-minute.ts"
import { DAY_MINUTES } from "./wild-minutes.ts"

/** Most lots of one day: far below 2^53, so that months and years add up safely. */
const DAY_LOTS_MAX = 2 ** 43
/** Purposes of the draws. */
const DAY_PURPOSE = 1
const LOTS_PURPOSE = 2

export interface Pair {
  base: Coin
  /** Left out: USDT. */
  quote?: Coin
  /** How many coins one unit of the base stands for (1000PEPE: 1000). */
  multiple: number
}

const chance = new Chance()

export class PairPath extends MinutePath {
  readonly base: string
  readonly #factors: CoinFactors
  readonly #pair: Pair
  readonly #life: PathLife
  readonly #draws: Draws
  readonly #wakefulness: number

  constructor(factors: CoinFactors, pair: Pair, life: PathLife) {
    super()
    this.base = pair.base.symbol
    this.#factors = factors
    this.#pair = pair
    this.#life = life
    this.#draws = factors.drawsOf(`${pair.base.symbol}/${pair.quote?.symbol ?? "USDT"}`)
    this.#wakefulness = wakefulnessFor(life.liveliness)
  }

  basePrice(day: number): number {
    return Math.exp(this.#factors.logPrice(this.#pair.base, day)) * this.#pair.multiple
  }

  split(whole: Stretch, depth: number): Stretch[] {
    const level = WITHIN_MINUTE[depth]
    return level ? splitWithinMinute(whole, level, depth, this.#draws, this.#wakefulness) : []
  }

  protected buildDay(day: number): MinuteDay {
    const path = this.#walk(day)
    const lots = this.#lotsOf(day)
    this.#draws.begin(chance, DAY_PURPOSE, day)
    return finishDay(day, path, lots, chance)
  }

  #lotsOf(day: number): number {
    const { turnover, lotSize } = this.#life
    const { base, quote } = this.#pair
    const ordinary = this.#factors.ordinaryVariance(base, quote)
    const heat = Math.sqrt(this.#factors.variance(day, base, quote) / ordinary)
    const weekday = (day + 4) % 7
    const weekend = weekday === 0 || weekday === 6 ? 0.65 : 1
    const luck = this.#draws.begin(chance, LOTS_PURPOSE, day).normal()
    const worth = turnover * weekend * heat ** 1.1 * Math.exp(0.22 * luck)
    const lots = Math.round(worth / (this.basePrice(day) * lotSize))
    // One for each minute, so that no minute is without its trade.
    return Math.min(DAY_LOTS_MAX, Math.max(DAY_MINUTES, lots))
  }

  #walk(day: number): Pick<MinuteDay, "values" | "variances"> {
    const { base, quote, multiple } = this.#pair
    const market = this.#factors.market.day(day)
    const own = this.#factors.own(base).day(day)
    const against = quote && this.#factors.own(quote).day(day)
    const beta = base.beta - (quote?.beta ?? 0)
    const level = this.#factors.level(base) - (quote ? this.#factors.level(quote) : 0) + Math.log(multiple)
    const values = new Float64Array(DAY_MINUTES + 1)
    const variances = new Float64Array(DAY_MINUTES)
    for (let minute = 0; minute <= DAY_MINUTES; minute += 1)
      values[minute] =
        level +
        beta * (market.values[minute] ?? 0) +
        (own.values[minute] ?? 0) -
        (against?.values[minute] ?? 0)
    for (let minute = 0; minute < DAY_MINUTES; minute += 1)
      variances[minute] =
        beta ** 2 * (market.variances[minute] ?? 0) +
        (own.variances[minute] ?? 0) +
        (against?.variances[minute] ?? 0)
    return { values, variances }
  }
}
