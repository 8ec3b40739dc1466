/** What closes a position: how much of it, at which price, and what that would realise. Plain functions. */

import { divideDown } from "#core/money/rounding.ts"
import { formatSteps, unitsOf } from "#core/money/steps.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import type { Amount } from "#core/money/units.ts"
import type { Position } from "#core/wire/contract.ts"
import type { placeContractOrder } from "#core/wire/contract-order-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { realisedAt } from "../../amounts/realised-at.ts"
import { type FieldProblem, readSteps } from "../../ticket/field-reading.ts"

export interface CloseDraft {
  type: "market" | "limit"
  /** As typed. */
  amount: string
  price: string
}

/** The steps of its market, in 1e-8. */
export interface CloseSteps {
  tick: bigint
  lot: bigint
}

type CloseRequest = Pick<
  AskOf<typeof placeContractOrder>,
  "instrument" | "side" | "type" | "quantity" | "price" | "reduceOnly" | "positionSide"
>

/** More than there is can't be closed. */
type CloseProblem = FieldProblem | { kind: "too-much" }

export interface CloseReading {
  /** What is wrong with a field, and with which. */
  problem?: { field: "amount" | "price"; what: CloseProblem }
  /** Whole percent of the position, down. */
  percent: number
  /** Sound and whole: what is sent. */
  request?: CloseRequest
  /** What it would realise at its price, fees apart, as a wire decimal; undefined while a figure is missing. */
  realised?: string
}

/** A share of the position in whole lots, down, with all decimals of the lot. `percent` 0 … 100. */
export function shareOf({ quantity }: Pick<Position, "quantity">, percent: number, lot: bigint): string {
  const share = BigInt(Math.min(100, Math.max(0, Math.round(percent))))
  return formatSteps(Number((unitsOf(quantity) * share) / (100n * lot)), lot)
}

/** `markValue`: the mark as on the wire, by which a market order is reckoned; empty while unknown. */
export function readClose(
  position: Position,
  draft: CloseDraft,
  at: { steps: CloseSteps; decimalMark: DecimalMark; markValue: string },
): CloseReading {
  const { tick, lot } = at.steps
  const all = unitsOf(position.quantity)
  const amount = readSteps(draft.amount, at.decimalMark, lot, "LOT")
  const price = draft.type === "limit" ? readSteps(draft.price, at.decimalMark, tick, "TICK") : {}
  const quantity = BigInt(amount.steps ?? 0) * lot
  const percent = all === 0n ? 0 : Math.min(100, Number((quantity * 100n) / all))
  if (amount.problem) return { percent, problem: { field: "amount", what: amount.problem } }
  if (quantity > all) return { percent, problem: { field: "amount", what: { kind: "too-much" } } }
  if (price.problem) return { percent, problem: { field: "price", what: price.problem } }
  const priceText = draft.type === "limit" ? price.text : at.markValue
  const reading: CloseReading = { percent }
  if (amount.text && priceText) reading.realised = realisedAt(position, quantity as Amount, priceText)
  if (amount.text && (draft.type === "market" || price.text))
    reading.request = {
      instrument: position.instrument,
      side: position.side === "long" ? "sell" : "buy",
      type: draft.type,
      quantity: amount.text as CloseRequest["quantity"],
      ...(draft.type === "limit" && price.text
        ? { price: price.text as NonNullable<CloseRequest["price"]> }
        : {}),
      reduceOnly: true,
      ...(position.positionSide === "" ? {} : { positionSide: position.positionSide }),
    }
  return reading
}

/** The mark to the nearest lower tick, as a limit to begin with; empty while unknown. */
export const limitFrom = (markValue: string, tick: bigint): string =>
  markValue === "" ? "" : formatSteps(Number(divideDown(unitsOf(markValue), tick)), tick)
