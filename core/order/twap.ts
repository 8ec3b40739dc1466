/** TWAP: a total that is traded in slices over a time (S20): its limits, and the size of each slice. */

import type { Problem } from "../wire/problem.ts"

const MINUTE_MS = 60_000
export const TWAP_DURATION_LEAST = 5 * MINUTE_MS
export const TWAP_DURATION_MOST = 24 * 60 * MINUTE_MS
export const TWAP_INTERVAL_LEAST = 10_000
export const TWAP_INTERVAL_MOST = 60 * MINUTE_MS
/** A slice makes up for slices that weren't sent or filled, up to so many even ones. */
const CATCH_UP_MOST = 3
/** A random slice is 80 to 120 % of what is due, in thousandths. */
const RANDOM_LEAST = 800
const RANDOM_STEPS = 401

/** As snapshots, events and rows have it. */
export const TWAP_STATUSES = ["running", "paused", "ended"] as const
export type TwapStatus = (typeof TWAP_STATUSES)[number]

export interface TwapTimes {
  durationMs: number
  intervalMs: number
}

/** How many slices there are: the first at once, each later one an interval behind the one before. */
export const twapSlices = ({ durationMs, intervalMs }: TwapTimes): number =>
  Math.floor(durationMs / intervalMs)

/** `TWAP_RANGE`: whole ms within the limits, and at least two slices. */
export function checkTwapTimes({ durationMs, intervalMs }: TwapTimes): Problem<"TWAP_RANGE"> | undefined {
  const isWithin = (value: number, least: number, most: number) =>
    Number.isSafeInteger(value) && value >= least && value <= most
  const isGood =
    isWithin(durationMs, TWAP_DURATION_LEAST, TWAP_DURATION_MOST) &&
    isWithin(intervalMs, TWAP_INTERVAL_LEAST, TWAP_INTERVAL_MOST) &&
    durationMs >= 2 * intervalMs
  return isGood ? undefined : { name: "TWAP_RANGE" }
}

/** Lots of the smallest slice that the plan itself makes: all of them must be orders that the market takes. */
export function leastSlice(quantity: number, slices: number, isRandom: boolean): number {
  const even = Math.floor(quantity / slices)
  return isRandom ? scaled(even, RANDOM_LEAST) : even
}

/**
 * Lots of the next slice: what is left over the slices that are left, rounded down; the last takes all that is left. Never more than
 * three even slices, nor than `most`. `random`: 32 bits, with which all but the last are scaled to 80 … 120 %.
 * @example nextSlice({ quantity: 100, left: 60, slices: 10, slicesLeft: 5, most: 1000 }) // 12
 */
export function nextSlice(of: {
  quantity: number
  left: number
  slices: number
  slicesLeft: number
  most: number
  random?: number | undefined
}): number {
  const { quantity, left, slices, slicesLeft, most, random } = of
  if (slicesLeft < 1) return 0
  const due = slicesLeft === 1 ? left : Math.floor(left / slicesLeft)
  const wanted =
    random === undefined || slicesLeft === 1 ? due : scaled(due, RANDOM_LEAST + (random % RANDOM_STEPS))
  return Math.min(wanted, left, most, CATCH_UP_MOST * Math.ceil(quantity / slices))
}

const scaled = (lots: number, thousandths: number): number =>
  Number((BigInt(lots) * BigInt(thousandths)) / 1000n)

/** 32 bits of a seed for one of its slices: the same for the same, whoever asks and whenever. */
export function sliceRandom(seed: number, slice: number): number {
  let bits = (seed ^ Math.imul(slice + 1, 0x9e3779b9)) >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b) >>> 0
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35) >>> 0
  return (bits ^ (bits >>> 16)) >>> 0
}
