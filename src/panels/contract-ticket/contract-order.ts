/** What an order of a contract adds to the draft of every order: its margin, what a share of it opens, what is sent. */

import { formatAmount, formatSteps } from "#core/money/steps.ts"
import { type Amount, type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import { feeOf } from "#core/order/fee.ts"
import { isMarketType, isStopType } from "#core/order/order-status.ts"
import { type Walk, walkBook } from "#core/order/walk-book.ts"
import {
  costPrice,
  type OrderCost as MarginCost,
  orderCost,
  quantityOfMargin,
} from "#core/position/order-cost.ts"
import type { placeContractOrder } from "#core/wire/contract-order-calls.ts"
import type { AskOf } from "#core/wire/endpoint.ts"
import type { Problem, ProblemName } from "#core/wire/problem.ts"
import {
  type DraftOrder,
  type DraftProblem,
  isComplete,
  type OrderCost,
  type OrderKind,
} from "../../ticket/order-draft.ts"
import { tradedAt } from "../../ticket/order-size.ts"
import type { EstimateAsk } from "../../ticket/own-estimate.ts"
import { type ContractDraftInput, opensOf, positionSideOf } from "./contract-input.ts"
import { targetProblem, targetTerms } from "./contract-targets.ts"

export type ContractOrderRequest = AskOf<typeof placeContractOrder>

/** What is reckoned here at once; what needs the whole account is in the engine's estimate. */
export interface ContractCost extends OrderCost {
  margin: MarginCost
}

export const CONTRACT_ORDER: OrderKind<ContractDraftInput, ContractOrderRequest, ContractCost> = {
  cost: costOf,
  endsHolding: ({ opposite, instrument }, { quantity }) =>
    opposite > 0n && quantity !== undefined && BigInt(quantity) * instrument.lot === opposite,
  conditions: (input, order) => positionMissing(input, order) ?? targetProblem(input, order),
  money: refusalOf,
  free: ({ free }) => free,
  share: shareAmount,
  request: requestOf,
}

/**
 * What the engine is asked about an order: undefined while something is missing. A stop is asked about at its limit, one by
 * market at its stop, a trailing one by market as it is now.
 */
export function estimateAskOf(input: ContractDraftInput, order: DraftOrder): EstimateAsk | undefined {
  const { instrument, form } = input
  const { side, quantity } = order
  if (quantity === undefined || !isComplete(order)) return undefined
  const price = limitOf(order)
  const positionSide = positionSideOf(input, side)
  const ask = {
    instrument: instrument.id,
    side,
    ...(price === undefined ? {} : { price: formatSteps(price, instrument.tick) }),
    quantity: formatSteps(quantity, instrument.lot),
    ...(form.isReduceOnly ? { reduceOnly: true } : {}),
    ...(positionSide && { positionSide }),
  }
  return ask as EstimateAsk
}

/** S9: what closes the whole position needs one when it is placed. */
function positionMissing(
  { opposite }: ContractDraftInput,
  { closesPosition }: DraftOrder,
): DraftProblem | undefined {
  if (!closesPosition || opposite > 0n) return undefined
  return { problem: { kind: "refusal", problem: { name: "REDUCE_ONLY_NO_POSITION" } } }
}

/** In lots; what closes the position is counted as large as it is now. */
const lotsOf = ({ opposite, instrument }: ContractDraftInput, order: DraftOrder): number | undefined =>
  order.closesPosition && opposite > 0n ? Number(opposite / instrument.lot) : order.quantity

function costOf(input: ContractDraftInput, order: DraftOrder): ContractCost | undefined {
  const { instrument, ladder, terms } = input
  const { side } = order
  const quantity = lotsOf(input, order)
  if (quantity === undefined) return undefined
  const isNow = order.orderType === "market"
  const at = tradedAt(input, order)
  if (!isNow && at === undefined) return undefined
  const walk: Walk | undefined = isNow ? walkBook(instrument, ladder, { side, lots: quantity }) : undefined
  const turnover = walk ? walk.turnover : BigInt(at ?? 0) * BigInt(quantity) * instrument.notionalUnit
  const rate = order.postOnly ? terms.maker : terms.taker
  const { quote } = instrument
  const margin = marginOf(input, order, opensOf(input, order))
  return {
    lots: walk ? walk.lots : quantity,
    turnover,
    rate,
    fee: { amount: feeOf(turnover, rate), currency: quote },
    hold: { amount: margin.cost, currency: quote },
    margin,
    ...(walk && { walk }),
  }
}

const NOTHING: MarginCost = {
  margin: 0n as Amount,
  openLoss: 0n as Amount,
  fee: 0n as Amount,
  cost: 0n as Amount,
}

/** P11 of so much that opens; nothing where no price is known. */
function marginOf(input: ContractDraftInput, order: DraftOrder, opens: Amount): MarginCost {
  const { prices, terms } = input
  const price = priceOf(input, order)
  if (price === undefined || opens === 0n) return NOTHING
  const size = (order.side === "buy" ? opens : -opens) as Amount
  return orderCost(
    { size, price },
    { leverage: terms.leverage, mark: prices.mark ?? price, takerRate: terms.taker },
  )
}

/** Ticks that an order names itself; undefined of one that trades at the price of the moment. */
const limitOf = ({ orderType, price, stopPrice }: DraftOrder): number | undefined =>
  orderType === "stop-market" ? stopPrice : isMarketType(orderType) ? undefined : price

/** P11: the price that an order is counted at, in 1e-8. */
function priceOf({ instrument, prices }: ContractDraftInput, order: DraftOrder): Price8 | undefined {
  const exact = (ticks: number | undefined) =>
    ticks === undefined ? undefined : ((BigInt(ticks) * instrument.tick) as Price8)
  return costPrice(order.side, exact(limitOf(order)), {
    bid: exact(prices.bestBid),
    ask: exact(prices.bestAsk),
  })
}

/** Families 9 and 11, as the engine said them of this order. A stop is asked for them when it fires (S9). */
function refusalOf(input: ContractDraftInput, { orderType }: DraftOrder): Problem | undefined {
  return isStopType(orderType) ? undefined : refusalAtOnce(input)
}

/** What it would be refused for if it entered as things stand. */
export function refusalAtOnce({
  judged,
  instrument,
  terms,
  opposite,
  form,
}: ContractDraftInput): Problem | undefined {
  if (form.isReduceOnly && opposite === 0n) return { name: "REDUCE_ONLY_NO_POSITION" }
  if (!judged || judged.refusal === "") return undefined
  const name = judged.refusal as ProblemName
  if (name === "TIER_LIMIT") return { name, values: { leverage: terms.leverage, limit: terms.limit } }
  if (name !== "INSUFFICIENT_MARGIN") return { name }
  return { name, values: { needed: judged.cost, available: judged.free, currency: instrument.quote } }
}

/** `percent` of what is free, as what it opens; of a reduce-only order that much of the position. */
function shareAmount(input: ContractDraftInput, order: DraftOrder, percent: number): string | undefined {
  const { instrument, free, form, opposite } = input
  const whole = BigInt(Math.round(percent))
  const lots = form.isReduceOnly
    ? Number((opposite * whole) / (100n * instrument.lot))
    : lotsFor(input, order, ((free ?? 0n) * whole) / 100n)
  if (lots < 1) return undefined
  if (form.unit === "base") return formatSteps(lots, instrument.lot)
  const price = priceOf(input, order)
  return price && formatAmount((price * BigInt(lots) * instrument.lot) / UNITS_PER_COIN)
}

/** The most lots that open with this margin, open loss and fee inside. */
function lotsFor(input: ContractDraftInput, order: DraftOrder, margin: bigint): number {
  const { instrument, terms } = input
  const { lot } = instrument
  const price = priceOf(input, order)
  if (price === undefined || margin <= 0n) return 0
  const budget = margin as Amount
  const first = quantityOfMargin(budget, { leverage: terms.leverage, price, lot })
  const { cost } = marginOf(input, order, first)
  if (cost === 0n) return 0
  // All of it is in proportion but for the rounding of its three parts.
  let opens = (first * budget) / cost / lot
  while (opens > 0n && marginOf(input, order, (opens * lot) as Amount).cost > budget) opens -= 1n
  const most = isMarketType(order.orderType) ? instrument.maxMarketQuantity : instrument.maxQuantity
  return Math.min(Number(opens), most)
}

function requestOf(input: ContractDraftInput, order: DraftOrder): ContractOrderRequest {
  const { instrument, form } = input
  const {
    side,
    orderType,
    validity,
    expiresAt,
    postOnly,
    price,
    bestPrice,
    stopPrice,
    stopSource,
    distance,
    quantity,
    closesPosition,
  } = order
  const positionSide = positionSideOf(input, side)
  const request = {
    instrument: instrument.id,
    side,
    type: orderType,
    timeInForce: validity,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(bestPrice || price === undefined ? {} : { price: formatSteps(price, instrument.tick) }),
    ...(bestPrice ? { bestPrice } : {}),
    ...(stopPrice === undefined ? {} : { stopPrice: formatSteps(stopPrice, instrument.tick) }),
    ...(stopSource === undefined ? {} : { stopSource }),
    ...(distance === undefined ? {} : { distance: formatAmount(distance) }),
    ...(closesPosition ? { closePosition: true } : { quantity: formatSteps(quantity ?? 0, instrument.lot) }),
    ...(postOnly ? { postOnly } : {}),
    ...(form.isReduceOnly && !closesPosition ? { reduceOnly: true } : {}),
    ...(positionSide && { positionSide }),
    ...targetTerms(input, order),
  }
  return request as ContractOrderRequest
}
