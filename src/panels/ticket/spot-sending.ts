/** Spot orders on their way to the exchange. */

import { placeSpotOrder, spotOrderState } from "#core/wire/spot-calls.ts"
import { call } from "../../api/call.ts"
import { orderSender } from "../../ticket/order-sending.ts"
import type { SpotOrderRequest } from "./spot-order.ts"

export const sendSpotOrder = orderSender<SpotOrderRequest>({
  kind: "spot",
  place: (request, signal) => call(placeSpotOrder, request, signal),
  ask: (clientOrderId, signal) => call(spotOrderState, { clientOrderId }, signal),
})
