/** Price of an index, combined from the prices of its sources (P1). */

import { divideNearest } from "../money/rounding.ts"
import type { Price8 } from "../money/units.ts"

/** A price of a live source; `weight` counts in the weighted mean. */
export interface SourcePrice {
  source: string
  price: Price8
  weight: bigint
}

/** What a quote says: the mid of bid and ask (nearest), else the last trade, else nothing. */
export function quotedPrice(quote: { bid?: Price8; ask?: Price8; last?: Price8 }): Price8 | undefined {
  const { bid, ask, last } = quote
  if (bid !== undefined && ask !== undefined && bid > 0n && ask > 0n)
    return divideNearest(bid + ask, 2n) as Price8
  return last !== undefined && last > 0n ? last : undefined
}

/**
 * P1 for the live prices of one moment, two or more of them, the jump of a single one apart. `previous` is the
 * last tick. Undefined: no tick.
 */
export function combinePrices(
  prices: readonly SourcePrice[],
  previous: Price8 | undefined,
): Price8 | undefined {
  const [first, second] = prices
  if (first === undefined) return undefined
  if (second === undefined) return first.price
  const middle = median(prices)
  if (prices.length === 2) {
    // They differ by at most 5 % of their mean; `middle` is twice the mean.
    if (40n * distance(first.price, second.price) <= middle) return weightedMean(prices)
    return previous === undefined ? undefined : nearer(first, second, previous)
  }
  const kept = prices.filter(({ price }) => 40n * distance(2n * price, middle) <= 2n * middle)
  if (prices.length - kept.length > 1) return divideNearest(middle, 2n) as Price8
  return weightedMean(kept)
}

/** How far two prices lie apart. */
export const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a)

/** Twice the median, so that the mean of the middle two stays whole. */
function median(prices: readonly SourcePrice[]): bigint {
  const sorted = prices.map(({ price }) => price).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const upper = sorted[sorted.length >> 1] ?? 0n
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0n
  return upper + lower
}

function weightedMean(prices: readonly SourcePrice[]): Price8 {
  let sum = 0n
  let weights = 0n
  for (const { price, weight } of prices) {
    sum += price * weight
    weights += weight
  }
  return divideNearest(sum, weights) as Price8
}

/** The one nearer the last index; at a tie the first by name of the source. */
const nearer = (first: SourcePrice, second: SourcePrice, previous: Price8): Price8 =>
  distance(second.price, previous) < distance(first.price, previous) ? second.price : first.price
