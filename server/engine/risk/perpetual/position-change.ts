/** The event of one change of a position's size, for the records that are kept behind the engine (P8, P9). */

import { type Amount, type Lots, NO_AMOUNT, type Price8 } from "#core/money/units.ts"
import type { PositionChangeEvent } from "../../event.ts"
import type { ContractPart } from "./contract-account.ts"
import type { Settlement } from "./fill-settlement.ts"
import type { Position } from "./position.ts"

/** `lot` in 1e-8 of the base. */
export function positionChangeOf(
  { account, instrument }: ContractPart,
  { slot }: Position,
  of: { size: Amount; price: Price8; settlement: Settlement; lot: bigint },
): PositionChangeEvent {
  const { size, price, settlement, lot } = of
  const { realised, fee } = settlement
  return {
    type: "position-change",
    account: account.id,
    instrument,
    slot,
    size,
    price,
    realised,
    fee,
    closed: sizeOf(settlement.closed, lot),
    opened: sizeOf(settlement.opened, lot),
  }
}

const sizeOf = (lots: Lots, lot: bigint): Amount =>
  lots === 0 ? NO_AMOUNT : ((BigInt(lots) * lot) as Amount)
