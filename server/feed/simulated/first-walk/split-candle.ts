/** Splits a candle into its parts, deterministically; the parts fold back to it exactly. */

import { Chance } from "../../../maker/chance.ts"
import { DAY_MS, type NestLevel, timeOfDay } from "../nest.ts"
import { type Stretch, shareVolume } from "../stretch.ts"
import { fitToExtremes, type Part } from "./fit-path.ts"
import type { PairWalk } from "./pair-walk.ts"
import { wildness } from "./wildness.ts"

/** Half an hour and longer follow the hour of the day; below that the shares are even. */
const SHORTEST_TIMED_MS = 3_600_000

const market = new Chance()
const base = new Chance()
const quote = new Chance()

/**
 * Splits a stretch into the parts of `level`. Guarantees: the first opens at its open, each opens where the one before
 * closed, the last closes at its close, the highest high is its high, the lowest low its low, volumes sum to its
 * volume, and a part without volume is flat. `wakefulness`: chance that a part beyond the first is traded in.
 * Same pair, level and time: same draws, so a perpetual moves with its index and a cross with its two coins.
 */
export function splitStretch(
  whole: Stretch,
  level: NestLevel,
  depth: number,
  pair: PairWalk,
  wakefulness: number,
): Stretch[] {
  const time = Math.floor(whole.openTime / 1000)
  market.seed(pair.marketKey, depth + 2, time)
  base.seed(pair.baseKey, depth + 2, time)
  if (pair.quote) quote.seed(pair.quoteKey, depth + 2, time)
  const parts = emptyParts(whole, level)
  shareVariance(parts, whole, level, pair, wakefulness)
  walkThrough(parts, whole, pair)
  fitToExtremes(parts, whole, base)
  shareVolume(parts, whole, level.unevenness, base)
  return parts
}

function emptyParts(whole: Stretch, level: NestLevel): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < level.count; at += 1) {
    const openTime = whole.openTime + at * level.lengthMs
    parts.push({ openTime, open: 0, high: 0, low: 0, close: 0, volume: 0, variance: 0, share: 0 })
  }
  return parts
}

/** A normal draw in which the pair's coins and the market take their part. */
function mixedNormal(pair: PairWalk): number {
  const { mixture } = pair
  const mixed = mixture.market * market.normal() + mixture.base * base.normal()
  return pair.quote ? mixed + mixture.quote * quote.normal() : mixed
}

function shareVariance(
  parts: Part[],
  whole: Stretch,
  level: NestLevel,
  pair: PairWalk,
  wakefulness: number,
): void {
  const awake = wakeParts(parts.length, whole.volume, level, wakefulness)
  let sum = 0
  for (const [at, part] of parts.entries()) {
    const timed = level.lengthMs >= SHORTEST_TIMED_MS ? timeOfDay(part.openTime % DAY_MS, level.lengthMs) : 1
    const share = timed * Math.exp(level.roughness * wildness(pair, part.openTime, level.lengthMs))
    part.share = awake[at] ? share : 0
    sum += part.share
  }
  if (sum > 0) for (const part of parts) part.share /= sum
}

/** At least one part of a traded stretch is awake, and never more than it has lots. */
function wakeParts(count: number, volume: number, level: NestLevel, wakefulness: number): boolean[] {
  const surely = Math.floor(base.next() * count)
  const awake: boolean[] = []
  let room = volume
  for (let at = 0; at < count; at += 1) {
    const draw = base.next()
    awake.push(at === surely && volume > 0)
    if (!level.maySleep || draw < wakefulness) awake[at] = volume > 0
    if (awake[at]) room -= 1
  }
  for (let at = 0; room < 0 && at < count; at += 1)
    if (awake[at] && at !== surely) {
      awake[at] = false
      room += 1
    }
  return awake
}

/** Bounds of the variance to walk with, in squares of the range: below, a walk looks drawn with a ruler. */
const VARIANCE_LEAST = 0.15
const VARIANCE_MOST = 1.2

/**
 * The variance to walk with: what was expected of the stretch, as far as it suits its range. By the range alone chance
 * would pile up from level to level into spasms; by the expectation alone the walk would not reach its extremes.
 */
function varianceOf(whole: Stretch): number {
  const square = (whole.high - whole.low) ** 2
  return Math.min(VARIANCE_MOST * square, Math.max(VARIANCE_LEAST * square, whole.variance))
}

/** A Brownian bridge from open to close over the parts that are awake. */
function walkThrough(parts: Part[], whole: Stretch, pair: PairWalk): void {
  const variance = varianceOf(whole)
  let drift = 0
  for (const part of parts) {
    part.variance = part.share * variance
    part.close = Math.sqrt(part.variance) * mixedNormal(pair)
    drift += part.close
  }
  const missing = whole.close - whole.open - drift
  let at = whole.open
  let last: Part | undefined
  for (const part of parts) {
    part.open = at
    at += part.close + part.share * missing
    part.close = at
    if (part.share > 0) last = part
  }
  settleEnd(parts, last, whole)
}

/** The sum may miss the close by a hair; the last awake part and all after it end on it exactly. */
function settleEnd(parts: Part[], last: Part | undefined, whole: Stretch): void {
  if (!last) return
  last.close = whole.close
  for (let at = parts.indexOf(last) + 1; at < parts.length; at += 1) {
    const part = parts[at]
    if (part) {
      part.open = whole.close
      part.close = whole.close
    }
  }
}
