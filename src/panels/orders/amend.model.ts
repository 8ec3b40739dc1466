/** What would become of an open order with the price and quantity that are being typed? Judged before anything is sent. */

import { formatAmount, formatSteps, parseSteps } from "#core/money/steps.ts"
import { type DecimalMark, readTyped } from "#core/money/typed-decimal.ts"
import type { SpotMarket } from "#core/wire/market.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { SpotOrder } from "#core/wire/trading.ts"
import type { WantedChange } from "../../api/change-order.ts"
import { unitsOf } from "./order-rows.model.ts"

export interface AmendDraft {
  /** Exactly what was typed. */
  price: string
  quantity: string
}

export type AmendProblem =
  | { kind: "refusal"; problem: Problem }
  | { kind: "ambiguous"; typed: string; whole: string; decimal: string }
  | { kind: "unreadable" }

export interface AmendJudgement {
  problem?: AmendProblem & { field: "price" | "quantity" }
  /** What to send; missing while something is wrong or nothing is changed. */
  wanted?: WantedChange
  /** S6: only a smaller quantity keeps the place in the queue; a total not above what has filled ends the order. */
  place: "same" | "keeps" | "loses" | "ends"
  /** The order's value with it, in the quote currency. */
  total?: string
  /** How much more (or less: negative) is frozen for it, fees apart, in `currency`. */
  heldMore?: { amount: string; currency: string }
}

/** What a field that is being filled in stands for: whole steps as wire text, or what is wrong with it. */
type Field =
  | { ok: true; text: string }
  | { ok: false; problem: AmendProblem }
  | { ok: false; problem?: undefined }

const UNITS = 100_000_000n

/** @param mark the page's decimal mark: both are understood, and what could be two numbers is refused */
export function judgeAmend(
  order: SpotOrder,
  draft: AmendDraft,
  market: Pick<SpotMarket, "tick" | "lot" | "base" | "quote">,
  mark: DecimalMark,
): AmendJudgement {
  const price = readField(draft.price, mark, { step: market.tick, name: "TICK", value: "tick" })
  const quantity = readField(draft.quantity, mark, { step: market.lot, name: "LOT", value: "lot" })
  for (const [field, read] of [
    ["price", price],
    ["quantity", quantity],
  ] as const)
    if (!read.ok && read.problem) return { problem: { ...read.problem, field }, place: "same" }
  if (!price.ok || !quantity.ok) return { place: "same" }
  return effectOf(order, { price: price.text, quantity: quantity.text }, market)
}

function effectOf(
  order: SpotOrder,
  to: { price: string; quantity: string },
  { base, quote }: Pick<SpotMarket, "base" | "quote">,
): AmendJudgement {
  const [price, quantity] = [unitsOf(to.price), unitsOf(to.quantity)]
  const [oldPrice, oldQuantity, executed] = [order.price, order.quantity, order.executed].map(unitsOf) as [
    bigint,
    bigint,
    bigint,
  ]
  const total = formatAmount((price * quantity) / UNITS, 2)
  if (price === oldPrice && quantity === oldQuantity) return { place: "same", total }
  const wanted = {
    ...(price === oldPrice ? {} : { price: to.price as SpotOrder["price"] }),
    ...(quantity === oldQuantity ? {} : { quantity: to.quantity as SpotOrder["quantity"] }),
  } as WantedChange
  if (quantity <= executed) return { wanted, place: "ends", total }
  const held = (at: bigint, amount: bigint) =>
    order.side === "buy" ? (at * (amount - executed)) / UNITS : amount - executed
  const more = held(price, quantity) - held(oldPrice, oldQuantity)
  return {
    wanted,
    place: price === oldPrice && quantity < oldQuantity ? "keeps" : "loses",
    total,
    ...(more === 0n
      ? {}
      : { heldMore: { amount: formatAmount(more), currency: order.side === "buy" ? quote : base } }),
  }
}

interface FieldRule {
  /** Wire text. */
  step: string
  /** How the server would refuse a finer one, and the name of its value. */
  name: "TICK" | "LOT"
  value: "tick" | "lot"
}

function readField(typed: string, mark: DecimalMark, { step, name, value }: FieldRule): Field {
  const read = readTyped(typed, mark)
  if (read.kind === "empty") return { ok: false }
  if (read.kind === "wrong") return { ok: false, problem: { kind: "unreadable" } }
  if (read.kind === "ambiguous") {
    const { whole, decimal } = read
    return { ok: false, problem: { kind: "ambiguous", typed: typed.trim(), whole, decimal } }
  }
  const refusal = (problem: Problem): Field => ({ ok: false, problem: { kind: "refusal", problem } })
  const parsed = parseSteps(read.text, unitsOf(step))
  if (parsed.ok)
    return parsed.value > 0
      ? { ok: true, text: formatSteps(parsed.value, unitsOf(step)) }
      : refusal({ name: "WRONG_SIZE" })
  if (parsed.problem === "FORMAT") return { ok: false, problem: { kind: "unreadable" } }
  if (parsed.problem === "AMOUNT_LIMIT") return refusal({ name: "AMOUNT_LIMIT" })
  return refusal({ name, values: { [value]: step } })
}

/** One step up or down from what is typed, as wire text; undefined where that is no number, or would be nothing. */
export function stepTyped(typed: string, steps: number, step: string, mark: DecimalMark): string | undefined {
  const read = readTyped(typed, mark)
  const parsed = read.kind === "number" ? parseSteps(read.text, unitsOf(step)) : undefined
  if (!parsed?.ok || parsed.value + steps < 1) return undefined
  return formatSteps(parsed.value + steps, unitsOf(step))
}
