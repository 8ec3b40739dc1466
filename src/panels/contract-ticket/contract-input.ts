/** What a contract's ticket knows beside what is typed, and which position an order of it is for. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import type { Amount } from "#core/money/units.ts"
import { openingPart } from "#core/position/order-cost.ts"
import type { Position } from "#core/position/position.ts"
import type { ContractMarket } from "#core/wire/market.ts"
import type { TicketForm } from "../../stores/ticket-store.ts"
import type { DraftInput, DraftOrder, TargetField } from "../../ticket/order-draft.ts"
import type { Estimate } from "../../ticket/own-estimate.ts"
import { bookTermsOf } from "../../ticket/ticket-market.ts"

/** What is set for the market, and the highest notional that the leverage allows (P14, P19, P20). */
export interface ContractTerms {
  leverage: number
  isIsolated: boolean
  isHedge: boolean
  /** Decimal text, in the quote currency. */
  limit: string
  /** In 1e-8. */
  maker: bigint
  taker: bigint
}

export interface ContractDraftInput extends DraftInput {
  instrument: PerpetualInstrument
  form: DraftInput["form"] &
    Pick<TicketForm, "isReduceOnly"> &
    Partial<
      Pick<TicketForm, "hasTargets" | "targetUnit" | "targetSource" | "targetType"> &
        Pick<TicketForm, TargetField>
    >
  terms: ContractTerms
  /** Quantity of the own position that an order of this side would lessen, in 1e-8 of the base; 0: none. */
  opposite: Amount
  /** The own position that an order of this side adds to or turns around; flat where there is none. */
  held: Position
  /** Free margin in 1e-8; undefined while unknown. */
  free: bigint | undefined
  /** What the engine said of this very order; undefined: not yet. */
  judged: Estimate | undefined
}

/** Core's fields of a listed contract; how its mark and funding are made is the server's alone. */
export const instrumentOf = (market: ContractMarket): PerpetualInstrument => ({
  kind: "perpetual",
  ...bookTermsOf(market),
  index: market.index,
  leverageMax: market.leverageMax,
  fundingHours: market.fundingHours,
  interest: 0n,
  markBand: 0n,
  maintenanceRate: 0n,
})

/** In hedge mode an order names its position: what opens is of its own side, what only closes of the other. */
export function positionSideOf(
  { terms, form }: Pick<ContractDraftInput, "terms" | "form">,
  side: "buy" | "sell",
): "long" | "short" | undefined {
  if (!terms.isHedge) return undefined
  return (side === "buy") !== form.isReduceOnly ? "long" : "short"
}

/** Which of the own positions an order would lessen; undefined: none, since in hedge mode what opens never closes. */
export function lessens(
  { terms, form }: Pick<ContractDraftInput, "terms" | "form">,
  side: "buy" | "sell",
): "long" | "short" | undefined {
  if (terms.isHedge && !form.isReduceOnly) return undefined
  return side === "buy" ? "short" : "long"
}

/** In 1e-8 of the base: what only closes opens nothing. */
export function opensOf(
  { instrument, opposite, form }: ContractDraftInput,
  { quantity }: DraftOrder,
): Amount {
  if (form.isReduceOnly) return 0n as Amount
  return openingPart((BigInt(quantity ?? 0) * instrument.lot) as Amount, opposite, 0n as Amount)
}
