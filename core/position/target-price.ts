/** Trigger prices of take-profit and stop-loss, from a percentage, a risk or an amount of money (P23). */

import { divideDown, divideUp } from "../money/rounding.ts"
import { type Fine, type Price8, UNITS_PER_COIN } from "../money/units.ts"
import type { Position } from "./position.ts"

/** The position whose profit is taken or loss is stopped; rounding is towards its entry, to a tick. */
export interface TargetTerms {
  isLong: boolean
  entry: Price8
  /** In 1e-8 of the quote. */
  tick: bigint
}

/** Both prices; undefined where one would not lie above zero. */
export interface Targets {
  takeProfit: Price8 | undefined
  stopLoss: Price8 | undefined
}

/** P23: `entry × (1 ± rate)`: above the entry for a long's profit. `rate` in 1e-8: 20 % is 20_000_000n. */
export const takeProfitAt = (terms: TargetTerms, rate: bigint): Price8 | undefined =>
  targetAt(terms, rate, UNITS_PER_COIN)

/** P23: `entry × (1 ∓ rate)`: below the entry for a long's loss. */
export const stopLossAt = (terms: TargetTerms, rate: bigint): Price8 | undefined =>
  targetAt(terms, -rate, UNITS_PER_COIN)

/**
 * P23: from a risk on the margin: the stop stands `risk / leverage` from the entry, the target `reward ×` that.
 * `risk` and `reward` in 1e-8: 2 % and a double reward are 2_000_000n and 200_000_000n.
 */
export function targetsOfRisk(
  terms: TargetTerms,
  { risk, reward, leverage }: { risk: bigint; reward: bigint; leverage: number },
): Targets {
  const by = UNITS_PER_COIN * BigInt(leverage)
  return {
    stopLoss: targetAt(terms, -risk, by),
    takeProfit: targetAt(terms, risk * reward, by * UNITS_PER_COIN),
  }
}

/**
 * P23: has the source (mark or last) reached a trigger? A long takes profit at or above its price and stops its loss at or
 * below, a short the other way. One that is reached when it is set is refused.
 */
export const isTargetReached = (
  target: { isLong: boolean; kind: keyof Targets; price: Price8 },
  source: Price8,
): boolean =>
  (target.kind === "takeProfit") === target.isLong ? source >= target.price : source <= target.price

/**
 * P23: the price at which closing all of a position realises `profit` (below zero a loss), fees apart; a tick towards the
 * entry. Undefined of a flat position and where it would not lie above zero.
 */
export function priceForProfit(
  { size, cost }: Pick<Position, "size" | "cost">,
  profit: Fine,
  tick: bigint,
): Price8 | undefined {
  if (size === 0n) return undefined
  const isLong = size > 0n
  const [of, by] = isLong ? [cost + profit, size] : [-cost - profit, -size]
  return toTick({ of, by, tick }, profit > 0n === isLong)
}

/** `entry × (1 + dir × away / by)`. */
function targetAt({ isLong, entry, tick }: TargetTerms, away: bigint, by: bigint): Price8 | undefined {
  const moved = isLong ? away : -away
  return toTick({ of: entry * (by + moved), by, tick }, moved > 0n)
}

/** Down where the price lies above the entry, up below it. */
function toTick({ of, by, tick }: { of: bigint; by: bigint; tick: bigint }, isAbove: boolean) {
  const ticks = isAbove ? divideDown(of, by * tick) : divideUp(of, by * tick)
  return ticks > 0n ? ((ticks * tick) as Price8) : undefined
}
