/** What calls that name an order or list orders and fills are asked with: the same of spot and of contracts. */

import { z } from "zod/mini"
import { ORDER_STATUSES } from "../order/order-status.ts"
import { described } from "./described.ts"
import { countWithin, cursor, instrumentId, limitWithin, timeRange } from "./scalar.ts"
import { clientOrderId, orderSide } from "./trading.ts"

const ROWS_MAX = 500

export const orderId = countWithin(1, Number.MAX_SAFE_INTEGER, "Id of the order.")

/** One order, by its id or by the client's. */
export const namedOrder = z.strictObject({
  id: z.optional(orderId),
  clientOrderId: z.optional(clientOrderId),
})

export const cancelAllRequest = z.strictObject({ instrument: z.optional(instrumentId) })
export const cancelAllResponse = z.object({
  cancelled: described(z.array(z.int()), "Ids of those that ended, rising."),
})

export const openOrdersRequest = z.strictObject({
  instrument: z.optional(instrumentId),
  cursor,
  limit: limitWithin(ROWS_MAX, 100),
})

export const orderHistoryRequest = z.strictObject({
  instrument: z.optional(instrumentId),
  side: z.optional(orderSide),
  status: z.optional(z.enum(ORDER_STATUSES)),
  ...timeRange,
  cursor,
  limit: limitWithin(ROWS_MAX, 50),
})

export const fillsRequest = z.strictObject({
  instrument: z.optional(instrumentId),
  side: z.optional(orderSide),
  order: z.optional(orderId),
  ...timeRange,
  cursor,
  limit: limitWithin(ROWS_MAX, 50),
})
