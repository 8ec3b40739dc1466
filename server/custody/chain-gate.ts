/** Tells whether a currency comes in and goes out over a chain now. Something must stand behind it, and the operator must not have shut it. */

import type { Chain } from "#core/chain/chain-assets.ts"
import type { EngineState } from "../engine/state.ts"
import type { OpenedCustody } from "./open-custody.ts"

export interface ChainGate {
  /** Undefined: nothing comes in and nothing goes out here. */
  custody: OpenedCustody | undefined
  /** Read between two commands. */
  engine: EngineState
}

export const isChainOpen = (
  { custody, engine }: ChainGate,
  { chain, currency }: { chain: Chain; currency: string },
): boolean => custody !== undefined && engine.custody.isOpen(chain, currency)
