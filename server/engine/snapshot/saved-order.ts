/** An open order in a saved state: one row of values, as there are thousands and all are copied at once. */

import type { StpMode, TradedInstrument } from "#core/instrument/instrument.ts"
import { type Amount, type Lots, NO_LOTS, type Ticks, type TimeMs } from "#core/money/units.ts"
import type { OrderStatus, OrderType } from "#core/order/order-status.ts"
import type { AccountId, PositionSide, Side, TimeInForce } from "../command.ts"
import { Order } from "../matching/order.ts"
import { loadConditions, type SavedConditions, saveConditions } from "./saved-conditions.ts"

/** In the order of their first standing in the class. The account's balances follow from account, market and side. */
export type SavedOrder = readonly [
  id: number,
  account: AccountId,
  side: Side,
  orderType: OrderType,
  timeInForce: TimeInForce,
  stopPrice: Ticks,
  budget: Amount,
  postOnly: boolean,
  stp: StpMode,
  clientOrderId: string | null,
  isByBudget: boolean,
  price: Ticks,
  quantity: Lots,
  open: Lots,
  budgetLeft: Amount,
  executed: Lots,
  executedQuote: Amount,
  prevented: Lots,
  status: OrderStatus,
  reservePrice: Ticks,
  makerRate: bigint,
  takerRate: bigint,
  isFeeInQuote: boolean,
  feeFine: bigint,
  charged: Amount,
  feeCurrency: string,
  hold: Amount,
  created: TimeMs,
  updated: TimeMs,
  sequence: number,
  reduceOnly: boolean,
  positionSide: PositionSide | null,
  conditions: SavedConditions | null,
]

/** An open order has neither reason nor refusal: those are of its end. */
export const saveOrder = (order: Order): SavedOrder => [
  order.id,
  order.account,
  order.side,
  order.orderType,
  order.timeInForce,
  order.stopPrice,
  order.budget,
  order.postOnly,
  order.stp,
  order.clientOrderId ?? null,
  order.isByBudget,
  order.price,
  order.quantity,
  order.open,
  order.budgetLeft,
  order.executed,
  order.executedQuote,
  order.prevented,
  order.status,
  order.reservePrice,
  order.makerRate,
  order.takerRate,
  order.isFeeInQuote,
  order.feeFine,
  order.charged,
  order.feeCurrency,
  order.hold,
  order.created,
  order.updated,
  order.sequence,
  order.reduceOnly,
  order.positionSide ?? null,
  order.conditions ? saveConditions(order.conditions, order.hidden) : null,
]

/** The order as it was; its place in book and lists, and its balances, are given by whoever asks. */
export function loadOrder(saved: SavedOrder, instrument: TradedInstrument): Order {
  const [id, account, side, orderType, timeInForce, stopPrice, budget, postOnly, stp, clientOrderId] = saved
  const [reduceOnly, positionSide] = [saved[30], saved[31]]
  const [isByBudget, price, quantity, open, budgetLeft, executed, executedQuote] = saved.slice(10) as Later
  const order = new Order(
    id,
    {
      type: "order.place",
      account,
      instrument: instrument.id,
      side,
      orderType,
      timeInForce,
      stopPrice,
      budget,
      postOnly,
      stp,
      ...(clientOrderId === null ? {} : { clientOrderId }),
      ...(isByBudget ? {} : { quantity }),
      price,
      ...(reduceOnly ? { reduceOnly } : {}),
      ...(positionSide === null ? {} : { positionSide }),
    },
    instrument,
  )
  order.open = open
  order.budgetLeft = budgetLeft
  order.executed = executed
  order.executedQuote = executedQuote
  loadRest(order, saved)
  return order
}

type Later = [boolean, Ticks, Lots, Lots, Amount, Lots, Amount]

function loadRest(order: Order, saved: SavedOrder): void {
  order.prevented = saved[17]
  order.status = saved[18]
  order.reservePrice = saved[19]
  order.makerRate = saved[20]
  order.takerRate = saved[21]
  order.isFeeInQuote = saved[22]
  order.feeFine = saved[23]
  order.charged = saved[24]
  order.feeCurrency = saved[25]
  order.hold = saved[26]
  order.created = saved[27]
  order.updated = saved[28]
  order.sequence = saved[29]
  order.conditions = saved[32] === null ? undefined : loadConditions(order.id, saved[32])
  order.hidden = saved[32]?.hidden ?? NO_LOTS
}
