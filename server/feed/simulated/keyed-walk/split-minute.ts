/** Splits a stretch within a minute: candidate paths are drawn, and one that fits its extremes is chosen. */

import { Chance } from "../../../maker/chance.ts"
import type { NestLevel } from "../nest.ts"
import { type Stretch, shareVolume, wick } from "../stretch.ts"
import type { Draws } from "./draws.ts"

/** A part with its share of the whole's variance; 0 sleeps. */
type Part = Stretch & { share: number }

/** Paths to choose from. More of them follow the extremes more closely; so many leave no echo in the changes. */
const CANDIDATES = 24
/** Purposes of the draws: one for each level of the nest, from here on. */
const PURPOSE = 30
/** Below this a probability counts as none, so that its logarithm stays finite. */
const LEAST = 1e-12

const chance = new Chance()

/**
 * Splits a stretch into the parts of `level`. Guarantees: the first opens at its open, each opens where the one before
 * closed, the last closes at its close, the highest high is its high, the lowest low its low, volumes sum to its
 * volume, and a part without volume is flat. `wakefulness`: chance that a part beyond the first is traded in.
 *
 * The path is a Brownian bridge given its extremes: candidates are drawn without looking at them, and one is chosen
 * with a chance that grows with how likely it has just these extremes (importance resampling).
 */
export function splitWithinMinute(
  whole: Stretch,
  level: NestLevel,
  depth: number,
  draws: Draws,
  wakefulness: number,
): Stretch[] {
  draws.begin(chance, PURPOSE + depth, Math.floor(whole.openTime / 1000))
  const parts = emptyParts(whole, level)
  shareVariance(parts, whole, level, wakefulness)
  layCloses(parts, chooseCloses(parts, whole), whole)
  reachExtremes(parts, whole, "high")
  reachExtremes(parts, whole, "low")
  shareVolume(parts, whole, level.unevenness, chance)
  return parts
}

function emptyParts(whole: Stretch, level: NestLevel): Part[] {
  return Array.from({ length: level.count }, (_, at) => {
    const openTime = whole.openTime + at * level.lengthMs
    return { openTime, open: 0, high: 0, low: 0, close: 0, volume: 0, variance: 0, share: 0 }
  })
}

function shareVariance(parts: Part[], whole: Stretch, level: NestLevel, wakefulness: number): void {
  const awake = wakeParts(parts.length, whole.volume, wakefulness)
  let sum = 0
  for (const [at, part] of parts.entries()) {
    const share = Math.exp(level.roughness * chance.normal())
    part.share = awake[at] ? share : 0
    sum += part.share
  }
  for (const part of parts) {
    if (sum > 0) part.share /= sum
    part.variance = part.share * whole.variance
  }
}

/** At least one part of a traded stretch is awake, and never more than it has lots. */
function wakeParts(count: number, volume: number, wakefulness: number): boolean[] {
  const surely = Math.floor(chance.next() * count)
  const awake = Array.from({ length: count }, (_, at) => {
    const isAwake = chance.next() < wakefulness
    return volume > 0 && (at === surely || isAwake)
  })
  let surplus = awake.filter(Boolean).length - volume
  for (let at = 0; surplus > 0 && at < count; at += 1)
    if (awake[at] && at !== surely) {
      awake[at] = false
      surplus -= 1
    }
  return awake
}

/** The closes of the parts of the candidate that was chosen. */
function chooseCloses(parts: readonly Part[], whole: Stretch): readonly number[] {
  let chosen: readonly number[] = parts.map(() => whole.close)
  let sum = 0
  for (let candidate = 0; candidate < CANDIDATES; candidate += 1) {
    const closes = drawBridge(parts, whole)
    const weight = suits(parts, closes, whole, "high") * suits(parts, closes, whole, "low") + LEAST
    sum += weight
    if (chance.next() * sum < weight) chosen = closes
  }
  return chosen
}

/** A Brownian bridge from open to close over the parts that are awake. */
function drawBridge(parts: readonly Part[], whole: Stretch): number[] {
  let drawn = 0
  const closes = parts.map((part) => {
    drawn += Math.sqrt(part.variance) * chance.normal()
    return drawn
  })
  const missing = whole.close - whole.open - drawn
  let passed = 0
  return closes.map((close, at) => {
    passed += parts[at]?.share ?? 0
    return whole.open + close + passed * missing
  })
}

/**
 * How likely a path with these closes reaches just this extreme: the density of the greatest of its parts' maxima,
 * each of which stays below m with the chance 1 − exp(−2 (m − a)(m − b) / variance) between its ends a and b.
 */
function suits(
  parts: readonly Part[],
  closes: readonly number[],
  whole: Stretch,
  side: "high" | "low",
): number {
  let below = 1
  let reaching = 0
  let open = whole.open
  for (const [at, part] of parts.entries()) {
    const close = closes[at] ?? open
    if (part.variance > 0) {
      const { stays, density } = reach(open, close, whole[side], part.variance)
      if (stays <= 0) return 0
      below *= stays
      reaching += density / stays
    }
    open = close
  }
  return below * reaching
}

function reach(open: number, close: number, extreme: number, variance: number) {
  const [first, last] = [Math.abs(extreme - open), Math.abs(extreme - close)]
  const isBeyond = (extreme - open) * (extreme - close) < 0
  if (isBeyond) return { stays: 0, density: 0 }
  const passes = Math.exp((-2 * first * last) / variance)
  return { stays: 1 - passes, density: ((2 * (first + last)) / variance) * passes }
}

/** How much of a wick no inner close enters. */
const WICK_TIP = 0.01

/**
 * No inner close lies on an extreme that goes beyond the ends of `whole`: it is then reached within a part, beyond its ends
 * as well, so that candles of any interval round it alike.
 */
function layCloses(parts: Part[], closes: readonly number[], whole: Stretch): void {
  const [lower, upper] = [Math.min(whole.open, whole.close), Math.max(whole.open, whole.close)]
  const least = whole.low + WICK_TIP * (lower - whole.low)
  const most = whole.high - WICK_TIP * (whole.high - upper)
  let open = whole.open
  let last = -1
  for (const [at, part] of parts.entries()) if (part.share > 0) last = at
  for (const [at, part] of parts.entries()) {
    const close = Math.min(most, Math.max(least, closes[at] ?? open))
    part.open = open
    part.close = part.share === 0 ? open : at === last ? whole.close : close
    part.high = Math.max(part.open, part.close)
    part.low = Math.min(part.open, part.close)
    open = part.close
  }
}

/** Gives each part its own extreme below the whole's, and one of them the whole's, by how likely each is the one. */
function reachExtremes(parts: readonly Part[], whole: Stretch, side: "high" | "low"): void {
  let sum = 0
  let reached: Part | undefined
  for (const part of parts) {
    if (part.share === 0) continue
    const { stays, density } = reach(part.open, part.close, whole[side], part.variance)
    const body = Math.abs(part.close - part.open)
    // The luck of a wick that stays within: an exponential, cut where the whole's extreme is reached.
    const own = wick(body, part.variance, -Math.log(1 - chance.next() * stays))
    part[side] = side === "high" ? Math.min(whole.high, part.high + own) : Math.max(whole.low, part.low - own)
    const weight = stays > 0 ? density / stays + LEAST : 1 / LEAST
    sum += weight
    if (chance.next() * sum < weight) reached = part
  }
  if (reached) reached[side] = whole[side]
}
