/** Take-profit and stop-loss that come with a contract's order: what is typed, where each fires, what it comes to (P23). */

import { divideNearest } from "#core/money/rounding.ts"
import { formatAmount, formatSteps, stepDecimals } from "#core/money/steps.ts"
import { type Amount, magnitude, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import { walkBook } from "#core/order/walk-book.ts"
import {
  comparedPrice,
  type OrderTargetTerms,
  type TargetAim,
  type TargetName,
  type TargetOutcome,
  type TargetUnit,
  targetOutcome,
  targetPrice,
} from "#core/position/order-targets.ts"
import { applyFill } from "#core/position/position.ts"
import { isTargetReached } from "#core/position/target-price.ts"
import type { placeContractOrder } from "#core/wire/contract-order-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import { type FieldProblem, readAmount, readPercent, readSteps } from "../../ticket/field-reading.ts"
import type { DraftOrder, DraftProblem, TargetField, TargetProblem } from "../../ticket/order-draft.ts"
import { tradedAt } from "../../ticket/order-size.ts"
import { type ContractDraftInput, opensOf } from "./contract-input.ts"

export const TARGET_NAMES = ["takeProfit", "stopLoss"] as const satisfies readonly TargetName[]

/** What one field of a target means. */
export interface TargetPoint {
  /** As wire text. */
  price?: string
  /** What closing the whole position there comes to; undefined while the size is missing. */
  outcome?: TargetOutcome | undefined
  problem?: FieldProblem | TargetProblem | undefined
  /** What would be right, for its field. */
  mend?: string | undefined
}

/** Where it fires. */
export interface TargetDraft extends TargetPoint {
  /** Worst price of the order that it sends; undefined: by market. */
  limit?: TargetPoint | undefined
}

/** Left out: nothing typed, or the size is missing yet. */
export interface TargetsDraft {
  takeProfit?: TargetDraft | undefined
  stopLoss?: TargetDraft | undefined
  /** Quantity of the position that they are for, in 1e-8 of the base. */
  size: bigint
}

type Form = ContractDraftInput["form"]

/** What only reduces sets none. */
export const takesTargets = ({ isReduceOnly }: Pick<Form, "isReduceOnly">): boolean => !isReduceOnly

/** Undefined: none are wanted, or an order of this side opens nothing that they could be for. */
export function readTargets(input: ContractDraftInput, order: DraftOrder): TargetsDraft | undefined {
  const { form } = input
  if (!form.hasTargets || !takesTargets(form)) return undefined
  if (order.quantity !== undefined && opensOf(input, order) === 0n) return undefined
  const terms = termsOf(input, order)
  const size = magnitude(terms?.position.size ?? 0n)
  return {
    size,
    takeProfit: readTarget(input, order, { name: "takeProfit", terms }),
    stopLoss: readTarget(input, order, { name: "stopLoss", terms }),
  }
}

/** The first that is wrong, for the ticket's refusals. */
export function targetProblem(input: ContractDraftInput, order: DraftOrder): DraftProblem | undefined {
  const targets = readTargets(input, order)
  for (const name of TARGET_NAMES) {
    const { problem, mend, limit } = targets?.[name] ?? {}
    if (problem) return { field: name, problem, mend }
    if (limit?.problem) return { field: `${name}Limit`, problem: limit.problem, mend: limit.mend }
  }
  return undefined
}

type SentTargets = Pick<AskOf<typeof placeContractOrder>, "takeProfit" | "stopLoss">

/** What is sent of them with the order. */
export function targetTerms(input: ContractDraftInput, order: DraftOrder): SentTargets {
  const targets = readTargets(input, order)
  const source = input.form.targetSource ?? "mark"
  const sent = (name: TargetName) => {
    const { price, limit } = targets?.[name] ?? {}
    if (price === undefined) return {}
    return { [name]: { price, source, ...(limit?.price !== undefined && { limit: limit.price }) } }
  }
  return { ...sent("takeProfit"), ...sent("stopLoss") }
}

/**
 * What is typed, told in another unit, with two decimals of money and percent; empty where it can't be told. `of`: the field
 * as it stands, of the target `name`.
 */
export function inUnit(of: TargetPoint | undefined, name: TargetName, unit: TargetUnit): string {
  if (!of?.price || of.problem) return ""
  if (unit === "price") return of.price
  if (!of.outcome) return ""
  const { rate, profit } = of.outcome
  // A limit may lie on the other side of the entry: there it is neither a gain nor a loss of its target.
  if (rate === 0n || rate > 0n !== (name === "takeProfit")) return ""
  return unit === "percent" ? percentOf(magnitude(rate)) : moneyOf(magnitude(profit))
}

/** What closing the whole position comes to: at worst at its limit. */
export const worstOutcome = (of: TargetDraft | undefined): TargetOutcome | undefined =>
  of?.limit?.outcome ?? of?.outcome

/** An amount in 1e-8 with two decimals, nearest; signed. */
export const moneyOf = (amount: bigint): string => formatAmount(toCents(amount), 2)

/** A rate in 1e-8 as percent with two decimals, nearest; signed. */
export const percentOf = (rate: bigint): string => formatAmount(toCents(rate * 100n), 2)

const CENT = 1_000_000n
const toCents = (units: bigint): bigint => divideNearest(units, CENT) * CENT

/** Undefined while it isn't known at which price the order would open. */
function termsOf(input: ContractDraftInput, order: DraftOrder): OrderTargetTerms | undefined {
  const { instrument, held } = input
  const price = openingPrice(input, order)
  if (price === undefined) return undefined
  const isLong = order.side === "buy"
  const quantity = BigInt(order.quantity ?? 0) * instrument.lot
  const fill = { size: (isLong ? quantity : -quantity) as Amount, price }
  const { position } = applyFill(held, fill)
  // Without a size only the price can be told.
  return {
    isLong,
    price,
    position: quantity === 0n ? { ...position, size: 0n as Amount } : position,
    tick: instrument.tick,
  }
}

/** In 1e-8: by market the average that the book has for it. */
function openingPrice(input: ContractDraftInput, order: DraftOrder): Price8 | undefined {
  const { instrument, ladder } = input
  if (order.orderType === "market" && order.quantity !== undefined) {
    const { lots, turnover } = walkBook(instrument, ladder, { side: order.side, lots: order.quantity })
    if (lots > 0) return divideNearest(turnover * UNITS_PER_COIN, BigInt(lots) * instrument.lot) as Price8
  }
  return exact(input, tradedAt(input, order))
}

const exact = ({ instrument }: ContractDraftInput, ticks: number | undefined): Price8 | undefined =>
  ticks === undefined ? undefined : ((BigInt(ticks) * instrument.tick) as Price8)

interface WantedTarget {
  name: TargetName
  terms: OrderTargetTerms | undefined
}

function readTarget(
  input: ContractDraftInput,
  order: DraftOrder,
  { name, terms }: WantedTarget,
): TargetDraft | undefined {
  const at = pointOf(input, { name, field: name, terms })
  if (!terms || at?.price8 === undefined) return at && { problem: at.problem, mend: at.mend }
  const { price8: price, ...target } = at
  const against = comparedAt(input, order)
  const { isLong } = terms
  if (against !== undefined && isTargetReached({ isLong, kind: name, price }, against))
    return {
      problem: { kind: "target-side", target: name, isLong, price: formatAmount(against, decimalsOf(input)) },
    }
  const limit =
    input.form.targetType === "limit" ? pointOf(input, { name, field: `${name}Limit`, terms }) : undefined
  return { ...target, limit }
}

/** A typed price of a target, or worst price of what it sends; undefined: nothing typed, or the size is missing yet. */
function pointOf(
  input: ContractDraftInput,
  { name, field, terms }: WantedTarget & { field: TargetField },
): (TargetPoint & { price8?: Price8 }) | undefined {
  const { instrument } = input
  const typed = readTyped(input, field)
  if (typed === undefined) return undefined
  if ("problem" in typed) return typed
  const needsSize = "by" in typed && typed.by === "money" && terms?.position.size === 0n
  if (!terms || needsSize) return undefined
  const price8 = "by" in typed ? targetPrice(terms, name, typed) : typed.price
  if (price8 === undefined) return { problem: { kind: "target-far" } }
  return {
    price8,
    price: formatSteps(Number(price8 / instrument.tick), instrument.tick),
    outcome: targetOutcome(terms, price8, input.terms.leverage),
  }
}

interface WrongTarget {
  problem: FieldProblem
  mend?: string | undefined
}

/** Undefined: nothing typed. */
function readTyped(
  { form, instrument, mark }: ContractDraftInput,
  field: TargetField,
): TargetAim | { price: Price8 } | WrongTarget | undefined {
  const text = form[field] ?? ""
  if (form.targetUnit === "money") {
    const { units, problem } = readAmount(text, mark)
    if (units !== undefined) return { by: "money", amount: units as Amount }
    return problem && { problem }
  }
  const isPrice = form.targetUnit === "price"
  const { steps, problem } = isPrice
    ? readSteps(text, mark, instrument.tick, "TICK")
    : readPercent(text, mark)
  if (problem) return { problem, mend: problem.kind === "refusal" ? problem.mend : undefined }
  if (steps === undefined) return undefined
  return isPrice
    ? { price: (BigInt(steps) * instrument.tick) as Price8 }
    : { by: "percent", rate: BigInt(steps) }
}

/** What the engine compares them by; without a price of the source there is nothing that is reached. */
function comparedAt(input: ContractDraftInput, order: DraftOrder): Price8 | undefined {
  const { form, prices } = input
  const { orderType, side, price, stopPrice } = order
  const source = (form.targetSource ?? "mark") === "mark" ? prices.mark : exact(input, prices.last)
  const own = { orderType, side, price: exact(input, price), stopPrice: exact(input, stopPrice) }
  return comparedPrice(own, source)
}

const decimalsOf = ({ instrument }: ContractDraftInput): number => stepDecimals(instrument.tick)
