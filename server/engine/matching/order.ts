/** An open order: the one record that book, market and clearing share. */

import type { StpMode, TradedInstrument } from "#core/instrument/instrument.ts"
import { notional } from "#core/instrument/listing.ts"
import type { Amount, Fine, Lots, Price8, Ticks, TimeMs } from "#core/money/units.ts"
import { NO_AMOUNT, NO_LOTS, UNITS_PER_COIN } from "#core/money/units.ts"
import {
  isMarketType,
  isOpen,
  isStopType,
  type OrderStatus,
  type OrderType,
} from "#core/order/order-status.ts"
import type { ProblemName } from "#core/wire/problem.ts"
import type { AccountId, PlaceOrder, PositionSide, Side, TimeInForce } from "../command.ts"
import type { ExpiryReason, OrderView } from "../event.ts"
import { conditionsOf, type OrderConditions, viewConditions } from "./order-conditions.ts"
import type { Participant, SpotBalances } from "./participant.ts"
import type { PriceLevel } from "./price-level.ts"

const NO_PRICE = 0 as Ticks

/** What a new order takes from its instrument. */
export type OrderInstrument = Pick<TradedInstrument, "kind" | "stpDefault">

/** What an order of contracts counts at (P12) as long as open lots, limit and rate are these; size signed, value and fee fine. */
export interface CountedTerms {
  readonly open: Lots
  readonly ticks: Ticks
  readonly rate: bigint
  readonly size: Amount
  readonly price: Price8
  readonly value: Fine
  readonly fee: Fine
}

/**
 * One mutable record an order, of one shape for all forms, so that the hot loops stay monomorphic.
 * 0 stands for "none" in prices, quantity and budget; no valid order has such a value.
 */
export class Order {
  readonly id: number
  readonly account: AccountId
  readonly instrument: string
  /** Of the instrument: who reads it knows which part by kind there is. */
  readonly kind: TradedInstrument["kind"]
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly budget: Amount
  readonly postOnly: boolean
  readonly stp: StpMode
  readonly clientOrderId: string | undefined
  /** P22: lessens its position and never opens one. */
  readonly reduceOnly: boolean
  /** P19: the position that it changes in hedge mode; undefined one-way, and always on spot. */
  readonly positionSide: PositionSide | undefined
  /** The quote amount alone says how much (market by quote amount, S2). */
  readonly isByBudget: boolean
  /** What few orders have; undefined of all others. */
  conditions: OrderConditions | undefined

  /** Limit; 0 with market orders. */
  price: Ticks
  /** What a stop waits for; 0 for none. */
  stopPrice: Ticks
  /** Total in lots; 0 where a budget alone says how much. Falls with amend, reduce and DECREMENT. */
  quantity: Lots
  /** Still to trade: quantity − executed. Stays 0 where a budget alone says how much. */
  open: Lots
  /** S19: of what is open, what the book doesn't show; kept from when it joins the book on. */
  hidden: Lots = NO_LOTS
  /** Of the budget, in 1e-8 of the quote; moves only where it alone says how much. */
  budgetLeft: Amount
  executed: Lots = NO_LOTS
  executedQuote: Amount = NO_AMOUNT
  /** Lots lost to self-trade prevention (DECREMENT), already off `quantity`. */
  prevented: Lots = NO_LOTS
  status: OrderStatus
  reason: ExpiryReason | undefined = undefined
  refusal: ProblemName | undefined = undefined
  /** S10, buys only: the hold is counted at the higher of this and the limit; 0 for none. */
  reservePrice: Ticks
  /** Part by kind, set as clearing binds it. Spot: where its hold is taken from, and where its fills go. */
  spot: SpotBalances | undefined = undefined
  /** Sent by the exchange itself for an account (liquidation, a take-over): no margin is asked of it. */
  isExempt = false
  /** Rates of its acceptance, kept to its end (N1), in 1e-8. */
  makerRate = 0n
  takerRate = 0n
  /** A buy that pays its fee in the quote, out of its hold (S11). */
  isFeeInQuote = false
  /** Fees of all its fills before rounding, in 1e-16 of the fee currency (U5). */
  feeFine = 0n
  /** Fee charged so far, 1e-8 of the fee currency. */
  charged: Amount = NO_AMOUNT
  feeCurrency = ""
  /** Held for it now, 1e-8 (S10). */
  hold: Amount = NO_AMOUNT
  /** Contracts only, kept by `risk/perpetual/order-sums.ts`: what it counts at, until its terms change. */
  counted: CountedTerms | undefined = undefined
  /** Its account's sums have it with these terms. */
  isCounted = false
  created: TimeMs = 0
  updated: TimeMs = 0
  /** Of the last command that changed it. */
  sequence = 0

  /** Its place in the fast book: the level, and its neighbours in the queue. */
  level: PriceLevel | undefined = undefined
  queuePrevious: Order | undefined = undefined
  queueNext: Order | undefined = undefined
  /** Where its account's orders in this instrument are kept, and its place there. */
  participant: Participant | undefined = undefined
  participantIndex = 0

  constructor(id: number, command: PlaceOrder, { kind, stpDefault }: OrderInstrument) {
    this.id = id
    this.account = command.account
    this.instrument = command.instrument
    this.kind = kind
    this.side = command.side
    this.orderType = command.orderType
    this.timeInForce = command.timeInForce ?? (isMarketType(command.orderType) ? "ioc" : "gtc")
    this.stopPrice = command.stopPrice ?? NO_PRICE
    this.budget = command.budget ?? NO_AMOUNT
    this.postOnly = command.postOnly ?? false
    this.stp = command.stp ?? stpDefault
    this.clientOrderId = command.clientOrderId
    this.reduceOnly = command.reduceOnly ?? command.closePosition ?? false
    this.conditions = conditionsOf(id, command)
    this.positionSide = command.positionSide
    this.price = command.price ?? NO_PRICE
    this.quantity = command.quantity ?? NO_LOTS
    this.open = this.quantity
    this.isByBudget = command.quantity === undefined && command.budget !== undefined
    this.budgetLeft = this.budget
    this.reservePrice = command.reservePrice ?? NO_PRICE
    this.status = isStopType(command.orderType) ? "waiting" : "new"
  }
}

/** Has it no limit price of its own? */
export const isByMarket = ({ price }: Pick<Order, "price">): boolean => price === 0

export const oppositeSide = (side: Side): Side => (side === "buy" ? "sell" : "buy")

/** {@link notional} by K alone, which is all that a book knows of its instrument. */
export const turnoverOf = (price: number, quantity: number, notionalUnit: bigint): Amount =>
  notional({ notionalUnit }, price, quantity)

/** Books one fill of `quantity` lots on either side of the trade; its fee isn't charged yet. */
export function fillOrder(order: Order, quantity: Lots, turnover: Amount): void {
  order.executed = (order.executed + quantity) as Lots
  order.executedQuote = (order.executedQuote + turnover) as Amount
  if (order.isByBudget) order.budgetLeft = (order.budgetLeft - turnover) as Amount
  else order.open = (order.open - quantity) as Lots
  order.status = hasEnough(order) ? "filled" : "partly-filled"
}

/** S5 DECREMENT: takes lots off the order that will never trade; the executed ones stay. */
export function decrementOrder(order: Order, price: Ticks, by: Lots, notionalUnit: bigint): void {
  order.prevented = (order.prevented + by) as Lots
  if (order.isByBudget) order.budgetLeft = (order.budgetLeft - turnoverOf(price, by, notionalUnit)) as Amount
  else shrinkOrder(order, by)
}

/** S6: takes lots off the total and off what is open. */
export function shrinkOrder(order: Order, by: Lots): void {
  order.quantity = (order.quantity - by) as Lots
  order.open = (order.open - by) as Lots
}

/** S19: what of it the book shows, and what stands in its queue. */
export const shownLots = (order: Order): Lots => (order.open - order.hidden) as Lots

/** S19: of what is open its next part is shown and the rest hidden; of every other order all is shown. */
export function hideRest(order: Order): void {
  const part = order.conditions?.shown
  order.hidden = (part === undefined || part >= order.open ? NO_LOTS : order.open - part) as Lots
}

/** S6, S19: lots that are taken off come out of what is hidden first. Answers how many come off what is shown. */
export function takeHidden(order: Order, by: Lots): number {
  const fromHidden = Math.min(by, order.hidden)
  order.hidden = (order.hidden - fromHidden) as Lots
  return by - fromHidden
}

/** Is there nothing left to trade? */
export const hasEnough = (order: Order): boolean =>
  order.isByBudget ? order.budgetLeft - feeWithin(order) <= 0n : order.open === 0

/** What of a budget the fee has taken: only a buy pays it out of its budget (S2). */
const feeWithin = (order: Order): bigint => (order.isFeeInQuote && order.charged > 0n ? order.charged : 0n)

/**
 * How many lots it would take at this price: what is open, or what the rest of the budget pays for, lots down (S2).
 * 0 with a budget: not even one lot. With the fee inside, `q × u + ceil((F + q × u × r) / 10^8) ≤ left` for the turnover
 * `u` of a lot, which is `q ≤ (10^8 × left − F) / (u × (10^8 + r))`.
 */
export function wantedLots(order: Order, price: Ticks, notionalUnit: bigint): Lots {
  if (!order.isByBudget) return order.open
  const lotTurnover = BigInt(price) * notionalUnit
  if (!order.isFeeInQuote) return Number(order.budgetLeft / lotTurnover) as Lots
  const rate = order.takerRate > 0n ? order.takerRate : 0n
  const fine = UNITS_PER_COIN * order.budgetLeft - (order.feeFine > 0n ? order.feeFine : 0n)
  return fine <= 0n ? NO_LOTS : (Number(fine / (lotTurnover * (UNITS_PER_COIN + rate))) as Lots)
}

/** The order as others see it, at this moment. Fields that it doesn't have are left out. */
export function viewOrder(order: Order): OrderView {
  const view = order.price !== 0 && !order.isByBudget ? viewPriced(order) : viewUnpriced(order)
  if (order.budget !== 0n) view.budget = order.budget
  if (order.stopPrice !== 0) view.stopPrice = order.stopPrice
  if (order.clientOrderId !== undefined) view.clientOrderId = order.clientOrderId
  if (order.prevented !== 0) view.prevented = order.prevented
  if (order.reduceOnly) view.reduceOnly = true
  if (order.positionSide !== undefined) view.positionSide = order.positionSide
  if (order.reason !== undefined) view.reason = order.reason
  if (order.refusal !== undefined) view.refusal = order.refusal
  if (order.conditions) viewConditions(view, order.conditions)
  if (order.hidden > 0 && isOpen(order)) view.hidden = order.hidden
  return view
}

/** Nearly all orders have a price and a quantity: fields of one literal cost half of what is added to it later. */
const viewPriced = (order: Order): OrderView => ({
  id: order.id,
  account: order.account,
  instrument: order.instrument,
  kind: order.kind,
  side: order.side,
  orderType: order.orderType,
  timeInForce: order.timeInForce,
  price: order.price,
  quantity: order.quantity,
  postOnly: order.postOnly,
  executed: order.executed,
  executedQuote: order.executedQuote,
  status: order.status,
  charged: order.charged,
  feeCurrency: order.feeCurrency,
  hold: order.hold,
  created: order.created,
  updated: order.updated,
  sequence: order.sequence,
})

function viewUnpriced(order: Order): OrderView {
  const view: OrderView = {
    id: order.id,
    account: order.account,
    instrument: order.instrument,
    kind: order.kind,
    side: order.side,
    orderType: order.orderType,
    timeInForce: order.timeInForce,
    postOnly: order.postOnly,
    executed: order.executed,
    executedQuote: order.executedQuote,
    status: order.status,
    charged: order.charged,
    feeCurrency: order.feeCurrency,
    hold: order.hold,
    created: order.created,
    updated: order.updated,
    sequence: order.sequence,
  }
  if (order.price !== 0) view.price = order.price
  if (!order.isByBudget && order.quantity !== 0) view.quantity = order.quantity
  return view
}
