/** Which calls trade spot? Place, amend, cancel, and what came of it. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import {
  amountText,
  countWithin,
  instrumentId,
  limitWithin,
  priceText,
  quantityText,
  timeMs,
} from "./scalar.ts"
import {
  clientOrderId,
  feeRates,
  ORDER_STATUSES,
  orderSide,
  orderType,
  requestKey,
  sentAt,
  spotFill,
  spotFillExample,
  spotOrder,
  spotOrderExample,
  stpMode,
  timeInForce,
} from "./trading.ts"

const cursor = z.optional(z.string().check(z.maxLength(60)))
const next = described(z.string(), "Ask on with it as `cursor`; empty: that was all.")
const orderId = countWithin(1, Number.MAX_SAFE_INTEGER, "Id of the order.")
const timeText = countWithin(0, 8_640_000_000_000_000, "Epoch milliseconds, UTC.")

/** What an order can be refused for, as exchange.md section 9 ranks it. */
const ORDER_PROBLEMS = [
  "PRECISION",
  "ENGINE_BUSY",
  "REQUEST_EXPIRED",
  "KEY_CONFLICT",
  "ACCOUNT_FROZEN",
  "UNKNOWN_INSTRUMENT",
  "TRADING_STATE",
  "TYPE_COMBINATION",
  "TICK",
  "LOT",
  "WRONG_SIZE",
  "MIN_QUANTITY",
  "MAX_QUANTITY",
  "MIN_NOTIONAL",
  "LEVEL_LIMIT",
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
    "A limit order has `price` and `quantity`; a market order `quantity` or `budget` (quote amount), a FOK market order `quantity` and, if wished, `budget` as the total it must keep to; a stop-limit `stopPrice`, `price` and `quantity`. The answer is the order as it stands at the end of the command; the private messages on the socket are the truth from then on. Never send an order again by yourself: ask `/spot/order` by its client id what became of it.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    instrument: instrumentId,
    side: orderSide,
    type: orderType,
    timeInForce: z.optional(described(timeInForce, "Left out: `gtc`; market orders are `ioc` by nature.")),
    price: z.optional(priceText),
    quantity: z.optional(quantityText),
    budget: z.optional(amountText),
    stopPrice: z.optional(priceText),
    reservePrice: z.optional(
      described(priceText, "Of a buy: the hold is counted at it, so that a re-price up to it needs no more."),
    ),
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
  summary: "Changes price or total quantity of an open order, all or nothing",
  notes:
    "A smaller total alone keeps the place in the queue; a new price or a larger total loses it. A total not above what is executed cancels the rest. Named by `id` or by `clientOrderId`.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    id: z.optional(orderId),
    clientOrderId: z.optional(clientOrderId),
    price: z.optional(priceText),
    quantity: z.optional(described(quantityText, "The new total, what is executed included.")),
    key: z.optional(requestKey),
    sentAt,
  }),
  response: spotOrder,
  problems: [...ORDER_PROBLEMS, "UNKNOWN_ORDER"],
  example: {
    request: { id: 184_201, price: "67280.00" },
    response: spotOrderExample,
  },
})

export const cancelSpotOrder = endpoint({
  method: "POST",
  path: "/spot/cancel",
  summary: "Cancels an open order; passes in every state of the market",
  notes: "Named by `id` or by `clientOrderId`. The answer is the order as it ended.",
  access: "user",
  limit: "cancel",
  request: z.strictObject({ id: z.optional(orderId), clientOrderId: z.optional(clientOrderId) }),
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
  access: "user",
  limit: "cancel",
  request: z.strictObject({ instrument: z.optional(instrumentId) }),
  response: z.object({ cancelled: described(z.array(z.int()), "Ids of those that ended, rising.") }),
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
  request: z.strictObject({ id: z.optional(orderId), clientOrderId: z.optional(clientOrderId) }),
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
  request: z.strictObject({ instrument: z.optional(instrumentId), cursor, limit: limitWithin(500, 100) }),
  response: z.object({ rows: z.array(spotOrder), next }),
  problems: [],
  example: { request: {}, response: { rows: [spotOrderExample], next: "" } },
})

export const spotOrderHistory = endpoint({
  method: "GET",
  path: "/spot/history",
  summary: "Ended spot orders, the newest first",
  access: "user",
  limit: "history",
  request: z.strictObject({
    instrument: z.optional(instrumentId),
    side: z.optional(orderSide),
    status: z.optional(z.enum(ORDER_STATUSES)),
    from: z.optional(timeText),
    to: z.optional(timeText),
    cursor,
    limit: limitWithin(500, 50),
  }),
  response: z.object({ rows: z.array(spotOrder), next }),
  problems: [],
  example: {
    request: { instrument: "BTC_USDT" },
    response: { rows: [{ ...spotOrderExample, status: "cancelled", held: "0" }], next: "" },
  },
})

export const spotFills = endpoint({
  method: "GET",
  path: "/spot/fills",
  summary: "Own fills, the newest first",
  access: "user",
  limit: "history",
  request: z.strictObject({
    instrument: z.optional(instrumentId),
    side: z.optional(orderSide),
    order: z.optional(orderId),
    from: z.optional(timeText),
    to: z.optional(timeText),
    cursor,
    limit: limitWithin(500, 50),
  }),
  response: z.object({ rows: z.array(spotFill), next }),
  problems: [],
  example: { request: { order: 184_201 }, response: { rows: [spotFillExample], next: "" } },
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
