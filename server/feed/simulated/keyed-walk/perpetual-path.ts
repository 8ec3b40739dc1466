/** The path of a perpetual: its index, move for move, with a premium that comes and goes over hours. */

import { Chance } from "../../../maker/chance.ts"
import { DAY_MS } from "../nest.ts"
import { meetExtremes, type Stretch, shareVolume } from "../stretch.ts"
import type { Draws } from "./draws.ts"
import { remembered } from "./factor.ts"
import { type MinuteDay, minuteAt } from "./minute-day.ts"
import { MinutePath, WITHIN_MINUTE } from "./minute-path.ts"
import type { PairPath } from "./pair-path.ts"
import { DAY_MINUTES, MINUTE_MS } from "./wild-minutes.ts"

/** Premium over the index: mean and standard deviation, as shares of the price. */
const PREMIUM_MEAN = 0.00008
const PREMIUM_SPREAD = 0.00022
/** Between two values that are drawn the premium runs straight. */
const PREMIUMS_MAX = 32
const PREMIUM_STEP_MS = 4 * 3_600_000
/** Purposes of the draws: one for each level of the nest from the second on. */
const PREMIUM_PURPOSE = 3
const LOTS_PURPOSE = 50

/** A stretch, and the stretch of the index that it follows. */
type Following = Stretch & { index?: Stretch }

const chance = new Chance()

export class PerpetualPath extends MinutePath {
  readonly base: string
  readonly #index: PairPath
  readonly #draws: Draws
  /** Premiums that were drawn lately, by their step. */
  readonly #premiums = new Map<number, number>()

  /** @param index with the perpetual's own turnover and lots, so that both stand still in the same seconds */
  constructor(index: PairPath, draws: Draws) {
    super()
    this.base = index.base
    this.#index = index
    this.#draws = draws
  }

  basePrice(day: number): number {
    return this.#index.basePrice(day)
  }

  override minute(day: number, minute: number): Stretch {
    const following: Following = minuteAt(this.minutes(day), minute)
    following.index = this.#index.minute(day, minute)
    return following
  }

  /** The parts of the index's stretch, lifted; what stands still there stands still here. */
  split(whole: Following, depth: number): Stretch[] {
    const level = WITHIN_MINUTE[depth]
    if (!level || !whole.index) return []
    const parts = this.#index.split(whole.index, depth).map((index) => this.#follow(index, level.lengthMs))
    this.#draws.begin(chance, LOTS_PURPOSE + depth, Math.floor(whole.openTime / 1000))
    for (const part of parts) part.share = part.index.volume > 0 ? part.index.variance / whole.variance : 0
    keepWithinLots(parts, whole.volume)
    joinEnds(parts, whole)
    meetExtremes(parts, whole)
    shareVolume(parts, whole, level.unevenness, chance)
    return parts
  }

  protected buildDay(day: number): MinuteDay {
    const index = this.#index.minutes(day)
    const values = new Float64Array(DAY_MINUTES + 1)
    for (let minute = 0; minute <= DAY_MINUTES; minute += 1)
      values[minute] = (index.values[minute] ?? 0) + this.#premium(day * DAY_MS + minute * MINUTE_MS)
    const highs = new Float64Array(DAY_MINUTES)
    const lows = new Float64Array(DAY_MINUTES)
    const volumes = new Float64Array(DAY_MINUTES)
    for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
      const [open, close] = [values[minute] ?? 0, values[minute + 1] ?? 0]
      const lift = this.#premium(day * DAY_MS + (minute + 0.5) * MINUTE_MS)
      highs[minute] = Math.max(open, close, (index.highs[minute] ?? 0) + lift)
      lows[minute] = Math.min(open, close, (index.lows[minute] ?? 0) + lift)
      volumes[minute] = index.volumes[minute] ?? 1
    }
    return { day, values, highs, lows, volumes, variances: index.variances }
  }

  #follow(index: Stretch, lengthMs: number): Following & { index: Stretch; share: number } {
    const lift = this.#premium(index.openTime + lengthMs / 2)
    const { openTime, variance } = index
    return {
      openTime,
      open: index.open + lift,
      high: index.high + lift,
      low: index.low + lift,
      close: index.close + lift,
      volume: 0,
      variance,
      share: 0,
      index,
    }
  }

  #premium(time: number): number {
    const knot = Math.floor(time / PREMIUM_STEP_MS)
    const share = time / PREMIUM_STEP_MS - knot
    return (1 - share) * this.#premiumAt(knot) + share * this.#premiumAt(knot + 1)
  }

  #premiumAt(knot: number): number {
    const draw = () => this.#draws.begin(chance, PREMIUM_PURPOSE, knot).normal()
    return remembered(this.#premiums, knot, () => PREMIUM_MEAN + PREMIUM_SPREAD * draw(), PREMIUMS_MAX)
  }
}

type Part = Following & { share: number }

/** With fewer lots than parts that move, the last ones stand still. */
function keepWithinLots(parts: readonly Part[], lots: number): void {
  let room = lots
  for (const part of parts)
    if (part.share > 0) {
      if (room <= 0) part.share = 0
      room -= 1
    }
}

/** Each part opens where the one before closed, the last that moves closes at the whole's close, all within its range. */
function joinEnds(parts: readonly Part[], whole: Stretch): void {
  let open = whole.open
  let last = -1
  for (const [at, part] of parts.entries()) if (part.share > 0) last = at
  for (const [at, part] of parts.entries()) {
    const close = Math.min(whole.high, Math.max(whole.low, part.close))
    part.open = open
    part.close = part.share === 0 ? open : at === last ? whole.close : close
    open = part.close
    const [top, bottom] = [Math.max(part.open, part.close), Math.min(part.open, part.close)]
    part.high = part.share === 0 ? top : Math.min(whole.high, Math.max(top, part.high))
    part.low = part.share === 0 ? bottom : Math.max(whole.low, Math.min(bottom, part.low))
  }
}
