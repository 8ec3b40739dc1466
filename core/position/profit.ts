/** Profit of an open position, and the record of a closed one (P9). */

import { divideNearest } from "../money/rounding.ts"
import { type Amount, type Fine, magnitude, type Price8, UNITS_PER_COIN } from "../money/units.ts"
import type { Position } from "./position.ts"

/** P9: `dir × q × mark − cost`, exact; below zero a loss. */
export const unrealisedProfit = ({ size, cost }: Pick<Position, "size" | "cost">, mark: Price8): Fine =>
  (size * mark - cost) as Fine

/**
 * P9: return on equity, `uPnL / (|cost| / leverage)`, a rate in 1e-8, nearest: measured at the entry value. Undefined of a
 * flat position.
 * @example 0.1 bought at 50,000, mark 51,000, leverage 20: 40 %
 */
export function returnOnEquity(
  position: Pick<Position, "size" | "cost">,
  mark: Price8,
  leverage: number,
): bigint | undefined {
  const cost = magnitude(position.cost)
  if (cost === 0n) return undefined
  return divideNearest(unrealisedProfit(position, mark) * BigInt(leverage) * UNITS_PER_COIN, cost)
}

/** What a position has moved from its opening to flat; amounts in 1e-8 of the quote, fees and funding unsigned. */
export interface ClosedPosition {
  isLong: boolean
  leverage: number
  /** Turnover of the fills that opened it. */
  openValue: Amount
  realised: Amount
  openingFee: Amount
  closingFee: Amount
  fundingReceived: Amount
  fundingPaid: Amount
}

/** P9: realised − fees + funding received − funding paid, in 1e-8 of the quote. */
export const netProfit = (closed: ClosedPosition): Amount =>
  (closed.realised -
    closed.openingFee -
    closed.closingFee +
    closed.fundingReceived -
    closed.fundingPaid) as Amount

/** P9: `net × leverage / (open value + dir × opening fee)`, a rate in 1e-8, nearest. */
export function netProfitRatio(closed: ClosedPosition): bigint {
  const { isLong, openValue, openingFee, leverage } = closed
  const paid = isLong ? openValue + openingFee : openValue - openingFee
  return divideNearest(netProfit(closed) * BigInt(leverage) * UNITS_PER_COIN, paid)
}
