/** A stretch of the fair path (open, high, low, close, volume), and folding of stretches into one. */

import type { Chance } from "../../maker/chance.ts"

/** Logarithms of prices, whole lots. Without volume it is flat. */
export interface Stretch {
  openTime: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  /** What is expected of the logarithm's variance within it. */
  variance: number
}

/** Stretches in a row as one; undefined for none. */
export function fold(parts: readonly Stretch[]): Stretch | undefined {
  const first = parts[0]
  if (!first) return undefined
  const whole = { ...first }
  for (let at = 1; at < parts.length; at += 1) {
    const part = parts[at] ?? first
    if (part.high > whole.high) whole.high = part.high
    if (part.low < whole.low) whole.low = part.low
    whole.close = part.close
    whole.volume += part.volume
    whole.variance += part.variance
  }
  return whole
}

/**
 * How far a Brownian bridge reaches beyond its body on one side: exact for each side.
 * @param luck exponential with mean 1
 */
export const wick = (body: number, variance: number, luck: number): number =>
  (Math.sqrt(body * body + 2 * variance * luck) - body) / 2

/** Draws how far the stretch reaches beyond both its ends. */
export function bridgeExtremes(stretch: Stretch, chance: Chance): void {
  const { open, close, variance } = stretch
  const body = Math.abs(close - open)
  stretch.high = Math.max(open, close) + wick(body, variance, chance.exponential())
  stretch.low = Math.min(open, close) - wick(body, variance, chance.exponential())
}

/** The parts that reach furthest reach the extremes of `whole` exactly; one without a share of its variance sleeps. */
export function meetExtremes(parts: readonly (Stretch & { share: number })[], whole: Stretch): void {
  let highest: Stretch | undefined
  let lowest: Stretch | undefined
  for (const part of parts) {
    if (part.share === 0) continue
    if (!highest || part.high > highest.high) highest = part
    if (!lowest || part.low < lowest.low) lowest = part
  }
  if (highest) highest.high = whole.high
  if (lowest) lowest.low = whole.low
}

/**
 * Shares out the volume of `whole` by range and variance, with some luck (`unevenness`: standard deviation of its
 * logarithm). Whole lots by running sums; at least one for each part whose share of the variance is above 0, none for
 * the others, which sleep.
 */
export function shareVolume(
  parts: readonly (Stretch & { share: number })[],
  whole: Stretch,
  unevenness: number,
  chance: Chance,
): void {
  const range = whole.high - whole.low
  let sum = 0
  let awake = 0
  const weights = parts.map((part) => {
    const luck = Math.exp(unevenness * chance.normal())
    if (part.share === 0) return 0
    const reach = range > 0 ? (part.high - part.low) / range : part.share
    const weight = (0.15 + reach) * Math.sqrt(part.share) * luck
    sum += weight
    awake += 1
    return weight
  })
  const spare = whole.volume - awake
  let given = 0
  let running = 0
  for (const [at, part] of parts.entries()) {
    const weight = weights[at] ?? 0
    if (weight === 0) continue
    running += weight
    const upTo = running >= sum ? spare : Math.floor((running / sum) * spare)
    part.volume = 1 + upTo - given
    given = upTo
  }
}
