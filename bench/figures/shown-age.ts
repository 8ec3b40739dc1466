/** Age of what is on the screen, from when each probe was sent and when it was painted. Plain functions. */

import { median, percentile } from "../context.ts"

/** How often the screen is looked at, ms. */
const LOOK_EVERY_MS = 20

/** A probe's number and when it was painted, epoch ms of the page. */
type Painted = readonly (readonly [number: number, at: number])[]

interface Span {
  /** Epoch ms of the page. */
  from: number
  to: number
}

/**
 * Age of the newest probe on the screen, at each look, in order. Before the first one is painted it is as old as the first one
 * that was sent in the span. `sent`: by number, epoch ms of the sender; `offset`: its clock minus the page's.
 * @example probes sent at 0 and 50, painted at 10 and 90: at 80 the age is 80, at 100 it is 50
 */
export function shownAges(
  sent: readonly number[],
  painted: Painted,
  offset: number,
  { from, to }: Span,
): number[] {
  const ages: number[] = []
  let place = -1
  const firstSent = sent.map((at) => at - offset).find((at) => at >= from) ?? from
  for (let at = from; at <= to; at += LOOK_EVERY_MS) {
    while (place + 1 < painted.length && (painted[place + 1]?.[1] ?? Number.POSITIVE_INFINITY) <= at)
      place += 1
    const number = painted[place]?.[0]
    const sentAt = number === undefined ? firstSent : (sent[number] ?? Number.NaN) - offset
    ages.push(Math.max(0, at - sentAt))
  }
  return ages
}

/** 95th percentile of all looks, ms. */
export const ageP95 = (ages: readonly number[]): number => percentile(ages, 0.95)

/** Median of the last third minus that of the first, ms: a page that falls behind for good grows all the time. */
export function ageGrowth(ages: readonly number[]): number {
  const third = Math.floor(ages.length / 3)
  return median(ages.slice(-third)) - median(ages.slice(0, third))
}
