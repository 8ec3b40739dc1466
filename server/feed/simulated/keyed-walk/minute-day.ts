/** A day of one market in minutes: logarithms of prices, whole lots. Everything longer is folded from it. */

import type { Chance } from "../../../maker/chance.ts"
import { DAY_MS } from "../nest.ts"
import { type Stretch, wick } from "../stretch.ts"
import { DAY_MINUTES, MINUTE_MS } from "./wild-minutes.ts"

/** By minute. `values` holds one more: where the last minute ends. */
export interface MinuteDay {
  day: number
  values: Float64Array
  highs: Float64Array
  lows: Float64Array
  volumes: Float64Array
  /** Variance of the logarithm's change within the minute. */
  variances: Float64Array
}

/**
 * Draws how far each minute reaches beyond its ends, and shares the day's lots out over the minutes.
 * @param lots of the whole day, at least one for each minute
 */
export function finishDay(
  day: number,
  { values, variances }: Pick<MinuteDay, "values" | "variances">,
  lots: number,
  chance: Chance,
): MinuteDay {
  const highs = new Float64Array(DAY_MINUTES)
  const lows = new Float64Array(DAY_MINUTES)
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const [open, close] = [values[minute] ?? 0, values[minute + 1] ?? 0]
    const body = Math.abs(close - open)
    const variance = variances[minute] ?? 0
    highs[minute] = Math.max(open, close) + wick(body, variance, chance.exponential())
    lows[minute] = Math.min(open, close) - wick(body, variance, chance.exponential())
  }
  const finished = { day, values, highs, lows, variances, volumes: new Float64Array(DAY_MINUTES) }
  shareLots(finished, lots, chance)
  return finished
}

/** More lots where the price moves more and where more was to be expected, with some luck of each minute's own. */
function shareLots({ highs, lows, variances, volumes }: MinuteDay, lots: number, chance: Chance): void {
  let ranges = 0
  let spreads = 0
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    ranges += (highs[minute] ?? 0) - (lows[minute] ?? 0)
    spreads += Math.sqrt(variances[minute] ?? 0)
  }
  let sum = 0
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const range = (((highs[minute] ?? 0) - (lows[minute] ?? 0)) * DAY_MINUTES) / ranges
    const spread = (Math.sqrt(variances[minute] ?? 0) * DAY_MINUTES) / spreads
    const weight = (0.2 + range) * spread * Math.exp(0.45 * chance.normal())
    volumes[minute] = weight
    sum += weight
  }
  const spare = lots - DAY_MINUTES
  let running = 0
  let given = 0
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    running += volumes[minute] ?? 0
    const upTo = minute === DAY_MINUTES - 1 ? spare : Math.floor((running / sum) * spare)
    volumes[minute] = 1 + upTo - given
    given = upTo
  }
}

/** One minute of it. */
export function minuteAt(of: MinuteDay, minute: number): Stretch {
  return {
    openTime: of.day * DAY_MS + minute * MINUTE_MS,
    open: of.values[minute] ?? 0,
    close: of.values[minute + 1] ?? 0,
    high: of.highs[minute] ?? 0,
    low: of.lows[minute] ?? 0,
    volume: of.volumes[minute] ?? 0,
    variance: of.variances[minute] ?? 0,
  }
}

/** The minutes [from, to) as one; at least one. */
export function foldMinutes(of: MinuteDay, from: number, to: number): Stretch {
  const whole = minuteAt(of, from)
  whole.close = of.values[to] ?? 0
  for (let minute = from + 1; minute < to; minute += 1) {
    const [high, low] = [of.highs[minute] ?? 0, of.lows[minute] ?? 0]
    if (high > whole.high) whole.high = high
    if (low < whole.low) whole.low = low
    whole.volume += of.volumes[minute] ?? 0
    whole.variance += of.variances[minute] ?? 0
  }
  return whole
}
