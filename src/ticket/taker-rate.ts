/** The fee rate that one pays as a taker, where no ticket stands on the screen. */

import { useSnapshot } from "valtio"
import { FEE_LEVELS } from "#core/instrument/fee-levels.ts"
import { contractSettings } from "#core/wire/contract-position-calls.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { spotFees } from "#core/wire/spot-calls.ts"
import { useAnswer } from "../api/query.ts"
import { session } from "../stores/session-store.ts"
import { rateOf } from "./ticket-market.ts"

/**
 * In 1e-8: a visitor's is what everybody begins with. Undefined while a user's own isn't known, and without a market.
 * @param isWanted nothing is asked before
 */
export function useTakerRate(market: TradedMarket | undefined, isWanted: boolean): bigint | undefined {
  const isIn = useSnapshot(session).token !== null
  const isAsked = isIn && isWanted && market !== undefined
  const ask = { instrument: market?.id ?? "" }
  const isContract = market?.kind === "perpetual"
  const { data: fees } = useAnswer(spotFees, ask, isAsked && !isContract)
  const { data: settings } = useAnswer(contractSettings, ask, isAsked && isContract, 30_000)
  const own = isContract ? settings?.rows.find(({ instrument }) => instrument === ask.instrument) : fees
  if (!isIn && market) return FEE_LEVELS[0]?.[market.kind].taker
  return isAsked && own ? rateOf(own.taker) : undefined
}
