/** Calls that trade spot: place, amend, cancel, and what became of orders. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import {
  cancelAllRequest,
  cancelAllResponse,
  fillsRequest,
  namedOrder,
  openOrdersRequest,
  orderHistoryRequest,
  orderId,
} from "./order-lists.ts"
import { amountText, instrumentId, next, priceText, quantityText, timeMs } from "./scalar.ts"
import {
  bestPrice,
  clientOrderId,
  distanceText,
  expiresAt,
  feeRates,
  orderSide,
  requestKey,
  sentAt,
  shownQuantity,
  spotFill,
  spotFillExample,
  spotOrder,
  spotOrderExample,
  spotOrderType,
  stpMode,
  timeInForce,
} from "./trading.ts"

/** What an order can be refused for, by precedence. */
const ORDER_PROBLEMS = [
  "PRECISION",
  "ENGINE_BUSY",
  "REQUEST_EXPIRED",
  "KEY_CONFLICT",
  "ACCOUNT_FROZEN",
  "UNKNOWN_INSTRUMENT",
  "DELISTED",
  "TRADING_STATE",
  "TYPE_COMBINATION",
  "TICK",
  "LOT",
  "WRONG_SIZE",
  "MIN_QUANTITY",
  "MAX_QUANTITY",
  "MIN_NOTIONAL",
  "ICEBERG_RANGE",
  "LEVEL_LIMIT",
  "DISTANCE_RANGE",
  "EXPIRY_RANGE",
  "NO_BEST_PRICE",
  "PRICE_RANGE",
  "PRICE_RULE",
  "PRICE_BAND",
  "PRICE_OVER_RESERVE",
  "STOP_WOULD_TRIGGER",
  "OPEN_ORDERS",
  "STOPS",
  "OWN_LIMIT",
  "INSUFFICIENT_BALANCE",
  "AMOUNT_LIMIT",
  "POST_ONLY_WOULD_TAKE",
  "FOK_NOT_FILLABLE",
  "FOK_BUDGET",
] as const

export const placeSpotOrder = endpoint({
  method: "POST",
  path: "/spot/place",
  summary: "Places a spot order",
  notes:
    "A limit order has `price`, or `bestPrice` in its place, and `quantity`; a market order `quantity` or `budget` (quote amount), a FOK market order `quantity` and, if wished, `budget` as the total it must keep to; a stop-limit `stopPrice`, `price` and `quantity`; a trailing stop `distance`, of a sell `quantity`, of a buy `budget`, and, if wished, `stopPrice`, at which it begins to follow the last price. The answer is the order as it stands at the end of the command; the private messages on the socket are the truth from then on. Never send an order again by yourself: ask `/spot/order` by its client id what became of it.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    instrument: instrumentId,
    side: orderSide,
    type: spotOrderType,
    timeInForce: z.optional(described(timeInForce, "Left out: `gtc`; market orders are `ioc` by nature.")),
    price: z.optional(priceText),
    bestPrice: z.optional(bestPrice),
    quantity: z.optional(quantityText),
    budget: z.optional(amountText),
    stopPrice: z.optional(
      described(priceText, "Of a stop; of a trailing stop where it begins to follow, left out: at once."),
    ),
    distance: z.optional(described(distanceText, "Of a trailing stop.")),
    reservePrice: z.optional(
      described(priceText, "Of a buy: the hold is counted at it, so that a re-price up to it needs no more."),
    ),
    expiresAt: z.optional(expiresAt),
    shownQuantity: z.optional(shownQuantity),
    postOnly: z.optional(described(z.boolean(), "Refused rather than taking from the book.")),
    stp: z.optional(described(stpMode, "Self-trade prevention; left out: the market's default.")),
    clientOrderId: z.optional(clientOrderId),
    sentAt,
  }),
  response: spotOrder,
  problems: ORDER_PROBLEMS,
  example: {
    request: {
      instrument: "BTC_USDT",
      side: "buy",
      type: "limit",
      price: "67284.10",
      quantity: "0.00500",
      clientOrderId: "a-17",
      sentAt: 1_785_000_000_000,
    },
    response: spotOrderExample,
  },
})

export const amendSpotOrder = endpoint({
  method: "POST",
  path: "/spot/amend",
  summary: "Changes price, stop price or total quantity of an open order, all or nothing",
  notes:
    "A smaller total alone keeps the place in the queue; a new price or a larger total loses it. A total not above what is executed cancels the rest. The stop price is one of a stop that waits, but for a trailing one. Named by `id` or by `clientOrderId`.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    id: z.optional(orderId),
    clientOrderId: z.optional(clientOrderId),
    price: z.optional(priceText),
    stopPrice: z.optional(priceText),
    quantity: z.optional(described(quantityText, "The new total, what is executed included.")),
    key: z.optional(requestKey),
    sentAt,
  }),
  response: spotOrder,
  problems: [...ORDER_PROBLEMS, "UNKNOWN_ORDER", "OCO_FIXED"],
  example: {
    request: { id: 184_201, price: "67280.00" },
    response: spotOrderExample,
  },
})

export const reduceSpotOrder = endpoint({
  method: "POST",
  path: "/spot/reduce",
  summary:
    "Takes a quantity off what is open of an order, which keeps its place; passes in every state of the market",
  notes:
    "As much as is open, or more, ends the order. Named by `id` or by `clientOrderId`. Without a `key` a request that is sent twice counts twice.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    id: z.optional(orderId),
    clientOrderId: z.optional(clientOrderId),
    by: described(quantityText, "How much less, in the base currency."),
    key: z.optional(requestKey),
    sentAt,
  }),
  response: spotOrder,
  problems: [
    "PRECISION",
    "ENGINE_BUSY",
    "REQUEST_EXPIRED",
    "KEY_CONFLICT",
    "ACCOUNT_FROZEN",
    "UNKNOWN_ORDER",
    "TYPE_COMBINATION",
    "WRONG_SIZE",
    "OCO_FIXED",
    "AMOUNT_LIMIT",
  ],
  example: {
    request: { id: 184_201, by: "0.00200" },
    response: { ...spotOrderExample, quantity: "0.003" },
  },
})

export const cancelSpotOrder = endpoint({
  method: "POST",
  path: "/spot/cancel",
  summary: "Cancels an open order; passes in every state of the market",
  notes: "Named by `id` or by `clientOrderId`. The answer is the order as it ended.",
  access: "user",
  limit: "cancel",
  request: namedOrder,
  response: spotOrder,
  problems: ["ENGINE_BUSY", "UNKNOWN_ORDER", "TYPE_COMBINATION"],
  example: {
    request: { id: 184_201 },
    response: { ...spotOrderExample, status: "cancelled", held: "0" },
  },
})

export const cancelAllSpotOrders = endpoint({
  method: "POST",
  path: "/spot/cancelAll",
  summary: "Cancels all open spot orders, or those of one market",
  notes:
    "TWAPs end with them, and what is paused (`/order/changeGroup`); the answer lists open orders alone.",
  access: "user",
  limit: "cancel",
  request: cancelAllRequest,
  response: cancelAllResponse,
  problems: ["ENGINE_BUSY", "UNKNOWN_INSTRUMENT"],
  example: { request: { instrument: "BTC_USDT" }, response: { cancelled: [184_201] } },
})

export const spotOrderState = endpoint({
  method: "GET",
  path: "/spot/order",
  summary: "What became of an order, by its id or its client id",
  notes:
    "Answered behind everything that was sent before: UNKNOWN_ORDER for a client id means that it was never accepted.",
  access: "user",
  limit: "read",
  request: namedOrder,
  response: spotOrder,
  problems: ["ENGINE_BUSY", "UNKNOWN_ORDER", "TYPE_COMBINATION"],
  example: { request: { clientOrderId: "a-17" }, response: spotOrderExample },
})

export const openSpotOrders = endpoint({
  method: "GET",
  path: "/spot/open",
  summary: "Open spot orders, the newest first",
  access: "user",
  limit: "read",
  request: openOrdersRequest,
  response: z.object({ rows: z.array(spotOrder), next }),
  problems: [],
  example: { request: {}, response: { rows: [spotOrderExample], next: "" } },
})

export const spotOrderHistory = endpoint({
  method: "GET",
  path: "/spot/history",
  summary: "Ended spot orders, the newest first",
  notes: "`from` and `to` go by when an order ended.",
  access: "user",
  limit: "history",
  request: orderHistoryRequest,
  response: z.object({ rows: z.array(spotOrder), next }),
  problems: ["TIME_RANGE"],
  example: {
    request: { instrument: "BTC_USDT", from: 1_784_937_600_000, to: 1_785_023_999_999 },
    response: { rows: [{ ...spotOrderExample, status: "cancelled", held: "0" }], next: "" },
  },
})

export const spotFills = endpoint({
  method: "GET",
  path: "/spot/fills",
  summary: "Own fills, the newest first",
  access: "user",
  limit: "history",
  request: fillsRequest,
  response: z.object({ rows: z.array(spotFill), next }),
  problems: ["TIME_RANGE"],
  example: {
    request: { order: 184_201, from: 1_784_937_600_000 },
    response: { rows: [spotFillExample], next: "" },
  },
})

export const spotFees = endpoint({
  method: "GET",
  path: "/spot/fees",
  summary: "Own fee level and rates of a spot market",
  access: "user",
  limit: "read",
  request: z.strictObject({ instrument: instrumentId }),
  response: z.object({
    ...feeRates.shape,
    feeIn: described(
      z.enum(["received", "quote"]),
      "`received`: a buyer pays in the base currency, a seller in the quote; `quote`: both in the quote.",
    ),
    time: timeMs,
  }),
  problems: ["UNKNOWN_INSTRUMENT"],
  example: {
    request: { instrument: "BTC_USDT" },
    response: {
      level: 0,
      turnover: "0",
      maker: "0.001",
      taker: "0.001",
      feeIn: "received",
      time: 1_785_000_000_000,
    },
  },
})
