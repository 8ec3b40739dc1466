/** A position that is being liquidated, and the limits of the orders that close it (P26, P27). */

import { type Fine, type Lots, magnitude, type Price8 } from "#core/money/units.ts"
import { bankruptcyPrice, type EquityShare } from "#core/position/bankruptcy-price.ts"
import { liquidationLimit } from "#core/position/liquidation-steps.ts"
import type { ContractPart } from "../risk/perpetual/contract-account.ts"
import type { ContractPrices } from "../risk/perpetual/contract-prices.ts"
import type { Position } from "../risk/perpetual/position.ts"

/** A position that is being liquidated. */
export interface Doomed {
  part: ContractPart
  position: Position
  prices: ContractPrices
  share: EquityShare
  /** P10: of the isolated position, or of the whole cross account. */
  decided: { equity: Fine; maintenance: Fine }
}

/** P27.2: neither worse than the bankruptcy price nor than the slip from the mark allows. */
export function limitOf({ position, prices, share }: Doomed): Price8 {
  const { instrument, mark } = prices
  const bankruptcy = bankruptcyPrice({ size: position.size, mark, share }, instrument.tick)
  return liquidationLimit(
    { isLong: position.size > 0n, mark, bankruptcy },
    { slip: slipOf(prices), tick: instrument.tick },
  )
}

/** P27: default 1 %, 3 % of contracts up to 50×. */
export const slipOf = ({ instrument }: ContractPrices): bigint =>
  instrument.liquidationSlip ?? (instrument.leverageMax > 50 ? 1_000_000n : 3_000_000n)

/** Lots of a signed size. */
export const lotsOf = (size: bigint, { instrument }: ContractPrices): Lots =>
  Number(magnitude(size) / instrument.lot) as Lots
