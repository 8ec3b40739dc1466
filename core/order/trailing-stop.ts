/** A stop that follows the price at a distance (S9). */

import type { OrderSide } from "../instrument/price-rule.ts"
import { divideDown, divideUp } from "../money/rounding.ts"
import { formatAmount } from "../money/steps.ts"
import { type Price8, UNITS_PER_COIN } from "../money/units.ts"
import type { Problem } from "../wire/problem.ts"

/** S9: what may be chosen as the distance, a rate in 1e-8: 0.1 % to 50 %. */
export const DISTANCE_LEAST = 100_000n
export const DISTANCE_MOST = 50_000_000n

/**
 * S9: `DISTANCE_RANGE` outside of what may be chosen; `distance` a rate in 1e-8, undefined of other orders. Values: least and
 * most in percent, as decimal text.
 */
export const checkDistance = (distance: bigint | undefined): Problem<"DISTANCE_RANGE"> | undefined =>
  distance === undefined || (distance >= DISTANCE_LEAST && distance <= DISTANCE_MOST)
    ? undefined
    : {
        name: "DISTANCE_RANGE",
        values: { least: formatAmount(DISTANCE_LEAST * 100n), most: formatAmount(DISTANCE_MOST * 100n) },
      }

export interface TrailingTerms {
  side: OrderSide
  /** Distance from the extreme, a rate in 1e-8: 7 % is 7_000_000n. */
  distance: bigint
}

/** What a trailing stop remembers between two prices of its source. */
export interface TrailingState {
  /** Tracking begins here; undefined once it has begun. */
  activation: { price: Price8; isAbove: boolean } | undefined
  /** A sell's highest, a buy's lowest price since tracking began. */
  extreme: Price8 | undefined
}

/** S9: as it stands after placement at this price: tracking already, unless it waits for an activation price. */
export function startTrailing(price: Price8, activation: Price8 | undefined): TrailingState {
  if (activation === undefined || activation === price) return { activation: undefined, extreme: price }
  return { activation: { price: activation, isAbove: activation > price }, extreme: undefined }
}

/** S9: the state after a further price of the source. */
export function followPrice(terms: TrailingTerms, state: TrailingState, price: Price8): TrailingState {
  const { activation, extreme } = state
  if (activation) {
    const isMet = activation.isAbove ? price >= activation.price : price <= activation.price
    return isMet ? { activation: undefined, extreme: price } : state
  }
  const isFurther = extreme === undefined || (terms.side === "sell" ? price > extreme : price < extreme)
  return isFurther ? { activation: undefined, extreme: price } : state
}

/** S9: whether the price has come back by the distance; exact, without rounding the level. */
export function isTrailingFired(terms: TrailingTerms, { extreme }: TrailingState, price: Price8): boolean {
  if (extreme === undefined) return false
  return terms.side === "sell"
    ? price * UNITS_PER_COIN <= extreme * (UNITS_PER_COIN - terms.distance)
    : price * UNITS_PER_COIN >= extreme * (UNITS_PER_COIN + terms.distance)
}

/** S9: the first price, in steps of `tick`, at which it fires: a sell's down, a buy's up; undefined before tracking. */
export function trailingLevel(
  terms: TrailingTerms,
  { extreme }: TrailingState,
  tick: bigint,
): Price8 | undefined {
  if (extreme === undefined) return undefined
  const by = UNITS_PER_COIN * tick
  return (
    terms.side === "sell"
      ? divideDown(extreme * (UNITS_PER_COIN - terms.distance), by) * tick
      : divideUp(extreme * (UNITS_PER_COIN + terms.distance), by) * tick
  ) as Price8
}
