/** Calls that close positions, turn them around, and set where they take their profit or stop their loss. */

import { z } from "zod/mini"
import {
  perpetualOrder,
  perpetualOrderExample,
  position,
  positionExample,
  positionSide,
  positionSlot,
  targetTerms,
} from "./contract.ts"
import { CONTRACT_ORDER_PROBLEMS } from "./contract-order-calls.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { countWithin, instrumentId, priceText, quantityText, timeMs } from "./scalar.ts"
import { clientOrderId, requestKey, sentAt, timeInForce } from "./trading.ts"

/** Names a position. */
const place = {
  instrument: instrumentId,
  positionSide: z.optional(described(positionSide, "In hedge mode, and there always.")),
}
const CLOSING_PROBLEMS = [...CONTRACT_ORDER_PROBLEMS, "UNKNOWN_POSITION"] as const
const closingExample = {
  ...perpetualOrderExample,
  ...({ id: 184_330, clientOrderId: "p-4", side: "sell", type: "market", timeInForce: "ioc" } as const),
  ...({ price: "", reduceOnly: true, status: "filled", sequence: 990_402 } as const),
  ...{ quantity: perpetualOrderExample.executed },
}

export const closePosition = endpoint({
  method: "POST",
  path: "/contract/close",
  summary: "Closes a position, whole or in part",
  notes:
    "By a reduce-only order: by market, or with `price` as a limit. Pending orders and what isn't closed stay. The answer is that order, as `/contract/place` would give it.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    ...place,
    quantity: z.optional(described(quantityText, "Left out: all of it. What is more than there is, is cut.")),
    price: z.optional(described(priceText, "Limit; left out: by market.")),
    timeInForce: z.optional(timeInForce),
    postOnly: z.optional(described(z.boolean(), "Refused rather than taking from the book.")),
    clientOrderId: z.optional(clientOrderId),
    sentAt,
  }),
  response: perpetualOrder,
  problems: CLOSING_PROBLEMS,
  example: {
    request: { instrument: "BTC_USDT_PERP", quantity: "0.020", clientOrderId: "p-4" },
    response: closingExample,
  },
})

export const closeAllPositions = endpoint({
  method: "POST",
  path: "/contract/closeAll",
  summary: "Closes all positions by market, or those of one contract",
  notes: "One that is refused doesn't keep the others. Pending orders stay.",
  access: "user",
  limit: "order",
  request: z.strictObject({ instrument: z.optional(instrumentId) }),
  response: z.object({
    closed: z.array(
      z.object({
        instrument: instrumentId,
        positionSide: positionSlot,
        order: described(z.int(), "Id of the order that closes it; 0: none."),
        problem: described(z.string(), "Name of the refusal where there is none; else empty."),
        values: described(
          z.record(z.string(), z.union([z.string(), z.number()])),
          "Numbers of the refusal, as its sentence tells them; else empty.",
        ),
      }),
    ),
  }),
  problems: ["ENGINE_BUSY", "ACCOUNT_FROZEN", "UNKNOWN_INSTRUMENT"],
  example: {
    request: {},
    response: {
      closed: [
        { instrument: "BTC_USDT_PERP", positionSide: "", order: 184_330, problem: "", values: {} },
        { instrument: "ETH_USDT_PERP", positionSide: "", order: 0, problem: "TRADING_STATE", values: {} },
      ],
    },
  },
})

export const reversePosition = endpoint({
  method: "POST",
  path: "/contract/reverse",
  summary: "Closes a position and opens one as large the other way, by market: both, or nothing",
  notes:
    "In hedge mode the position named is closed and the other one opened. Refused whole where the second part can't stand: size, margin and the book are asked before anything is done. The answer is the order that opens.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    ...place,
    clientOrderId: z.optional(described(clientOrderId, "Of the order that opens.")),
    sentAt,
  }),
  response: perpetualOrder,
  problems: CLOSING_PROBLEMS,
  example: {
    request: { instrument: "BTC_USDT_PERP", clientOrderId: "p-4" },
    response: { ...closingExample, reduceOnly: false },
  },
})

export const setPositionTargets = endpoint({
  method: "POST",
  path: "/contract/targets",
  summary: "Sets, changes or takes away take-profit and stop-loss of a position",
  notes:
    "Both sides of the pair are replaced by what is given; without either the pair is taken away, which is never refused for the state of market or account. Without `pair` and `quantity` it is the pair for the whole position; with `quantity` alone a further pair for a part, with `pair` the one of that id. What fires sends a reduce-only, immediate-or-cancel order; what isn't filled stays and is tried again a second later.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    ...place,
    pair: z.optional(countWithin(1, Number.MAX_SAFE_INTEGER, "A pair for a part, by its id.")),
    quantity: z.optional(
      described(quantityText, "Of the part; with `pair` left out where it stays as it is."),
    ),
    takeProfit: z.optional(targetTerms),
    stopLoss: z.optional(targetTerms),
    key: z.optional(requestKey),
    sentAt,
  }),
  response: z.object({
    rows: described(z.array(position), "The position as it stands after it."),
    time: timeMs,
  }),
  problems: [
    "PRECISION",
    "ENGINE_BUSY",
    "REQUEST_EXPIRED",
    "KEY_CONFLICT",
    "ACCOUNT_FROZEN",
    "LIQUIDATING",
    "UNKNOWN_INSTRUMENT",
    "UNKNOWN_POSITION",
    "DELISTED",
    "TRADING_STATE",
    "TYPE_COMBINATION",
    "TICK",
    "LOT",
    "WRONG_SIZE",
    "MIN_QUANTITY",
    "MAX_QUANTITY",
    "TRIGGER_WOULD_FIRE",
    "STOPS",
    "OVER_POSITION",
    "AMOUNT_LIMIT",
  ],
  example: {
    request: {
      instrument: "BTC_USDT_PERP",
      takeProfit: { price: "69500.0", source: "last", limit: "69490.0" },
      stopLoss: { price: "65900.0" },
      key: "t-1",
    },
    response: { rows: [positionExample], time: 1_785_000_002_000 },
  },
})
