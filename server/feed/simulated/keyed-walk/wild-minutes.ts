/** How wild each minute of a day is: smooth fields of chance on six scales, so that calm turns into storm without a step. */

import { Chance } from "../../../maker/chance.ts"
import { timeOfDay } from "../nest.ts"
import type { Draws } from "./draws.ts"

export const DAY_MINUTES = 1440
export const MINUTE_MS = 60_000

interface Scale {
  /** Minutes over which a value stands. */
  minutes: number
  /** Knots of the field in a day; between them it runs smoothly. */
  knots: number
  /** Standard deviation of its logarithm. */
  roughness: number
}

/** A knot lies about two and a half lengths from the next, and the first of a day is the end of the day before. */
const SCALES: readonly Scale[] = [
  { minutes: 240, knots: 2, roughness: 0.5 },
  { minutes: 60, knots: 10, roughness: 0.5 },
  { minutes: 30, knots: 19, roughness: 0.45 },
  { minutes: 15, knots: 38, roughness: 0.45 },
  { minutes: 5, knots: 115, roughness: 0.5 },
  { minutes: 1, knots: 576, roughness: 0.7 },
]
/** Purposes of the draws: one for each scale, from here on. */
const PURPOSE = 10

/** Values of all scales in a day, by scale and then by step; about standard normal each. */
export type WildFields = readonly Float64Array[]

const chance = new Chance()

/** The fields of one subject on a day. */
export function wildFields(draws: Draws, day: number): WildFields {
  return SCALES.map((scale, place) => smoothed(knotsOf(draws, PURPOSE + place, scale.knots, day), scale))
}

/** Drawn in loops: a callback for each of a day's two thousand values would cost more than the draws. */
function knotsOf(draws: Draws, purpose: number, count: number, day: number): Float64Array {
  const knots = new Float64Array(count + 1)
  knots[count] = draws.begin(chance, purpose, day + 1).normal()
  draws.begin(chance, purpose, day)
  for (let knot = 0; knot < count; knot += 1) knots[knot] = chance.normal()
  return knots
}

function smoothed(knots: Float64Array, { minutes, knots: count }: Scale): Float64Array {
  const values = new Float64Array(DAY_MINUTES / minutes)
  const step = (minutes * count) / DAY_MINUTES
  for (let at = 0; at < values.length; at += 1) values[at] = smooth(knots, (at + 0.5) * step)
  return values
}

function smooth(values: Float64Array, place: number): number {
  const knot = Math.floor(place)
  const share = place - knot
  const ease = share * share * (3 - 2 * share)
  // Between two knots the mean of both has less spread; this keeps the variance even.
  const even = 1 / Math.sqrt(ease * ease + (1 - ease) * (1 - ease))
  return even * ((1 - ease) * (values[knot] ?? 0) + ease * (values[knot + 1] ?? 0))
}

/** How much of a coin's wildness is the market's, and how much its own; their squares sum to 1. */
const MARKET_PART = 0.7
const OWN_PART = 0.714

/**
 * What each minute weighs against the others of its day, by the hour of the day and by its wildness.
 * @param own left out: the market itself
 */
export function minuteWeights(market: WildFields, own?: WildFields): Float64Array {
  const weights = new Float64Array(DAY_MINUTES)
  const sums = new Float64Array(DAY_MINUTES)
  for (const [place, { minutes, roughness }] of SCALES.entries()) {
    const [shared, extra] = [market[place], own?.[place]]
    for (let at = 0; at < DAY_MINUTES / minutes; at += 1) {
      const value = extra
        ? MARKET_PART * (shared?.[at] ?? 0) + OWN_PART * (extra[at] ?? 0)
        : (shared?.[at] ?? 0)
      for (let minute = at * minutes; minute < (at + 1) * minutes; minute += 1)
        sums[minute] = (sums[minute] ?? 0) + roughness * value
    }
  }
  for (let minute = 0; minute < DAY_MINUTES; minute += 1)
    weights[minute] = timeOfDay(minute * MINUTE_MS, MINUTE_MS) * Math.exp(sums[minute] ?? 0)
  return weights
}
