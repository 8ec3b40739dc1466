/** Who stands in for a loss that the fund can't carry, and in which order (P30). */

import { type Amount, type Fine, magnitude, type Price8 } from "../money/units.ts"
import type { EquityShare } from "./bankruptcy-price.ts"

/** One position of an instrument's side at the mark. */
export interface RankedPosition {
  /** Breaks the last tie, the lower first. */
  id: number
  isHouseMaker: boolean
  unrealised: Fine
  cost: Fine
  /** At mark, unsigned. */
  notional: Fine
  share: EquityShare
}

/**
 * P30: the order of deleveraging, for sorting: the house maker, then the highest score, the larger notional, the lower id.
 * `score = uPnL / |cost| × lev` of a profit, `/ lev` of a loss, `lev = notional / E_i`.
 */
export function compareForDeleveraging(one: RankedPosition, other: RankedPosition): number {
  if (one.isHouseMaker !== other.isHouseMaker) return one.isHouseMaker ? -1 : 1
  const [a, b] = [scoreOf(one), scoreOf(other)]
  const higher = sign(b.of * a.by - a.of * b.by)
  return higher || sign(other.notional - one.notional) || one.id - other.id
}

/** The score as a fraction; the divisor is above zero. An equity below a fine unit counts as one. */
function scoreOf({ unrealised, cost, notional, share }: RankedPosition): { of: bigint; by: bigint } {
  const left = share.equity * share.part
  const equity = left > 0n ? left : 1n
  const value = notional * share.whole
  const spent = magnitude(cost)
  return unrealised >= 0n
    ? { of: unrealised * value, by: spent * equity }
    : { of: unrealised * equity, by: spent * value }
}

/** P30: the light from 1 to 5 of a place in the rank: 5 the fifth that is deleveraged first. `place` counts from 0. */
export const deleveragingLight = (place: number, count: number): number =>
  5 - Math.floor((Math.min(place, count - 1) * 5) / count)

/**
 * P30: would the counterparty stay at or above zero when it closes so much at this price? `size` signed as its position;
 * beside the mark the rest of its equity doesn't change.
 */
export const staysSolvent = (equity: Fine, closing: { size: Amount; price: Price8; mark: Price8 }): boolean =>
  equity + closing.size * (closing.price - closing.mark) >= 0n

const sign = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0)
