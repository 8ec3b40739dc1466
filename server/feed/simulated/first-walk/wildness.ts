/** Volatility at a moment: smooth noise over time, so that it changes without steps. */

import type { PairWalk } from "./pair-walk.ts"

/** Distance of the field's knots, in lengths of the parts that are judged. */
const KNOT_LENGTHS = 2.5
/** Part of the whole market in a coin's wildness; squares with the own part sum to 1. */
const MARKET_PART = 0.7
const OWN_PART = 0.714

/** About standard normal, for a part that starts at `openTime`; shared in part with the whole market. */
export function wildness(pair: PairWalk, openTime: number, lengthMs: number): number {
  const place = (openTime + lengthMs / 2) / (lengthMs * KNOT_LENGTHS)
  const knot = Math.floor(place)
  const share = place - knot
  const ease = share * share * (3 - 2 * share)
  // Between two knots the mean of both has less spread; this keeps the variance even.
  const even = 1 / Math.sqrt(ease * ease + (1 - ease) * (1 - ease))
  const at = (key: number) =>
    (1 - ease) * knotValue(key, lengthMs, knot) + ease * knotValue(key, lengthMs, knot + 1)
  return even * (MARKET_PART * at(pair.marketKey) + OWN_PART * at(pair.baseKey))
}

/** Sum of four uniforms: near enough to a normal, and quicker. */
function knotValue(key: number, lengthMs: number, knot: number): number {
  let hash = Math.imul(key ^ Math.imul(lengthMs, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(knot, 0xc2b2ae35)
  let sum = 0
  for (let draw = 0; draw < 4; draw += 1) {
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39)
    hash ^= hash >>> 15
    sum += (hash >>> 0) / 4_294_967_296
  }
  return (sum - 2) * Math.sqrt(3)
}
