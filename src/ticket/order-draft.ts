/**
 * The order that a ticket is being filled in for: what is wrong with it, what it costs, and the very request that is
 * sent. Plain functions of the typed text; refusals come in the server's order and words, before anything is sent. What
 * depends on the kind of market (its cost, its request) comes from an {@link OrderKind}.
 */

import type { TradedInstrument } from "#core/instrument/instrument.ts"
import { checkOrder } from "#core/instrument/order-rules.ts"
import { checkLimitPrice, type MarketPrices } from "#core/instrument/price-rule.ts"
import type { DecimalMark } from "#core/money/typed-decimal.ts"
import type { BestPrice } from "#core/order/best-price.ts"
import { checkExpiry } from "#core/order/order-expiry.ts"
import type { OrderPreview } from "#core/order/order-preview.ts"
import { isMarketType, isStopType, type TriggerSource } from "#core/order/order-status.ts"
import type { Ladder } from "#core/order/walk-book.ts"
import type { TargetName } from "#core/position/order-targets.ts"
import type { Problem } from "#core/wire/problem.ts"
import { closesWhole, type TicketForm } from "../stores/ticket-store.ts"
import { checkAgainstBook, checkMoney, checkOwnLimit, checkStop } from "./draft-checks.ts"
import { priceMend, sizeMend } from "./draft-mends.ts"
import { type FieldProblem, type Reading, readDistance, readSteps } from "./field-reading.ts"
import { expiryOf } from "./good-till.ts"
import { isDelisted } from "./market-notice.ts"
import { namedPrice } from "./named-price.ts"
import { readSize } from "./order-size.ts"
import { fieldsOf } from "./refused-field.ts"

/** A take-profit or stop-loss, and the worst price of what it sends. */
export type TargetField = TargetName | `${TargetName}Limit`

export type FieldName = "price" | "stop" | "distance" | "amount" | "expiry" | TargetField

export interface DraftInput {
  form: Pick<TicketForm, "side" | "type" | "validity" | "isPostOnly" | "price" | "stop" | "amount" | "unit"> &
    Partial<
      Pick<
        TicketForm,
        "bestPrice" | "isPriceOffered" | "distance" | "stopSource" | "closesPosition" | "goodFor" | "goodTill"
      >
    >
  instrument: TradedInstrument
  prices: MarketPrices
  ladder: Ladder
  /** The user's own limit of an order's value, in 1e-8 of the quote; undefined: none. */
  ownLimit?: bigint | undefined
  /** The decimal mark of the page's numbers. */
  mark: DecimalMark
  /** The exchange's time, epoch ms; left out: the device's. */
  now?: number | undefined
}

/** What an order of any kind costs; amounts in 1e-8. */
export type OrderCost = Pick<OrderPreview, "lots" | "turnover" | "rate" | "fee" | "hold" | "walk">

/** What is sent, as wire texts; further fields are the kind's own. */
export interface OrderRequest {
  instrument: string
  quantity?: string | undefined
  budget?: string | undefined
}

/** What a kind of market adds to the draft: what an order costs, what a share of the balance buys, what is sent. */
export interface OrderKind<Input extends DraftInput, Request extends OrderRequest, Cost extends OrderCost> {
  /** Undefined while price or size is missing. */
  cost: (input: Input, order: DraftOrder) => Cost | undefined
  /** It ends all that there is: no minimum notional is asked of it. */
  endsHolding?: (input: Input, order: DraftOrder) => boolean
  /** What else is wrong with what was typed: asked once price and size keep the rules. */
  conditions?: (input: Input, order: DraftOrder) => DraftProblem | undefined
  /** Whether what it needs is there; left out: what it holds, of what is free. */
  money?: (input: Input, order: DraftOrder, cost: Cost) => Problem | undefined
  /** Free of this currency, in 1e-8; undefined while unknown. */
  free: (input: Input, currency: string) => bigint | undefined
  /** `percent` (0 … 100) of what is available, as wire text in the unit of the amount field. */
  share: (input: Input, order: DraftOrder, percent: number) => string | undefined
  /** The texts of `readings` are what the ticket shows: they are sent. */
  request: (input: Input, order: DraftOrder, readings: Draft<Request, Cost>["readings"]) => Request
}

/** What is wrong with a take-profit or stop-loss that is to come with an order. */
export type TargetProblem =
  /** It would fire where the order opens; `price`: what it is compared by, as wire text. */
  | { kind: "target-side"; target: TargetName; isLong: boolean; price: string }
  /** No price above zero gets so far. */
  | { kind: "target-far" }

export interface DraftProblem {
  /** Undefined: the order as a whole. */
  field?: FieldName | undefined
  problem: FieldProblem | TargetProblem
  /** What would be right, as wire text, for that field. */
  mend?: string | undefined
}

/** What is typed, in steps; what is missing is undefined. */
export interface DraftOrder {
  side: "buy" | "sell"
  orderType: TicketForm["type"]
  price?: number | undefined
  /** S18: it is named, and `price` is what it would be by the page's book. */
  bestPrice?: BestPrice | undefined
  /** Of a trailing stop where it begins to follow. */
  stopPrice?: number | undefined
  /** Of a trailing stop, a rate in 1e-8. */
  distance?: bigint | undefined
  /** Of a stop; left out: last. */
  stopSource?: TriggerSource | undefined
  quantity?: number | undefined
  budget?: bigint | undefined
  /** Of a contract's stop: all of the position, instead of an amount. */
  closesPosition?: boolean | undefined
  postOnly: boolean
  validity: "gtc" | "ioc" | "fok"
  /** Good till then, epoch ms; undefined: till it is cancelled. */
  expiresAt?: number | undefined
}

export interface Draft<Request extends OrderRequest = OrderRequest, Cost extends OrderCost = OrderCost> {
  order: DraftOrder
  readings: { price: Reading; stop: Reading; distance: Reading; amount: Reading }
  /** The first thing that is wrong; undefined also while something is missing. */
  wrong?: DraftProblem | undefined
  preview?: Cost | undefined
  /** Complete and nothing wrong: these texts are shown, and these are sent. */
  request?: Request | undefined
}

const NO_AMOUNT = { reading: {}, quantity: undefined, budget: undefined }

/** What is typed, understood or not; nothing of it is judged by the rules yet. */
export function readOrder(input: DraftInput): Pick<Draft, "order" | "readings"> {
  const { form, instrument } = input
  const isStop = isStopType(form.type)
  const ticks = (typed: string) => readSteps(typed, input.mark, instrument.tick, "TICK")
  const named = namedPrice(input)
  const price = named ?? (isMarketType(form.type) ? {} : ticks(form.price))
  const stop = isStop ? ticks(form.stop) : {}
  const distance = form.type === "trailing-stop" ? readDistance(form.distance ?? "", input.mark) : {}
  const closesPosition = closesWhole(instrument.kind, form)
  const {
    reading: amount,
    quantity,
    budget,
  } = closesPosition ? NO_AMOUNT : readSize(input, { price: price.steps, stopPrice: stop.steps })
  const order: DraftOrder = {
    side: form.side,
    orderType: form.type,
    price: price.steps,
    bestPrice: named && (form.bestPrice || undefined),
    stopPrice: stop.steps,
    distance: distance.steps === undefined ? undefined : BigInt(distance.steps),
    stopSource: isStop ? form.stopSource : undefined,
    quantity,
    budget,
    closesPosition,
    postOnly: form.type === "limit" && form.isPostOnly,
    validity: validityOf(form),
    expiresAt: expiryOf(form, input.now ?? Date.now()),
  }
  return { order, readings: { price, stop, distance, amount } }
}

export function draftOf<Input extends DraftInput, Request extends OrderRequest, Cost extends OrderCost>(
  input: Input,
  kind: OrderKind<Input, Request, Cost>,
): Draft<Request, Cost> {
  const { order, readings } = readOrder(input)
  const preview = kind.cost(input, order)
  const wrong =
    typedWrong("stop", readings.stop) ??
    typedWrong("distance", readings.distance) ??
    typedWrong("price", readings.price) ??
    typedWrong("amount", readings.amount) ??
    ruleBroken(input, kind, order, preview)
  return {
    order,
    readings,
    wrong,
    preview,
    request: isComplete(order) && !wrong ? kind.request(input, order, readings) : undefined,
  }
}

/** Everything that its type needs was typed and understood. */
export const isComplete = ({
  orderType,
  price,
  stopPrice,
  distance,
  quantity,
  budget,
  closesPosition,
}: DraftOrder): boolean =>
  (quantity !== undefined || budget !== undefined || closesPosition === true) &&
  (isMarketType(orderType) || price !== undefined) &&
  (orderType === "trailing-stop" ? distance !== undefined : !isStopType(orderType) || stopPrice !== undefined)

/** Market orders never rest; post-only ones always may. One that is good till a time rests till then. */
function validityOf({ type, validity, isPostOnly }: DraftInput["form"]): DraftOrder["validity"] {
  if (isMarketType(type)) return "ioc"
  return validity === "gtt" || (type === "limit" && isPostOnly) ? "gtc" : validity
}

function typedWrong(field: FieldName, { problem }: Reading): DraftProblem | undefined {
  if (!problem) return undefined
  return { field, problem, mend: problem.kind === "refusal" ? problem.mend : undefined }
}

/** The rules, in the order in which the server would refuse. What is missing yet isn't judged. */
function ruleBroken<Input extends DraftInput, Request extends OrderRequest, Cost extends OrderCost>(
  input: Input,
  kind: OrderKind<Input, Request, Cost>,
  order: DraftOrder,
  preview: Cost | undefined,
): DraftProblem | undefined {
  const { instrument, prices } = input
  const refused = (problem: Problem) => refusedAt(problem, order, input, () => kind.share(input, order, 100))
  if (instrument.state !== "open")
    return refused(
      isDelisted(instrument, Date.now())
        ? { name: "DELISTED", values: { instrument: instrument.id } }
        : { name: "TRADING_STATE" },
    )
  const hasSize = order.quantity !== undefined || order.budget !== undefined
  const rule = hasSize
    ? checkOrder(instrument, { ...order, endsHolding: kind.endsHolding?.(input, order) }, prices)
    : order.orderType === "limit" && order.price !== undefined
      ? checkLimitPrice(instrument, { side: order.side, price: order.price }, prices)
      : undefined
  const problem =
    rule ?? checkExpiry(order.expiresAt, input.now ?? Date.now()) ?? checkStop(order, prices, instrument)
  if (problem) return refused(problem)
  const condition = kind.conditions?.(input, order)
  if (condition || !preview || !hasSize) return condition
  const late =
    checkOwnLimit(input, preview, order) ??
    moneyProblem(input, kind, order, preview) ??
    checkAgainstBook(input, order)
  return late && refused(late)
}

function moneyProblem<Input extends DraftInput, Request extends OrderRequest, Cost extends OrderCost>(
  input: Input,
  kind: OrderKind<Input, Request, Cost>,
  order: DraftOrder,
  cost: Cost,
): Problem | undefined {
  if (kind.money) return kind.money(input, order, cost)
  return checkMoney(cost, kind.free(input, cost.hold.currency))
}

/** @param most all that the balance allows, in the unit of the amount field */
function refusedAt(
  problem: Problem,
  order: DraftOrder,
  input: DraftInput,
  most: () => string | undefined,
): DraftProblem {
  const [field] = fieldsOf(problem.name)
  const refused = (mend?: string): DraftProblem => ({ field, problem: { kind: "refusal", problem }, mend })
  if (problem.name === "INSUFFICIENT_BALANCE" || problem.name === "INSUFFICIENT_MARGIN")
    return refused(most())
  if (field === "price") return refused(priceMend(problem, order, input))
  return refused(field === "amount" ? sizeMend(problem, order, input) : undefined)
}

/** Whole percent of what is free that the order holds, rounded, 0 … 100. */
export function shareOf<Input extends DraftInput, Request extends OrderRequest, Cost extends OrderCost>(
  input: Input,
  kind: OrderKind<Input, Request, Cost>,
  preview: Cost | undefined,
): number {
  const free = preview && kind.free(input, preview.hold.currency)
  if (!preview || !free || free <= 0n) return 0
  const percent = Number((preview.hold.amount * 1000n) / free) / 10
  return Math.min(100, Math.round(percent))
}
