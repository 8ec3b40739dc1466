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

/** Prices of a contract as they were asked for last, and the ticks that its ask was made of. */
interface Known {
  prices: ContractPrices
  ask: number
}

/**
 * The prices that margin of contracts is counted with. They are asked for several times an order and change less often: the
 * same value is given until mark, best price or listing differ.
 */
export class ContractPriceList {
  readonly #markets: ReadonlyMap<string, Market>
  readonly #pricings: ReadonlyMap<string, PerpetualPricing>
  readonly #known = new Map<string, Known>()

  constructor(markets: ReadonlyMap<string, Market>, pricings: ReadonlyMap<string, PerpetualPricing>) {
    this.#markets = markets
    this.#pricings = pricings
  }

  /** Undefined before its first mark. */
  of(id: string): ContractPrices | undefined {
    const mark = this.#pricings.get(id)?.mark
    if (mark === undefined) return undefined
    const market = this.#markets.get(id)
    const bid = market?.book.best("buy") ?? 0
    const ask = market?.book.best("sell") ?? 0
    const known = this.#known.get(id)
    if (
      known?.prices.instrument === market?.instrument &&
      known?.prices.mark === mark &&
      known.prices.bidTicks === bid &&
      known.ask === ask
    )
      return known.prices
    const instrument = contractOf(this.#markets, id)
    const priced = (ticks: number) =>
      ticks === 0 ? undefined : ((BigInt(ticks) * instrument.tick) as Price8)
    const prices = {
      instrument,
      tiers: tiersFor(instrument),
      mark,
      bid: priced(bid),
      bidTicks: bid,
      ask: priced(ask),
    }
    this.#known.set(id, { prices, ask })
    return prices
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
