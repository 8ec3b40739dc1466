/** What a fill does to a position, its margin and its wallet: counted here, posted by the clearing (P8, P18). */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Fine, type Lots, magnitude, NO_AMOUNT, type Price8 } from "#core/money/units.ts"
import { type Release, releaseMargin } from "#core/position/isolated-margin.ts"
import { initialMargin } from "#core/position/margin.ts"
import type { Order } from "../../matching/order.ts"
import type { ContractPart } from "./contract-account.ts"
import type { Position } from "./position.ts"

/** All in 1e-8 of the quote. `cash + margin = realised − fee + lacking`. */
export interface Settlement {
  realised: Amount
  fee: Amount
  /** What of the fee the margin pays; the wallet pays the rest. */
  feeFromMargin: Amount
  /** Change of the wallet's cash, what it holds included. */
  cash: Amount
  /** Change of the position's margin; 0 of a cross position. */
  margin: Amount
  /** Loss that neither margin nor realised profit pays; 0 outside of a liquidation. */
  lacking: Amount
  /** Lots that it closed and opened. */
  closed: Lots
  opened: Lots
}

/** Signed base quantity of so many lots of an order, in 1e-8. */
export const sizeOf = ({ side }: Pick<Order, "side">, lots: number, lot: bigint): Amount =>
  (BigInt(side === "buy" ? lots : -lots) * lot) as Amount

/** Price of so many ticks, in 1e-8 of the quote. */
export const priceOf = (ticks: number, { tick }: PerpetualInstrument): Price8 =>
  (BigInt(ticks) * tick) as Price8

/** A fill as it is settled. */
export interface SettledFill {
  size: Amount
  price: Price8
  fee: Amount
  lot: bigint
  /** P27: of a liquidation. An isolated position keeps its margin and what it realises, as long as it is open. */
  isForced?: boolean
}

/**
 * Changes the position as the fill does and answers what is to be posted. `position` may be a copy: then it is a what-if.
 * Of a fill that turns the position around each part bears its share of the fee.
 */
export function settleFill(position: Position, part: ContractPart, fill: SettledFill): Settlement {
  const before = magnitude(position.size)
  const { realised, closed, opened } = position.take(fill)
  const { fee } = fill
  const [closedLots, openedLots] = [lotsOf(closed, fill.lot), lotsOf(opened, fill.lot)]
  if (!part.isIsolated)
    return {
      realised,
      fee,
      feeFromMargin: NO_AMOUNT,
      cash: (realised - fee) as Amount,
      margin: NO_AMOUNT,
      lacking: NO_AMOUNT,
      closed: closedLots,
      opened: openedLots,
    }
  const closingFee = (closed === 0n ? 0n : (fee * closed) / (closed + opened)) as Amount
  const openingFee = (fee - closingFee) as Amount
  let { margin } = position
  let cash = 0n
  let lacking = NO_AMOUNT
  let feeFromMargin = NO_AMOUNT
  if (closed > 0n) {
    const isKept = fill.isForced === true && position.isOpen
    const release = isKept
      ? keepMargin(margin, realised)
      : releaseMargin(margin, { closed, quantity: before, realised, fee: closingFee })
    if (release.paidOut === 0n) feeFromMargin = closingFee
    cash += release.paidOut
    margin = release.margin
    lacking = release.lacking
  }
  if (opened > 0n) {
    const moved = initialMargin((opened * fill.price) as Fine, part.leverage)
    cash -= moved + openingFee
    margin = (margin + moved) as Amount
  }
  const change = (margin - position.margin) as Amount
  position.margin = margin
  const lots = { closed: closedLots, opened: openedLots }
  return { realised, fee, feeFromMargin, cash: cash as Amount, margin: change, lacking, ...lots }
}

const lotsOf = (size: Amount, lot: bigint): Lots => (size === 0n ? 0 : Number(size / lot)) as Lots

/** P27.2: profit and loss of a reduction go to the margin. */
function keepMargin(margin: Amount, realised: Amount): Release {
  const left = margin + realised
  return {
    paidOut: NO_AMOUNT,
    margin: (left > 0n ? left : 0n) as Amount,
    lacking: (left < 0n ? -left : 0n) as Amount,
  }
}
