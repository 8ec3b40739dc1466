/** What an amendment would do to an open order. Judged before anything is sent. */

import { formatAmount, formatSteps, unitsOf } from "#core/money/steps.ts"
import { type DecimalMark, readTypedSteps } from "#core/money/typed-decimal.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import type { OwnOrder } from "#core/wire/private-rows.ts"
import type { WantedChange } from "../../api/change-order.ts"
import { type FieldProblem, readSteps } from "../../ticket/field-reading.ts"

export interface AmendDraft {
  /** Exactly what was typed. */
  price: string
  quantity: string
}

export interface AmendJudgement {
  problem?: FieldProblem & { field: "price" | "quantity" }
  /** What to send; missing while something is wrong or nothing is changed. */
  wanted?: WantedChange
  /** S6: only a smaller quantity keeps the place in the queue; a total not above what has filled ends the order. */
  place: "same" | "keeps" | "loses" | "ends"
  /** The order's value with it, in the quote currency. */
  total?: string
  /** How much more (or less: negative) is frozen for it, fees apart, in `currency`. */
  heldMore?: { amount: string; currency: string }
}

/** @param mark the page's decimal mark: both are understood, and what could be two numbers is refused */
export function judgeAmend(
  order: OwnOrder,
  draft: AmendDraft,
  market: Pick<TradedMarket, "tick" | "lot" | "base" | "quote">,
  mark: DecimalMark,
): AmendJudgement {
  const price = readSteps(draft.price, mark, unitsOf(market.tick), "TICK")
  const quantity = readSteps(draft.quantity, mark, unitsOf(market.lot), "LOT")
  if (price.problem) return { problem: { ...price.problem, field: "price" }, place: "same" }
  if (quantity.problem) return { problem: { ...quantity.problem, field: "quantity" }, place: "same" }
  if (price.text === undefined || quantity.text === undefined) return { place: "same" }
  return effectOf(order, { price: price.text, quantity: quantity.text }, market)
}

function effectOf(
  order: OwnOrder,
  to: { price: string; quantity: string },
  { base, quote }: Pick<TradedMarket, "base" | "quote">,
): AmendJudgement {
  const [price, quantity] = [unitsOf(to.price), unitsOf(to.quantity)]
  const [oldPrice, oldQuantity] = [unitsOf(order.price), unitsOf(order.quantity)]
  const executed = unitsOf(order.executed)
  const total = formatAmount((price * quantity) / UNITS_PER_COIN, 2)
  if (price === oldPrice && quantity === oldQuantity) return { place: "same", total }
  const wanted = {
    ...(price === oldPrice ? {} : { price: to.price as OwnOrder["price"] }),
    ...(quantity === oldQuantity ? {} : { quantity: to.quantity as OwnOrder["quantity"] }),
  } as WantedChange
  if (quantity <= executed) return { wanted, place: "ends", total }
  const held = (at: bigint, amount: bigint) =>
    order.side === "buy" ? (at * (amount - executed)) / UNITS_PER_COIN : amount - executed
  const more = held(price, quantity) - held(oldPrice, oldQuantity)
  return {
    wanted,
    place: price === oldPrice && quantity < oldQuantity ? "keeps" : "loses",
    total,
    // What a contract's order needs hangs on all of the account: the server says it where it is too much.
    ...(more === 0n || order.kind === "perpetual"
      ? {}
      : { heldMore: { amount: formatAmount(more), currency: order.side === "buy" ? quote : base } }),
  }
}

/** One step up or down from what is typed, as wire text; undefined where that is no number, or would be nothing. */
export function stepTyped(typed: string, steps: number, step: string, mark: DecimalMark): string | undefined {
  const read = readTypedSteps(typed, mark, unitsOf(step))
  // Nothing is a number too: a step up from it is one step.
  const count = read.kind === "number" ? read.steps : read.kind === "zero" ? 0 : undefined
  if (count === undefined || count + steps < 1) return undefined
  return formatSteps(count + steps, unitsOf(step))
}
