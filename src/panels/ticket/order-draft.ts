/**
 * What order is in the making, what is wrong with it, and what will it cost? Plain functions from typed text to the very
 * request that is sent; refusals come in the server's order and words, before they cost (exchange.md section 9).
 */

import type { SpotInstrument } from "#core/instrument/instrument.ts"
import { checkOrder } from "#core/instrument/order-rules.ts"
import { checkLimitPrice, type MarketPrices } from "#core/instrument/price-rule.ts"
import { formatAmount, formatSteps } from "#core/money/steps.ts"
import type { Typed } from "#core/money/typed-decimal.ts"
import { type Fees, type OrderPreview, previewOrder } from "#core/order/order-preview.ts"
import type { Ladder } from "#core/order/walk-book.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import type { Problem } from "#core/wire/problem.ts"
import type { placeSpotOrder } from "#core/wire/spot-calls.ts"
import type { TicketForm } from "../../stores/ticket-store.ts"
import { checkAgainstBook, checkMoney, checkOwnLimit, checkStop } from "./draft-checks.ts"
import { priceMend, sizeMend } from "./draft-mends.ts"
import { type FieldProblem, type Reading, readAmount, readSteps } from "./field-reading.ts"

export type OrderRequest = AskOf<typeof placeSpotOrder>
export type FieldName = "price" | "stop" | "amount"

export interface DraftInput {
  form: Pick<TicketForm, "side" | "type" | "validity" | "isPostOnly" | "price" | "stop" | "amount" | "unit"> &
    Partial<Pick<TicketForm, "isPriceOffered">>
  instrument: SpotInstrument
  prices: MarketPrices
  ladder: Ladder
  fees: Fees
  /** Free in the funding account, in 1e-8; undefined while unknown. */
  available: { base: bigint; quote: bigint } | undefined
  /** The user's own limit of an order's value, in 1e-8 of the quote; undefined: none. */
  ownLimit?: bigint | undefined
  read: (typed: string) => Typed
}

export interface DraftProblem {
  /** Undefined: the order as a whole. */
  field?: FieldName | undefined
  problem: FieldProblem
  /** What would be right, as wire text, for that field. */
  mend?: string | undefined
}

/** What is typed, in steps; what is missing is undefined. */
export interface DraftOrder {
  side: "buy" | "sell"
  orderType: TicketForm["type"]
  price?: number | undefined
  stopPrice?: number | undefined
  quantity?: number | undefined
  budget?: bigint | undefined
  postOnly: boolean
  validity: TicketForm["validity"]
}

export interface Draft {
  order: DraftOrder
  readings: { price: Reading; stop: Reading; amount: Reading }
  /** The first thing that is wrong; undefined also while something is missing. */
  wrong?: DraftProblem | undefined
  preview?: OrderPreview | undefined
  /** Complete and nothing wrong: these texts are shown, and these are sent. */
  request?: OrderRequest | undefined
}

export function draftOf(input: DraftInput): Draft {
  const { form, instrument, fees, ladder } = input
  const hasPrice = form.type !== "market"
  const price = hasPrice ? stepsOf(input, form.price, instrument.tick, "TICK") : {}
  const stop = form.type === "stop-limit" ? stepsOf(input, form.stop, instrument.tick, "TICK") : {}
  const { reading: amount, quantity, budget } = readSize(input, price.steps)
  const order: DraftOrder = {
    side: form.side,
    orderType: form.type,
    price: price.steps,
    stopPrice: stop.steps,
    quantity,
    budget,
    postOnly: form.type === "limit" && form.isPostOnly,
    validity: validityOf(form),
  }
  const preview = previewOrder(instrument, order, fees, ladder)
  const wrong =
    typedWrong("stop", stop) ??
    typedWrong("price", price) ??
    typedWrong("amount", amount) ??
    ruleBroken(input, order, preview)
  const isComplete =
    (quantity !== undefined || budget !== undefined) &&
    (!hasPrice || price.steps !== undefined) &&
    (form.type !== "stop-limit" || stop.steps !== undefined)
  const readings = { price, stop, amount }
  return {
    order,
    readings,
    wrong,
    preview,
    request: isComplete && !wrong ? requestOf(instrument, order, readings) : undefined,
  }
}

/** Market orders never rest; post-only ones always may. */
function validityOf({ type, validity, isPostOnly }: DraftInput["form"]): TicketForm["validity"] {
  if (type === "market") return "ioc"
  return type === "limit" && isPostOnly ? "gtc" : validity
}

const stepsOf = ({ read }: DraftInput, typed: string, step: bigint, name: "TICK" | "LOT"): Reading =>
  readSteps(read(typed), typed, step, name)

interface Size {
  reading: Reading
  quantity?: number
  budget?: bigint
}

/** An amount in the quote currency is a budget by market, and else the lots that it pays for at the limit, down. */
function readSize(input: DraftInput, price: number | undefined): Size {
  const { form, instrument } = input
  if (form.unit === "base") {
    const reading = stepsOf(input, form.amount, instrument.lot, "LOT")
    return reading.steps === undefined ? { reading } : { reading, quantity: reading.steps }
  }
  const { units, problem } = readAmount(input.read(form.amount), form.amount)
  if (units === undefined) return { reading: problem ? { problem } : {} }
  if (form.type === "market") return { reading: { text: formatAmount(units) }, budget: units }
  if (price === undefined) return { reading: {} }
  const each = BigInt(price) * instrument.notionalUnit
  const lots = Number(units / each)
  if (lots > 0) return { reading: { steps: lots, text: formatSteps(lots, instrument.lot) }, quantity: lots }
  const values = { limit: formatSteps(instrument.minQuantity, instrument.lot), currency: instrument.base }
  const leastLots = BigInt(
    Math.max(instrument.minQuantity, Number((instrument.minNotional + each - 1n) / each)),
  )
  const mend = formatAmount(each * leastLots)
  return { reading: { problem: { kind: "refusal", problem: { name: "MIN_QUANTITY", values }, mend } } }
}

function typedWrong(field: FieldName, { problem }: Reading): DraftProblem | undefined {
  if (!problem) return undefined
  return { field, problem, mend: problem.kind === "refusal" ? problem.mend : undefined }
}

/** The rules, in the order in which the server would refuse. What is missing yet isn't judged. */
function ruleBroken(
  input: DraftInput,
  order: DraftOrder,
  preview: OrderPreview | undefined,
): DraftProblem | undefined {
  const { instrument, prices } = input
  if (instrument.state !== "open") return refused({ name: "TRADING_STATE" }, order, input)
  const hasSize = order.quantity !== undefined || order.budget !== undefined
  const rule = hasSize
    ? checkOrder(instrument, order, prices)
    : order.orderType === "limit" && order.price !== undefined
      ? checkLimitPrice(instrument, { side: order.side, price: order.price }, prices)
      : undefined
  const problem =
    rule ??
    checkStop(order, prices) ??
    (preview && hasSize
      ? (checkOwnLimit(input, preview, order) ?? checkMoney(input, preview) ?? checkAgainstBook(input, order))
      : undefined)
  return problem && refused(problem, order, input)
}

const PRICE_PROBLEMS = new Set(["PRICE_RULE", "PRICE_BAND", "PRICE_RANGE", "POST_ONLY_WOULD_TAKE"])
const SIZE_PROBLEMS = new Set([
  "MIN_QUANTITY",
  "MAX_QUANTITY",
  "MIN_NOTIONAL",
  "OWN_LIMIT",
  "INSUFFICIENT_BALANCE",
  "FOK_NOT_FILLABLE",
])

function refused(problem: Problem, order: DraftOrder, input: DraftInput): DraftProblem {
  const whole = { kind: "refusal", problem } as const
  if (PRICE_PROBLEMS.has(problem.name))
    return { field: "price", problem: whole, mend: priceMend(problem, order, input) }
  if (problem.name === "STOP_WOULD_TRIGGER") return { field: "stop", problem: whole }
  if (SIZE_PROBLEMS.has(problem.name))
    return { field: "amount", problem: whole, mend: sizeMend(problem, order, input) }
  return { problem: whole }
}

/** The same texts that stand on the button and in the question before sending. */
function requestOf(
  { id, tick, lot }: SpotInstrument,
  order: DraftOrder,
  readings: Draft["readings"],
): OrderRequest {
  const { side, orderType, validity, postOnly, price, stopPrice, quantity, budget } = order
  const request = {
    instrument: id,
    side,
    type: orderType,
    timeInForce: validity,
    ...(price === undefined ? {} : { price: formatSteps(price, tick) }),
    ...(stopPrice === undefined ? {} : { stopPrice: formatSteps(stopPrice, tick) }),
    ...(quantity === undefined ? {} : { quantity: formatSteps(quantity, lot) }),
    ...(budget === undefined ? {} : { budget: readings.amount.text }),
    ...(postOnly ? { postOnly } : {}),
  }
  return request as OrderRequest
}
