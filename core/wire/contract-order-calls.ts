/** Calls that trade contracts: place, amend, cancel, and what became of orders. */

import { z } from "zod/mini"
import {
  maybeAmount,
  perpetualFill,
  perpetualFillExample,
  perpetualOrder,
  perpetualOrderExample,
  positionSide,
  targetTerms,
} from "./contract.ts"
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
  orderSide,
  orderType,
  requestKey,
  sentAt,
  shownQuantity,
  stpMode,
  timeInForce,
  triggerSource,
} from "./trading.ts"

/** What an order can be refused for, by precedence. */
export const CONTRACT_ORDER_PROBLEMS = [
  "PRECISION",
  "ENGINE_BUSY",
  "REQUEST_EXPIRED",
  "KEY_CONFLICT",
  "ACCOUNT_FROZEN",
  "LIQUIDATING",
  "UNKNOWN_INSTRUMENT",
  "DELISTED",
  "TRADING_STATE",
  "CLOSING_ONLY",
  "INDEX_STALE",
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
  "STOP_WOULD_TRIGGER",
  "TRIGGER_WOULD_FIRE",
  "OPEN_ORDERS",
  "STOPS",
  "POSITION_SIDE",
  "REDUCE_ONLY_NO_POSITION",
  "TIER_LIMIT",
  "OWN_LIMIT",
  "INSUFFICIENT_MARGIN",
  "AMOUNT_LIMIT",
  "POST_ONLY_WOULD_TAKE",
  "FOK_NOT_FILLABLE",
] as const

export const placeContractOrder = endpoint({
  method: "POST",
  path: "/contract/place",
  summary: "Places an order of a perpetual contract",
  notes:
    "A limit order has `price`, or `bestPrice` in its place, and `quantity`; a market order `quantity`; a stop-limit `stopPrice`, `price` and `quantity`; a stop-market `stopPrice` and `quantity`; a trailing stop `distance`, `quantity` and, if wished, `stopPrice`, at which it begins to follow. A stop by market may have `closePosition` in place of `quantity`. A buy opens or adds to a long position and lessens a short one; in hedge mode `positionSide` says which of the two positions it is for. `takeProfit` and `stopLoss` are set for the position with the first fill that opens it. The answer is the order as it stands at the end of the command; the private messages on the socket are the truth from then on. Never send an order again by yourself: ask `/contract/order` by its client id what became of it.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    instrument: instrumentId,
    side: orderSide,
    type: orderType,
    timeInForce: z.optional(described(timeInForce, "Left out: `gtc`; market orders are `ioc` by nature.")),
    price: z.optional(priceText),
    bestPrice: z.optional(bestPrice),
    quantity: z.optional(described(quantityText, "Of every order but one with `closePosition`.")),
    stopPrice: z.optional(
      described(priceText, "Of a stop; of a trailing stop where it begins to follow, left out: at once."),
    ),
    stopSource: z.optional(
      described(triggerSource, "Of a stop: which price it waits for; left out: the last."),
    ),
    distance: z.optional(described(distanceText, "Of a trailing stop.")),
    closePosition: z.optional(
      described(z.boolean(), "Of a stop by market: closes all of the position that there is when it fires."),
    ),
    takeProfit: z.optional(targetTerms),
    stopLoss: z.optional(targetTerms),
    targetsPart: z.optional(
      described(
        z.boolean(),
        "Take-profit and stop-loss are for what this order opens, not for the whole position.",
      ),
    ),
    expiresAt: z.optional(expiresAt),
    shownQuantity: z.optional(shownQuantity),
    postOnly: z.optional(described(z.boolean(), "Refused rather than taking from the book.")),
    reduceOnly: z.optional(described(z.boolean(), "Lessens the position and never opens one.")),
    positionSide: z.optional(described(positionSide, "In hedge mode, and there always.")),
    stp: z.optional(described(stpMode, "Self-trade prevention; left out: the market's default.")),
    clientOrderId: z.optional(clientOrderId),
    sentAt,
  }),
  response: perpetualOrder,
  problems: CONTRACT_ORDER_PROBLEMS,
  example: {
    request: {
      instrument: "BTC_USDT_PERP",
      side: "buy",
      type: "limit",
      price: "67284.1",
      quantity: "0.050",
      stopLoss: { price: "65900.0" },
      clientOrderId: "p-3",
      sentAt: 1_785_000_000_000,
    },
    response: perpetualOrderExample,
  },
})

export const estimateContractOrder = endpoint({
  method: "POST",
  path: "/contract/estimate",
  summary: "What an order would cost and make of the position, without placing it",
  notes:
    "Counted by what judges and settles orders, as if all of it traded at its price at once while all marks stand still. It reserves nothing and promises nothing.",
  access: "user",
  limit: "read",
  request: z.strictObject({
    instrument: instrumentId,
    side: orderSide,
    price: z.optional(described(priceText, "Left out: by market, at the best opposite price.")),
    quantity: quantityText,
    reduceOnly: z.optional(z.boolean()),
    positionSide: z.optional(described(positionSide, "In hedge mode, and there always.")),
  }),
  response: z.object({
    price: described(amountText, "What it is counted at."),
    cost: described(
      amountText,
      "What it needs of the contract account while it is open: margin, open loss and fee of the part that opens.",
    ),
    fee: described(amountText, "Of all of it, at the taker's rate."),
    realised: described(amountText, "Profit of the part that closes, fee apart; below zero a loss."),
    closes: described(quantityText, "How much of it closes."),
    opens: described(quantityText, "How much of it opens."),
    side: described(z.enum(["", "long", "short"]), "Of the position after it; empty: flat."),
    quantity: described(quantityText, "Of the position after it."),
    entryPrice: maybeAmount,
    margin: described(amountText, "Of an isolated position after it; else 0."),
    maintenance: described(amountText, "Maintenance margin of the position after it, at the mark."),
    marginRatio: described(maybeAmount, "After it; liquidated from 1 on; empty: nothing would be left."),
    liquidationPrice: described(maybeAmount, "Estimate, after it; empty: none."),
    free: described(amountText, "Free margin now."),
    freeAfter: described(
      amountText,
      "Free margin after it has filled; of a limit order that would wait, while it waits.",
    ),
    refusal: described(
      z.string(),
      "What its margin would be refused for: `POSITION_SIDE`, `REDUCE_ONLY_NO_POSITION`, `TIER_LIMIT`, `INSUFFICIENT_MARGIN`; else empty.",
    ),
    time: timeMs,
  }),
  problems: ["PRECISION", "UNKNOWN_INSTRUMENT", "INDEX_STALE", "WRONG_SIZE", "AMOUNT_LIMIT"],
  example: {
    request: { instrument: "BTC_USDT_PERP", side: "buy", price: "67284.1", quantity: "0.050" },
    response: {
      ...{ price: "67284.1", cost: "169.8923525", fee: "1.6821025", realised: "0" },
      ...{ closes: "0", opens: "0.05", side: "long", quantity: "0.07", entryPrice: "67284.1" },
      ...{ margin: "0", maintenance: "18.84414", marginRatio: "0.01977", liquidationPrice: "54012.3" },
      ...{ free: "4933.1", freeAfter: "4763.5", refusal: "", time: 1_785_000_002_000 },
    },
  },
})

export const amendContractOrder = endpoint({
  method: "POST",
  path: "/contract/amend",
  summary: "Changes price, stop price or total quantity of an open contract order, all or nothing",
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
  response: perpetualOrder,
  problems: [...CONTRACT_ORDER_PROBLEMS, "UNKNOWN_ORDER", "OCO_FIXED"],
  example: {
    request: { id: 184_310, price: "67280.0" },
    response: { ...perpetualOrderExample, price: "67280.0" },
  },
})

export const cancelContractOrder = endpoint({
  method: "POST",
  path: "/contract/cancel",
  summary: "Cancels an open contract order; passes in every state of the market",
  notes: "Named by `id` or by `clientOrderId`. The answer is the order as it ended.",
  access: "user",
  limit: "cancel",
  request: namedOrder,
  response: perpetualOrder,
  problems: ["ENGINE_BUSY", "UNKNOWN_ORDER", "TYPE_COMBINATION"],
  example: {
    request: { id: 184_310 },
    response: { ...perpetualOrderExample, status: "cancelled" },
  },
})

export const cancelAllContractOrders = endpoint({
  method: "POST",
  path: "/contract/cancelAll",
  summary: "Cancels all open contract orders, or those of one contract",
  notes:
    "TWAPs end with them, and what is paused (`/order/changeGroup`); the answer lists open orders alone.",
  access: "user",
  limit: "cancel",
  request: cancelAllRequest,
  response: cancelAllResponse,
  problems: ["ENGINE_BUSY", "UNKNOWN_INSTRUMENT"],
  example: { request: { instrument: "BTC_USDT_PERP" }, response: { cancelled: [184_310] } },
})

export const contractOrderState = endpoint({
  method: "GET",
  path: "/contract/order",
  summary: "What became of a contract order, by its id or its client id",
  notes:
    "Answered behind everything that was sent before: UNKNOWN_ORDER for a client id means that it was never accepted.",
  access: "user",
  limit: "read",
  request: namedOrder,
  response: perpetualOrder,
  problems: ["ENGINE_BUSY", "UNKNOWN_ORDER", "TYPE_COMBINATION"],
  example: { request: { clientOrderId: "p-3" }, response: perpetualOrderExample },
})

export const openContractOrders = endpoint({
  method: "GET",
  path: "/contract/open",
  summary: "Open contract orders, the newest first",
  access: "user",
  limit: "read",
  request: openOrdersRequest,
  response: z.object({ rows: z.array(perpetualOrder), next }),
  problems: [],
  example: { request: {}, response: { rows: [perpetualOrderExample], next: "" } },
})

export const contractOrderHistory = endpoint({
  method: "GET",
  path: "/contract/history",
  summary: "Ended contract orders, the newest first",
  access: "user",
  limit: "history",
  request: orderHistoryRequest,
  response: z.object({ rows: z.array(perpetualOrder), next }),
  problems: ["TIME_RANGE"],
  example: {
    request: { instrument: "BTC_USDT_PERP" },
    response: { rows: [{ ...perpetualOrderExample, status: "cancelled" }], next: "" },
  },
})

export const contractFills = endpoint({
  method: "GET",
  path: "/contract/fills",
  summary: "Own fills of contracts, the newest first",
  access: "user",
  limit: "history",
  request: fillsRequest,
  response: z.object({ rows: z.array(perpetualFill), next }),
  problems: ["TIME_RANGE"],
  example: { request: { order: 184_310 }, response: { rows: [perpetualFillExample], next: "" } },
})
