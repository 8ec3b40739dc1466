/** What a market's practice account trades by: its steps, its leverage, and the fees of whoever practises. */

import { useSnapshot } from "valtio"
import type { PracticeTerms } from "#core/bar-replay/practice-terms.ts"
import { FEE_LEVELS, type FeeRates } from "#core/instrument/fee-levels.ts"
import { tiersOf } from "#core/instrument/tier-tables.ts"
import { signedUnitsOf, unitsOf } from "#core/money/steps.ts"
import { marginTiers } from "#core/position/margin-tiers.ts"
import { contractSettings } from "#core/wire/contract-position-calls.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { spotFees } from "#core/wire/spot-calls.ts"
import { useAnswer } from "../../../api/query.ts"
import { session } from "../../../stores/session-store.ts"

/** Own rates of the market; of the lowest level while nobody is signed in, or until they have come. */
export function usePracticeFees({ id, kind }: TradedMarket): FeeRates {
  const isIn = useSnapshot(session).token !== null
  const spot = useAnswer(spotFees, { instrument: id }, isIn && kind === "spot").data
  const contract = useAnswer(contractSettings, { instrument: id }, isIn && kind === "perpetual").data
  const own = spot ?? contract?.rows[0]
  if (own) return { maker: signedUnitsOf(own.maker), taker: signedUnitsOf(own.taker) }
  return FEE_LEVELS[0]?.[kind] ?? { maker: 0n, taker: 0n }
}

export function practiceTermsOf(market: TradedMarket, fees: FeeRates, leverage: number): PracticeTerms {
  const steps = { tick: unitsOf(market.tick) as bigint, lot: unitsOf(market.lot) as bigint, fees }
  if (market.kind === "spot") return { ...steps, leverage: 1, isContract: false, tiers: [] }
  return { ...steps, leverage, isContract: true, tiers: marginTiers(tiersOf(market)) }
}
