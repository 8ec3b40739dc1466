/** Everything that an account has in markets, ended at once: orders cancelled, positions closed by market. */

import { closeAllPositions } from "#core/wire/contract-close-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { type CallFailure, call } from "../../api/call.ts"
import { ORDER_CALLS } from "../../api/order-calls.ts"

export type ExitPart = "spotOrders" | "contractOrders" | "positions"

export interface Exit {
  /** Orders that ended. */
  cancelled: number
  /** What became of each position. */
  closed: ResponseOf<typeof closeAllPositions>["closed"]
  /** The parts that were refused or not answered, and why; the others were done. */
  failures: { part: ExitPart; failure: CallFailure }[]
}

/**
 * Sends each part once, never again by itself. Contract orders go before positions are closed: one that fills in between
 * would open anew what was just closed. A part that fails doesn't keep the others.
 */
export async function exitAll(): Promise<Exit> {
  const [spotOrders, contractOrders, positions] = await Promise.all([
    call(ORDER_CALLS.spot.cancelAll, {}),
    ...inOrder(),
  ])
  return {
    cancelled: [spotOrders, contractOrders].reduce(
      (sum, answer) => sum + (answer.ok ? answer.data.cancelled.length : 0),
      0,
    ),
    closed: positions.ok ? positions.data.closed : [],
    failures: Object.entries({ spotOrders, contractOrders, positions }).flatMap(([part, answer]) =>
      answer.ok ? [] : [{ part: part as ExitPart, failure: answer.failure }],
    ),
  }
}

function inOrder() {
  const orders = call(ORDER_CALLS.perpetual.cancelAll, {})
  return [orders, orders.then(() => call(closeAllPositions, {}))] as const
}
