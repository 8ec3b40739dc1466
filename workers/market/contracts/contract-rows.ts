/** Wire rows of contracts as numbers to reckon with. */

import { fineUnitsOf, unitsOf } from "#core/money/steps.ts"
import type { Amount, Price8 } from "#core/money/units.ts"
import type { PerpetualOrder, Position } from "#core/wire/contract.ts"
import type { Balance } from "#core/wire/trading.ts"
import type { HeldPosition, OpenOrder } from "./contract-standing.ts"

/** What is set for a contract, as far as its margin hangs on it. */
export interface MarginSetting {
  isIsolated: boolean
  leverage: number
  /** In 1e-8. */
  takerRate: bigint
}

export function heldPosition(row: Position): HeldPosition {
  const quantity = unitsOf(row.quantity)
  return {
    id: row.id,
    instrument: row.instrument,
    isIsolated: row.marginMode === "isolated",
    isHedged: row.positionSide !== "",
    leverage: row.leverage,
    size: (row.side === "long" ? quantity : -quantity) as Amount,
    cost: fineUnitsOf(row.cost),
    margin: unitsOf(row.margin),
  }
}

/** Cash of the contract account that isn't lent (WB). */
export const cashOf = ({ available, advance = "0" }: Balance): Amount =>
  (unitsOf(available) - unitsOf(advance)) as Amount

/**
 * Whether an order needs margin of the account while it stands: it is in the book and may open (P12, S9). In hedge mode a
 * sell for the long position, say, only closes.
 */
export function mayOpen({ status, reduceOnly, side, positionSide, price }: PerpetualOrder): boolean {
  const isClosing = positionSide !== "" && (positionSide === "long") !== (side === "buy")
  return status !== "waiting" && !reduceOnly && !isClosing && price !== ""
}

/** `setting` of its contract. */
export function openOrder(row: PerpetualOrder, { leverage, takerRate }: MarginSetting): OpenOrder {
  const open = unitsOf(row.quantity) - unitsOf(row.executed)
  return {
    instrument: row.instrument,
    isHedged: row.positionSide !== "",
    leverage,
    size: (row.side === "buy" ? open : -open) as Amount,
    price: unitsOf(row.price) as bigint as Price8,
    takerRate,
  }
}
