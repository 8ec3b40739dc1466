/** The size of an order from what its owner risks: so much is traded that the loss at the stop price is at most that amount. */

import { divideUp } from "../money/rounding.ts"
import { UNITS_PER_COIN } from "../money/units.ts"

export interface RiskedOrder {
  side: "buy" | "sell"
  /** What the order would trade at, in 1e-8 of the quote. */
  entry: bigint
  /** Where the loss is taken, in 1e-8 of the quote. */
  stop: bigint
  /** In 1e-8 of the quote. */
  risk: bigint
  /**
   * Fee rate in 1e-8, counted once at the entry and once at the stop: the taker's, since a stop takes and an entry may. A
   * rebate (below zero) is never counted on.
   */
  rate: bigint
  /** Step of a size, in 1e-8 of the base. */
  lot: bigint
  /** The largest order, in lots; left out: none. */
  lotsMost?: bigint | undefined
}

export type RiskSize =
  /** `loss` in 1e-8 of the quote, `fees` of both ways inside. */
  | { kind: "size"; lots: bigint; loss: bigint; fees: bigint }
  /** The stop lies where the order would win: a buy loses below its price, a sale above. */
  | { kind: "wrong-side" }
  /** Not one lot loses so little. */
  | { kind: "too-little" }

/**
 * The most lots that lose at most `risk`, exactly: `lots × lot × (|entry − stop| + rate × (entry + stop)) ≤ risk`, where
 * the loss and each of both fees are rounded up to 1e-8 (as fees are, U5). Slippage beyond the stop isn't counted.
 * @example at 100 with a stop at 95 and no fees, a risk of 10 is 2 coins
 */
export function riskSize(order: RiskedOrder): RiskSize {
  const { side, entry, stop, risk, lot, lotsMost } = order
  const away = side === "buy" ? entry - stop : stop - entry
  if (away <= 0n || stop <= 0n || entry <= 0n) return { kind: "wrong-side" }
  const rate = order.rate > 0n ? order.rate : 0n
  const feesOf = (lots: bigint): bigint => {
    const fine = lots * lot * rate
    return divideUp(entry * fine, FINE) + divideUp(stop * fine, FINE)
  }
  const lossOf = (lots: bigint): bigint => divideUp(away * lots * lot, UNITS_PER_COIN) + feesOf(lots)
  // Without rounding more can't fit; with it three units less surely do.
  const perLot = lot * (away * UNITS_PER_COIN + rate * (entry + stop))
  let most = risk > 0n ? (risk * FINE) / perLot : 0n
  let least = risk > ROUNDED_UP ? ((risk - ROUNDED_UP) * FINE) / perLot : 0n
  while (least < most) {
    const middle = (least + most + 1n) / 2n
    if (lossOf(middle) <= risk) least = middle
    else most = middle - 1n
  }
  const lots = lotsMost !== undefined && least > lotsMost ? lotsMost : least
  return lots < 1n ? { kind: "too-little" } : { kind: "size", lots, loss: lossOf(lots), fees: feesOf(lots) }
}

/**
 * The stop price so far from the entry, to a tick away from it: what is lost there is never less than was meant.
 * Undefined where none lies above zero.
 * @param rate of the entry, in 1e-8: 2 % is 2_000_000n
 */
export function stopAtDistance(
  { side, entry, tick }: Pick<RiskedOrder, "side" | "entry"> & { tick: bigint },
  rate: bigint,
): bigint | undefined {
  const by = UNITS_PER_COIN * tick
  const ticks =
    side === "buy" ? (entry * (UNITS_PER_COIN - rate)) / by : divideUp(entry * (UNITS_PER_COIN + rate), by)
  return rate < UNITS_PER_COIN && ticks > 0n ? ticks * tick : undefined
}

/** 1e16: price × quantity × rate is counted in 1e-24. */
const FINE = UNITS_PER_COIN * UNITS_PER_COIN

/** The loss and two fees, each rounded up by less than one unit. */
const ROUNDED_UP = 3n
