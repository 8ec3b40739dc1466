/** The prices and tiers that margin is counted with. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Price8 } from "#core/money/units.ts"
import type { MarginTier } from "#core/position/margin-tiers.ts"

export interface ContractPrices {
  instrument: PerpetualInstrument
  tiers: readonly MarginTier[]
  mark: Price8
  bid: Price8 | undefined
  /** The same in ticks; 0 without one. */
  bidTicks: number
  ask: Price8 | undefined
}

/** The prices of a contract by its id; throws where it has no mark, as nobody can have a position or an order there. */
export type PricesOf = (instrument: string) => ContractPrices
