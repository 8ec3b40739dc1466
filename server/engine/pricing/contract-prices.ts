/** What margin of a contract is counted with, out of its market and its mark. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { tiersOf } from "#core/instrument/tier-tables.ts"
import type { Price8 } from "#core/money/units.ts"
import { type MarginTier, marginTiers } from "#core/position/margin-tiers.ts"
import type { Market } from "../matching/market.ts"
import type { ContractPrices } from "../risk/perpetual/contract-prices.ts"
import type { PerpetualPricing } from "./perpetual-pricing.ts"

/** Made once for each listing of a contract. */
const TIERS = new WeakMap<PerpetualInstrument, readonly MarginTier[]>()

/** The contract of this id; throws for another. */
export function contractOf(markets: ReadonlyMap<string, Market>, id: string): PerpetualInstrument {
  const instrument = markets.get(id)?.instrument
  if (instrument?.kind !== "perpetual") throw new Error(`${id} is no contract`)
  return instrument
}

/** Undefined before its first mark. */
export function contractPrices(
  markets: ReadonlyMap<string, Market>,
  pricings: ReadonlyMap<string, PerpetualPricing>,
  id: string,
): ContractPrices | undefined {
  const mark = pricings.get(id)?.mark
  if (mark === undefined) return undefined
  const market = markets.get(id)
  const instrument = contractOf(markets, id)
  const priced = (ticks = 0) => (ticks === 0 ? undefined : ((BigInt(ticks) * instrument.tick) as Price8))
  return {
    instrument,
    tiers: tiersFor(instrument),
    mark,
    bid: priced(market?.book.best("buy")),
    ask: priced(market?.book.best("sell")),
  }
}

function tiersFor(instrument: PerpetualInstrument): readonly MarginTier[] {
  let tiers = TIERS.get(instrument)
  if (!tiers) {
    tiers = marginTiers(tiersOf(instrument))
    TIERS.set(instrument, tiers)
  }
  return tiers
}
