/** What a leverage would mean for a new position, by the engine's formulas. */

import { tiersOf } from "#core/instrument/tier-tables.ts"
import { type Amount, type Fine, fineOf, type Price8 } from "#core/money/units.ts"
import { initialMargin } from "#core/position/margin.ts"
import { marginTiers } from "#core/position/margin-tiers.ts"
import { estimateOrder } from "#core/position/order-estimate.ts"
import { FLAT } from "#core/position/position.ts"
import type { ContractMarket } from "#core/wire/market.ts"
import type { ContractDraftInput } from "./contract-input.ts"

/** P11 without open loss and fee; both in 1e-8 of the quote. */
export const marginAt = (turnover: bigint, leverage: number): Amount =>
  initialMargin(fineOf(turnover as Amount) as Fine, leverage)

/**
 * How far below its entry a long that is opened at the mark with isolated margin would be liquidated, in percent; the
 * smallest one, of larger ones the tiers bring it nearer. Undefined without a mark, or where it never is.
 */
export function freshLiquidation(
  market: Pick<ContractMarket, "leverageMax">,
  leverage: number,
  { instrument, prices, terms }: Pick<ContractDraftInput, "instrument" | "prices" | "terms">,
): number | undefined {
  const { mark } = prices
  if (mark === undefined) return undefined
  const size = (BigInt(instrument.minQuantity) * instrument.lot) as Amount
  const { liquidation } = estimateOrder(
    { position: FLAT, backing: 0n as Amount, isIsolated: true, leverage, takerRate: terms.taker },
    { size, price: mark as Price8 },
    { mark, tick: instrument.tick, tiers: marginTiers(tiersOf(market)) },
  )
  if (liquidation === undefined) return undefined
  return Number(((mark - liquidation) * 1000n) / mark) / 10
}
