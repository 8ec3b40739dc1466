/** Orders and fills of contracts as Binance writes them, on its plain calls and on those of conditional orders. */

import { divideNearest } from "#core/money/rounding.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import { isStopType } from "#core/order/order-status.ts"
import type { PerpetualFill, PerpetualOrder } from "#core/wire/index.ts"
import type { DoorGround } from "../door-route.ts"
import { statusOf } from "../spot/spot-rows.ts"
import { watchedPrice } from "../stop-types.ts"

const or0 = (text: string): string => (text === "" ? "0" : text)
export const sideOfSlot = (slot: PerpetualOrder["positionSide"]): string =>
  slot === "" ? "BOTH" : slot.toUpperCase()

/** What it was placed as. */
function placedAs({ reader, stops }: DoorGround, order: PerpetualOrder): string {
  const source = order.stopSource
  switch (order.type) {
    case "limit":
      return "LIMIT"
    case "market":
      return "MARKET"
    case "trailing-stop":
      return "TRAILING_STOP_MARKET"
    case "stop-limit":
      return stops.kindOf(order, watchedPrice(reader, order.instrument, source))
    default:
      return `${stops.kindOf(order, watchedPrice(reader, order.instrument, source))}_MARKET`
  }
}

/** A stop that has fired is there an order by limit or by market; one that was cancelled with nothing filled hadn't, as far as is known. */
function typeOf(ground: DoorGround, order: PerpetualOrder): string {
  const isUnfired =
    order.status === "waiting" || (order.status === "cancelled" && unitsOf(order.executed) === 0n)
  if (!isStopType(order.type) || isUnfired) return placedAs(ground, order)
  return order.type === "stop-limit" ? "LIMIT" : "MARKET"
}

function timeInForceOf({ type, timeInForce, postOnly, expiresAt }: PerpetualOrder): string {
  if (type !== "limit" && type !== "stop-limit") return "GTC"
  if (postOnly) return "GTX"
  return expiresAt > 0 ? "GTD" : timeInForce.toUpperCase()
}

const stpOf = ({ reader }: DoorGround, { instrument }: PerpetualOrder): string => {
  const market = reader.instrument(instrument)
  return market?.kind === "perpetual" ? market.stpDefault : "EXPIRE_MAKER"
}

/** What both forms tell in the same words. */
const common = (ground: DoorGround, order: PerpetualOrder) => ({
  ...{ symbol: ground.symbols.nameOf(order.instrument), side: order.side.toUpperCase() },
  ...{ positionSide: sideOfSlot(order.positionSide), timeInForce: timeInForceOf(order) },
  ...{ price: or0(order.price), workingType: order.stopSource === "mark" ? "MARK_PRICE" : "CONTRACT_PRICE" },
  ...{ priceMatch: "NONE", closePosition: order.closePosition, priceProtect: false },
  ...{ reduceOnly: order.reduceOnly, selfTradePreventionMode: stpOf(ground, order) },
  goodTillDate: order.expiresAt,
})

/** Mean price of what is filled, to the nearest 1e-8. */
function averageOf({ executed, executedQuote }: PerpetualOrder): string {
  const quantity = unitsOf(executed)
  if (quantity === 0n) return "0"
  return formatAmount(divideNearest(unitsOf(executedQuote) * UNITS_PER_COIN, quantity))
}

/** A distance of 0.01 is a callback of 1 %. */
const callbackOf = (distance: string): string => formatAmount(unitsOf(distance) * 100n)

export const futuresOrderRow = (ground: DoorGround, order: PerpetualOrder) => ({
  ...{ orderId: order.id, status: statusOf(order), clientOrderId: order.clientOrderId },
  ...common(ground, order),
  ...{ avgPrice: averageOf(order), origQty: order.quantity, executedQty: order.executed },
  ...{ cumQty: order.executed, cumQuote: order.executedQuote },
  ...{ type: typeOf(ground, order), origType: placedAs(ground, order) },
  stopPrice: order.type === "trailing-stop" ? "0" : or0(order.stopPrice),
  ...(order.distance !== "" && {
    ...{ priceRate: callbackOf(order.distance), activatePrice: or0(order.stopPrice) },
  }),
  ...{ time: order.created, updateTime: order.updated },
})

/** Of a stop that waits, has fired and is in the book, or has ended. */
function algoStatusOf(order: PerpetualOrder): string {
  switch (order.status) {
    case "waiting":
      return "NEW"
    case "new":
    case "partly-filled":
      return "TRIGGERED"
    case "filled":
    case "expired-in-match":
      return "FINISHED"
    default:
      return statusOf(order)
  }
}

/** It keeps its id when it fires: the order that it becomes has the same. */
export const algoRow = (ground: DoorGround, order: PerpetualOrder) => ({
  ...{ algoId: order.id, clientAlgoId: order.clientOrderId, algoType: "CONDITIONAL" },
  ...{ orderType: placedAs(ground, order), algoStatus: algoStatusOf(order) },
  ...common(ground, order),
  ...{ quantity: order.quantity, icebergQuantity: null },
  triggerPrice: order.type === "trailing-stop" ? "0" : or0(order.stopPrice),
  ...(order.distance !== "" && {
    ...{ callbackRate: callbackOf(order.distance), activatePrice: or0(order.stopPrice) },
  }),
  ...{ actualOrderId: order.status === "waiting" ? "" : String(order.id), actualPrice: averageOf(order) },
  ...{ actualQty: order.executed, createTime: order.created, updateTime: order.updated },
  triggerTime: order.status === "waiting" ? 0 : order.updated,
})

export const futuresTradeRow = ({ symbols }: DoorGround, fill: PerpetualFill) => ({
  ...{ symbol: symbols.nameOf(fill.instrument), id: fill.trade, orderId: fill.order },
  ...{ side: fill.side.toUpperCase(), positionSide: sideOfSlot(fill.positionSide) },
  ...{ price: fill.price, qty: fill.quantity, quoteQty: fill.turnover, realizedPnl: fill.realised },
  ...{ commission: fill.fee, commissionAsset: fill.feeCurrency, marginAsset: fill.feeCurrency },
  ...{ time: fill.time, buyer: fill.side === "buy", maker: fill.liquidity === "maker" },
})
