/** Spot orders and fills as Binance writes them. Ids are ours: both are whole numbers. */

import { unitsOf } from "#core/money/steps.ts"
import type { SpotFill, SpotOrder } from "#core/wire/index.ts"
import type { DoorGround } from "../door-route.ts"
import { watchedPrice } from "../stop-types.ts"
import { type EndedOrder, toldStatus } from "../told-status.ts"

const STATUS = {
  waiting: "NEW",
  new: "NEW",
  "partly-filled": "PARTIALLY_FILLED",
  filled: "FILLED",
  cancelled: "CANCELED",
  expired: "EXPIRED",
  "expired-in-match": "EXPIRED_IN_MATCH",
  rejected: "REJECTED",
} as const

export const statusOf = (order: EndedOrder): string => STATUS[toldStatus(order)]

const or0 = (text: string): string => (text === "" ? "0" : text)
/** Where it is one of two; -1: by itself. */
const listOf = ({ group, groupKind }: SpotOrder): number => (groupKind === "oco" ? group : -1)

function typeOf({ reader, stops }: DoorGround, order: SpotOrder): string {
  switch (order.type) {
    case "limit":
      return order.postOnly ? "LIMIT_MAKER" : "LIMIT"
    case "stop-limit": {
      const kind = stops.kindOf(order, watchedPrice(reader, order.instrument, "last"))
      return kind === "STOP" ? "STOP_LOSS_LIMIT" : "TAKE_PROFIT_LIMIT"
    }
    case "trailing-stop":
    case "stop-market":
      return "STOP_LOSS"
    default:
      return "MARKET"
  }
}

/** A market order is told as GTC there, whatever it is. */
const timeInForceOf = ({ type, timeInForce }: SpotOrder): string =>
  type === "market" ? "GTC" : timeInForce.toUpperCase()

const namesOf = ({ symbols }: DoorGround, order: SpotOrder) => ({
  ...{ symbol: symbols.nameOf(order.instrument), orderId: order.id, orderListId: listOf(order) },
  clientOrderId: order.clientOrderId,
})

/** What all but an acknowledgement tell of an order. */
function fieldsOf(ground: DoorGround, order: SpotOrder) {
  return {
    price: or0(order.price),
    // One by an amount of money alone is as large as what it has bought.
    origQty: order.quantity === "" ? order.executed : order.quantity,
    ...{ executedQty: order.executed, origQuoteOrderQty: or0(order.budget) },
    ...{ cummulativeQuoteQty: order.executedQuote, status: statusOf(order) },
    ...{ timeInForce: timeInForceOf(order), type: typeOf(ground, order), side: order.side.toUpperCase() },
    ...(order.stopPrice !== "" && { stopPrice: order.stopPrice }),
    ...(order.shownQuantity !== "" && { icebergQty: order.shownQuantity }),
    ...(order.distance !== "" && { trailingDelta: bipsOf(order.distance) }),
    selfTradePreventionMode: stpOf(ground, order),
  }
}

/** The row doesn't tell it: of its market, which is what is used where an order names none. */
const stpOf = ({ reader }: DoorGround, { instrument }: SpotOrder): string => {
  const market = reader.instrument(instrument)
  return market?.kind === "spot" ? market.stpDefault : "EXPIRE_MAKER"
}

/** A distance of 0.01 is 100 basis points; what is finer isn't told. */
const bipsOf = (distance: string): number => Number(unitsOf(distance) / 10_000n)

/** As a query tells it. */
export const orderRow = (ground: DoorGround, order: SpotOrder) => ({
  ...namesOf(ground, order),
  ...fieldsOf(ground, order),
  ...{
    stopPrice: or0(order.stopPrice),
    icebergQty: or0(order.shownQuantity),
    time: order.created,
    updateTime: order.updated,
  },
  ...{ isWorking: order.status !== "waiting", workingTime: order.created },
})

export const acknowledged = (ground: DoorGround, order: SpotOrder) => ({
  ...namesOf(ground, order),
  transactTime: order.updated,
})

export const resultRow = (ground: DoorGround, order: SpotOrder) => ({
  ...acknowledged(ground, order),
  ...fieldsOf(ground, order),
  workingTime: order.created,
})

/** `by`: the name that the cancel was given. */
export const cancelRow = (ground: DoorGround, order: SpotOrder, by: string | undefined) => ({
  ...resultRow(ground, order),
  ...{ origClientOrderId: order.clientOrderId, clientOrderId: by ?? order.clientOrderId },
})

export const fillOfOrder = ({ price, quantity, fee, feeCurrency, trade }: SpotFill) => ({
  ...{ price, qty: quantity, commission: fee, commissionAsset: feeCurrency, tradeId: trade },
})

export const tradeRow = ({ symbols }: DoorGround, fill: SpotFill) => ({
  ...{ symbol: symbols.nameOf(fill.instrument), id: fill.trade, orderId: fill.order, orderListId: -1 },
  ...{ price: fill.price, qty: fill.quantity, quoteQty: fill.turnover },
  ...{ commission: fill.fee, commissionAsset: fill.feeCurrency, time: fill.time },
  ...{ isBuyer: fill.side === "buy", isMaker: fill.liquidity === "maker", isBestMatch: true },
})
