/** The liquidation price that an order would bring about, as far as the engine's estimate holds for it. */

import { unitsOf } from "#core/money/steps.ts"
import { isStopType } from "#core/order/order-status.ts"
import type { TicketForm } from "../../stores/ticket-store.ts"
import type { Estimate } from "../../ticket/own-estimate.ts"
import type { ContractOrderRequest } from "./contract-order.ts"

interface EstimatedOrder {
  draft: { request?: ContractOrderRequest | undefined }
  form: Pick<TicketForm, "type">
  estimate: Estimate | undefined
}

/**
 * As the engine said it, empty: none. Undefined while it isn't known, and of a stop that sells below the market, which the
 * engine counts at the market's better price of now (P11): it would not open there.
 */
export function liquidationOf({ draft: { request }, form, estimate }: EstimatedOrder): string | undefined {
  if (!estimate) return undefined
  const own = isStopType(form.type) ? (request?.price ?? request?.stopPrice) : undefined
  const isElsewhere =
    own !== undefined && form.type !== "trailing-stop" && unitsOf(own) !== unitsOf(estimate.price)
  return isElsewhere ? undefined : estimate.liquidationPrice
}
