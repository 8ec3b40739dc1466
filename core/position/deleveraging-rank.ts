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

/** What a position is ranked by; the score as a fraction whose divisor is above zero. */
export interface DeleveragingRank {
  readonly isHouseMaker: boolean
  readonly of: bigint
  readonly by: bigint
  /** The score, to fifteen digits. */
  readonly about: number
  readonly notional: Fine
}

/** Scores that differ by more than this part of the larger one differ exactly, too: far above what `about` is off. */
const ABOUT = 1e-12

/**
 * P30: `score = uPnL / |cost| × lev` of a profit, `/ lev` of a loss, `lev = notional / E_i`. An equity below a fine unit
 * counts as one.
 */
export function rankForDeleveraging(position: Omit<RankedPosition, "id">): DeleveragingRank {
  const { isHouseMaker, unrealised, cost, notional, share } = position
  const left = share.equity * share.part
  const equity = left > 0n ? left : 1n
  const value = notional * share.whole
  const spent = magnitude(cost)
  const [of, by] =
    unrealised >= 0n ? [unrealised * value, spent * equity] : [unrealised * equity, spent * value]
  return { isHouseMaker, notional, of, by, about: Number(of) / Number(by) }
}

/** P30: the order of deleveraging, for sorting: the house maker, then the highest score, the larger notional; 0 of equals. */
export function compareRanks(one: DeleveragingRank, other: DeleveragingRank): number {
  if (one.isHouseMaker !== other.isHouseMaker) return one.isHouseMaker ? -1 : 1
  const gap = other.about - one.about
  // Whole numbers of some sixty digits need be multiplied only where the scores are as good as equal, or beyond a float.
  if (Math.abs(gap) > ABOUT * Math.max(Math.abs(one.about), Math.abs(other.about))) return gap
  return sign(other.of * one.by - one.of * other.by) || sign(other.notional - one.notional)
}

/** {@link compareRanks} of positions as they stand; of equals the lower id first. */
export const compareForDeleveraging = (one: RankedPosition, other: RankedPosition): number =>
  compareRanks(rankForDeleveraging(one), rankForDeleveraging(other)) || one.id - other.id

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
