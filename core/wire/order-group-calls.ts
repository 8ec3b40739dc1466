/** Calls that place and cancel orders as one group: OCO pairs (S16) and scaled orders (S17), on spot and on contracts. */

import { z } from "zod/mini"
import { DISTRIBUTIONS, SCALED_LEAST, SCALED_MOST } from "../order/scaled-order.ts"
import { perpetualOrder, positionSide } from "./contract.ts"
import { CONTRACT_ORDER_PROBLEMS } from "./contract-order-calls.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { countWithin, instrumentId, priceText, quantityText } from "./scalar.ts"
import {
  expiresAt,
  orderSide,
  requestKey,
  sentAt,
  spotOrder,
  spotOrderExample,
  stpMode,
  triggerSource,
} from "./trading.ts"

const GROUP_PROBLEMS = [...CONTRACT_ORDER_PROBLEMS, "INSUFFICIENT_BALANCE"] as const

const common = {
  instrument: described(instrumentId, "A spot market or a perpetual contract."),
  side: orderSide,
  reduceOnly: z.optional(
    described(z.boolean(), "Contracts only: they lessen the position and never open one."),
  ),
  positionSide: z.optional(described(positionSide, "Contracts in hedge mode, and there always.")),
  stp: z.optional(described(stpMode, "Self-trade prevention; left out: the market's default.")),
  expiresAt: z.optional(expiresAt),
  key: z.optional(requestKey),
  sentAt,
}

/** Orders that were placed together. */
const groupAnswer = z.object({
  group: described(z.int(), "Number of the group, which every row of its orders has."),
  orders: described(
    z.array(z.union([spotOrder, perpetualOrder])),
    "As they stand at the end of the command, by id.",
  ),
})

const grouped = { ...spotOrderExample, clientOrderId: "", postOnly: true, group: 184_201 }
const rest = { ...grouped, status: "new", executed: "0.00000", executedQuote: "0", fee: "0" } as const
const limitLeg = {
  ...rest,
  ...{ side: "sell", groupKind: "oco", feeCurrency: "USDT", price: "69000.00", held: "0.005" },
} as const
const stopLeg = {
  ...limitLeg,
  ...{ id: 184_202, type: "stop-limit", postOnly: false, status: "waiting" },
  ...{ stopPrice: "66000.00", price: "65900.00", held: "0" },
} as const

export const placeOco = endpoint({
  method: "POST",
  path: "/order/placeOco",
  summary: "Places a limit order and a stop of which one cancels the other",
  notes:
    "Both are accepted, or neither. The limit order stands on the better side of the market and is post-only, the stop on the worse: a sell's limit above it and its stop below, a buy's the other way around, else OCO_PRICES. A fill of the limit order, even of a part, cancels the stop in the same command; a stop that fires cancels the limit order before it enters; and so does any other end of either. What is cancelled by the other has the reason `OCO`. On spot the pair holds what the dearer of both needs, once; the stop there always has a limit. Neither can be amended while both are open (OCO_FIXED).",
  access: "user",
  limit: "order",
  request: z.strictObject({
    ...common,
    quantity: described(quantityText, "Of each of them."),
    price: described(priceText, "Of the limit order."),
    stopPrice: described(priceText, "At which the stop fires."),
    stopLimit: z.optional(described(priceText, "Limit of the stop; left out: by market, contracts only.")),
    stopSource: z.optional(described(triggerSource, "Contracts only: which price the stop waits for.")),
  }),
  response: groupAnswer,
  problems: [...GROUP_PROBLEMS, "OCO_PRICES"],
  example: {
    request: {
      ...{ instrument: "BTC_USDT", side: "sell", quantity: "0.00500" },
      ...{ price: "69000.00", stopPrice: "66000.00", stopLimit: "65900.00", key: "oco-1" },
    },
    response: { group: 184_201, orders: [limitLeg, stopLeg] },
  },
})

const firstChild = {
  ...rest,
  groupKind: "scaled",
  price: "66000.00",
  quantity: "0.00250",
  held: "165",
} as const

export const placeScaled = endpoint({
  method: "POST",
  path: "/order/placeScaled",
  summary: "Places limit orders at even steps between two prices",
  notes:
    "All are accepted, or none. They are ordinary orders from then on, each with the number of the group. All of them are post-only: one that would trade at once refuses the whole. The first stands at `from`, the last at `to`, the others at even steps between them, to the tick; two prices that are closer than that are SCALED_RANGE. Quantities sum to `quantity` exactly. `flat`: all alike; `increasing`: in the ratio 1 : 2 : 3 … from `from` on; `decreasing`: the other way around; `geometric`: each 5/4 of the one before. Shares are whole lots by largest remainders.",
  access: "user",
  limit: "order",
  request: z.strictObject({
    ...common,
    quantity: described(quantityText, "Of all of them together."),
    from: described(priceText, "Of the first."),
    to: described(priceText, "Of the last; above or below `from`."),
    count: countWithin(SCALED_LEAST, SCALED_MOST, "How many orders."),
    distribution: described(z.enum(DISTRIBUTIONS), "How the total is spread from the first to the last."),
  }),
  response: groupAnswer,
  problems: [...GROUP_PROBLEMS, "SCALED_RANGE"],
  example: {
    request: {
      ...{ instrument: "BTC_USDT", side: "buy", quantity: "0.00500", from: "66000.00", to: "65000.00" },
      ...{ count: 2, distribution: "flat", key: "scaled-1" },
    },
    response: {
      group: 184_201,
      orders: [firstChild, { ...firstChild, id: 184_202, price: "65000.00", held: "162.5" }],
    },
  },
})

export const cancelGroup = endpoint({
  method: "POST",
  path: "/order/cancelGroup",
  summary: "Cancels all open orders of a group",
  notes:
    "Works in every trading state and for frozen accounts, as every cancel does. What of the group is paused ends with it.",
  access: "user",
  limit: "cancel",
  request: z.strictObject({ group: countWithin(1, Number.MAX_SAFE_INTEGER, "Number of the group.") }),
  response: z.object({ cancelled: described(z.array(z.int()), "Ids of the orders, rising.") }),
  problems: ["ENGINE_BUSY", "UNKNOWN_ORDER"],
  example: { request: { group: 184_201 }, response: { cancelled: [184_201, 184_202] } },
})
