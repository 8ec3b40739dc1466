/** Orders of contracts on their way to the exchange. */

import { contractOrderState, placeContractOrder } from "#core/wire/contract-order-calls.ts"
import { call } from "../../api/call.ts"
import { orderSender } from "../../ticket/order-sending.ts"
import type { ContractOrderRequest } from "./contract-order.ts"

export const sendContractOrder = orderSender<ContractOrderRequest>({
  kind: "perpetual",
  place: (request, signal) => call(placeContractOrder, request, signal),
  ask: (clientOrderId, signal) => call(contractOrderState, { clientOrderId }, signal),
})
