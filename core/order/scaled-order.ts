/** Splits a scaled order into its children: prices at even steps between two ends, sizes by a distribution (S17). */

import type { Lots, Ticks } from "../money/units.ts"

/** S17: how many children a scaled order may have. */
export const SCALED_LEAST = 2
export const SCALED_MOST = 40

/** How the total is spread from the first price to the last. */
export const DISTRIBUTIONS = ["flat", "increasing", "decreasing", "geometric"] as const
export type Distribution = (typeof DISTRIBUTIONS)[number]

export interface ScaledTerms {
  from: Ticks
  /** Above or below `from`. */
  to: Ticks
  /** {@link SCALED_LEAST} to {@link SCALED_MOST}. */
  count: number
  /** Of all children together. */
  quantity: Lots
  distribution: Distribution
}

export interface ScaledChild {
  price: Ticks
  quantity: Lots
}

/** `geometric`: each child is 5/4 of the one before. */
const RATIO = { over: 5n, under: 4n }

/**
 * The children in the order of their prices from `from` to `to`, both ends among them. Their quantities sum to `quantity`
 * exactly: each gets its share in whole lots, rounded down, and the lots that are left go one each to those that lost the
 * most by that, the earlier first. Some may get 0 lots of a total that is too small. Prices are all different where
 * `|to − from| ≥ count − 1`, and rounded half away from `from` else.
 *
 * @example splitScaled({ from: 100, to: 106, count: 3, quantity: 10, distribution: "increasing" })
 * // 100: 2, 103: 3, 106: 5
 */
export function splitScaled({ from, to, count, quantity, distribution }: ScaledTerms): ScaledChild[] {
  const weights = Array.from({ length: count }, (_, place) => weightOf(distribution, place, count))
  return shareOut(quantity, weights).map((lots, place) => ({
    price: priceAt(place, { from, to, count }),
    quantity: lots as Lots,
  }))
}

function weightOf(distribution: Distribution, place: number, count: number): bigint {
  if (distribution === "increasing") return BigInt(place + 1)
  if (distribution === "decreasing") return BigInt(count - place)
  if (distribution === "geometric")
    return RATIO.over ** BigInt(place) * RATIO.under ** BigInt(count - 1 - place)
  return 1n
}

/** Whole ticks all the way: half a tick goes away from `from`. */
function priceAt(place: number, { from, to, count }: Pick<ScaledTerms, "from" | "to" | "count">): Ticks {
  const span = Math.abs(to - from)
  const steps = count - 1
  const way = Number((2n * BigInt(span) * BigInt(place) + BigInt(steps)) / (2n * BigInt(steps)))
  return (to > from ? from + way : from - way) as Ticks
}

/** By largest remainders. */
function shareOut(total: number, weights: readonly bigint[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  const exact = weights.map((weight) => BigInt(total) * weight)
  const shares = exact.map((share) => Number(share / sum))
  let left = total - shares.reduce((all, share) => all + share, 0)
  const byLoss = exact
    .map((share, place) => ({ place, loss: share % sum }))
    .sort((one, other) =>
      one.loss === other.loss ? one.place - other.place : one.loss > other.loss ? -1 : 1,
    )
  for (const { place } of byLoss) {
    if (left === 0) break
    shares[place] = (shares[place] ?? 0) + 1
    left -= 1
  }
  return shares
}
