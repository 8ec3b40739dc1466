/** How an order is told to have ended, where Binance counts it otherwise than the engine. */

import { unitsOf } from "#core/money/steps.ts"
import type { OrderStatus } from "#core/order/order-status.ts"

export interface EndedOrder {
  status: OrderStatus
  /** Why it ended; empty where nothing is to be said. */
  reason: string
  executed: string
}

/** An order by an amount of money that has bought what the amount pays for is filled there; here its rest, less than a lot, expires. */
export const toldStatus = ({ status, reason, executed }: EndedOrder): OrderStatus =>
  status === "expired" && reason === "BUDGET" && unitsOf(executed) > 0n ? "filled" : status
