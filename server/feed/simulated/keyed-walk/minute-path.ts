/** A price path that is known by the minute: longer stretches are folded from minutes, shorter ones split from one. */

import { INTERVAL_MS } from "#core/candle/bucket.ts"
import { DAY_MS, NEST, type NestLevel, SECOND_MS } from "../nest.ts"
import { fold, type Stretch } from "../stretch.ts"
import { type DayInterval, logPriceWithin, type PricePath } from "../walk.ts"
import { remembered } from "./factor.ts"
import { foldMinutes, type MinuteDay, minuteAt } from "./minute-day.ts"
import { QUARTER, QuarterDays } from "./quarter-days.ts"
import { DAY_MINUTES, MINUTE_MS } from "./wild-minutes.ts"

/** Levels of the nest below a minute: 15 s, 5 s, 1 s. */
export const WITHIN_MINUTE: readonly NestLevel[] = NEST.filter(({ lengthMs }) => lengthMs < MINUTE_MS)
/** Whole days that are remembered as one stretch each: more than three years of them. */
const FOLDED_DAYS_MAX = 1200

const quarterDays = new QuarterDays()
let paths = 0

export abstract class MinutePath implements PricePath {
  abstract readonly base: string
  /** Its own among all that remember days in common. */
  readonly #number = ++paths
  readonly #days = new Map<number, MinuteDay>()
  readonly #folded = new Map<number, Stretch>()
  /** The stretches that were last looked at, from the minute down, with their parts. A memory, not a state. */
  readonly #trail: { whole: Stretch; parts: readonly Stretch[] }[] = []
  #minute: Stretch | undefined

  abstract basePrice(day: number): number
  protected abstract buildDay(day: number): MinuteDay
  /** Parts of a stretch on a level of {@link WITHIN_MINUTE}: 0 are those of a minute. */
  abstract split(whole: Stretch, depth: number): Stretch[]

  /** The day in minutes. Also of use to paths that follow this one. */
  minutes(day: number): MinuteDay {
    return remembered(this.#days, day, () => this.buildDay(day))
  }

  /** Minute `minute` of a day, as it is split further. */
  minute(day: number, minute: number): Stretch {
    return minuteAt(this.minutes(day), minute)
  }

  stretches(interval: DayInterval, from: number, cut: number): Stretch[] {
    const length = INTERVAL_MS[interval]
    const found: Stretch[] = []
    for (let open = Math.ceil(from / length) * length; open < cut; open += length) {
      const whole =
        length < MINUTE_MS
          ? this.#withinMinute(open, length, cut)
          : this.folded(open, Math.min(open + length, cut))
      if (whole) found.push(whole)
    }
    return found
  }

  /** What lies in [from, to), within one day: `from` a whole minute, `to` a whole second. */
  folded(from: number, to: number): Stretch | undefined {
    const day = Math.floor(from / DAY_MS)
    const first = (from % DAY_MS) / MINUTE_MS
    if (first === 0 && to - from === DAY_MS) return this.#wholeDay(day)
    const last = first + Math.floor((to - from) / MINUTE_MS)
    const rest = from + (last - first) * MINUTE_MS
    const parts: Stretch[] = last > first ? [this.#minutesFolded(day, first, last)] : []
    if (rest < to) {
      const begun = this.#begunMinute(rest, to)
      if (begun) parts.push(begun)
    }
    return fold(parts)
  }

  /** The minutes [first, last), at least one. */
  #minutesFolded(day: number, first: number, last: number): Stretch {
    const isInQuarters = first % QUARTER === 0 && last % QUARTER === 0
    return isInQuarters
      ? quarterDays.folded(this.#number, day, [first, last], () => this.minutes(day))
      : foldMinutes(this.minutes(day), first, last)
  }

  second(time: number): Stretch {
    let stretch = this.#begin(time)
    for (const depth of WITHIN_MINUTE.keys()) stretch = this.#partAt(stretch, depth, time) ?? stretch
    return stretch
  }

  logPrice(time: number): number {
    const second = this.second(time)
    return logPriceWithin(second, (time - second.openTime) / SECOND_MS)
  }

  #wholeDay(day: number): Stretch {
    return remembered(
      this.#folded,
      day,
      () => foldMinutes(this.minutes(day), 0, DAY_MINUTES),
      FOLDED_DAYS_MAX,
    )
  }

  #withinMinute(open: number, length: number, cut: number): Stretch | undefined {
    const depth = WITHIN_MINUTE.findIndex(({ lengthMs }) => lengthMs === length)
    let stretch: Stretch | undefined = this.#begin(open)
    for (let level = 0; level <= depth && stretch; level += 1) stretch = this.#partAt(stretch, level, open)
    if (!stretch || open + length <= cut) return stretch
    return fold(this.#secondsBefore(stretch, depth + 1, cut))
  }

  /** The minute that begins at `from`, as far as it has gone by `to`. */
  #begunMinute(from: number, to: number): Stretch | undefined {
    return fold(this.#secondsBefore(this.#begin(from), 0, to))
  }

  #begin(time: number): Stretch {
    const minute = Math.floor((time % DAY_MS) / MINUTE_MS)
    const openTime = Math.floor(time / MINUTE_MS) * MINUTE_MS
    if (this.#minute?.openTime === openTime) return this.#minute
    this.#minute = this.minute(Math.floor(time / DAY_MS), minute)
    return this.#minute
  }

  #partAt(whole: Stretch, depth: number, time: number): Stretch | undefined {
    const level = WITHIN_MINUTE[depth]
    if (!level) return whole
    return this.#parts(whole, depth)[Math.floor((time - whole.openTime) / level.lengthMs)]
  }

  #parts(whole: Stretch, depth: number): readonly Stretch[] {
    let step = this.#trail[depth]
    if (step?.whole !== whole) {
      step = { whole, parts: this.split(whole, depth) }
      this.#trail[depth] = step
    }
    return step.parts
  }

  #secondsBefore(whole: Stretch, depth: number, cut: number): Stretch[] {
    const level = WITHIN_MINUTE[depth]
    if (!level) return []
    return this.#parts(whole, depth).flatMap((part) => {
      if (part.openTime >= cut) return []
      return part.openTime + level.lengthMs <= cut ? [part] : this.#secondsBefore(part, depth + 1, cut)
    })
  }
}
