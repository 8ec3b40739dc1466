/** The clearing of each kind of instrument: the one place where a kind chooses its rules. */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import type { Clearing, ClearingParts } from "./clearing.ts"
import { PerpetualClearing } from "./perpetual/perpetual-clearing.ts"
import { SpotClearing } from "./spot/spot-clearing.ts"

/** The clearing of each kind that has an order book. */
export interface Clearings {
  readonly spot: Clearing
  readonly perpetual: PerpetualClearing
}

/** Each kind with its clearing, always in the same order. */
export const byKind = (clearings: Clearings): [TradedInstrument["kind"], Clearing][] => [
  ["spot", clearings.spot],
  ["perpetual", clearings.perpetual],
]

export const createClearings = (parts: ClearingParts): Clearings => ({
  spot: new SpotClearing(parts),
  perpetual: new PerpetualClearing(parts),
})
