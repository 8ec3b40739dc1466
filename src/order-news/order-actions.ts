/**
 * Amendments and cancellations that are under way, and their results. Kept apart from rows, which come and go as one
 * scrolls, and from the panels that show them.
 */

import i18next from "i18next"
import { proxy } from "valtio"
import type { OwnOrder, TradedKind } from "#core/wire/private-rows.ts"
import { call } from "../api/call.ts"
import { amendOrder, cancelOrder, type OrderChange, type WantedChange } from "../api/change-order.ts"
import { ORDER_CALLS } from "../api/order-calls.ts"
import { market } from "../stores/market-store.ts"
import { pausedOrders } from "../stores/paused-orders.ts"
import { showToast } from "../ui/toaster.ts"

export interface OrderAction {
  /** `asking`: no answer came, the server is asked how the order stands. `said`: over, and there is something to say. */
  state: "cancelling" | "amending" | "asking" | "said"
  /** Why it was refused, or what isn't known. */
  text?: string
}

/** By order id; an order with which nothing is under way is missing. */
export const orderActions = proxy<{ byId: Record<number, OrderAction> }>({ byId: {} })

const isUnderWay = (id: number) => {
  const state = orderActions.byId[id]?.state
  return state !== undefined && state !== "said"
}

export function forgetAction(id: number): void {
  delete orderActions.byId[id]
}

/** Once at a time: a second press does nothing. */
export async function cancelOne(order: OwnOrder): Promise<void> {
  if (isUnderWay(order.id)) return
  orderActions.byId[order.id] = { state: "cancelling" }
  settle(order.id, await cancelOrder(order, () => sayAsking(order.id)))
}

/** Answers whether the server took it. */
export async function amendOne(order: OwnOrder, wanted: WantedChange): Promise<boolean> {
  if (isUnderWay(order.id)) return false
  orderActions.byId[order.id] = { state: "amending" }
  const serverNow = Date.now() + market.connection.clockOffset
  const change = await amendOrder(order, wanted, { serverNow, onAsking: () => sayAsking(order.id) })
  settle(order.id, change)
  return change.kind === "done"
}

function sayAsking(id: number): void {
  orderActions.byId[id] = { state: "asking", text: i18next.t("trade:orders.asking") }
}

function settle(id: number, change: OrderChange): void {
  if (change.kind === "done") forgetAction(id)
  else orderActions.byId[id] = { state: "said", text: changeText(change) }
}

const changeText = (change: Exclude<OrderChange, { kind: "done" }>): string =>
  change.kind === "refused"
    ? change.text
    : i18next.t(change.kind === "lost" ? "trade:orders.lost" : "trade:orders.unchanged")

/** All of one market, or of all markets of the kind (undefined). Answers whether it was taken; a toast says the rest. */
export async function cancelAll(kind: TradedKind, instrument: string | undefined): Promise<boolean> {
  // They end with the others, and the answer doesn't list them.
  const paused = pausedOrders(kind, instrument)
  const answer = await call(ORDER_CALLS[kind].cancelAll, instrument === undefined ? {} : { instrument })
  if (answer.ok)
    showToast(
      "success",
      i18next.t("trade:orders.cancelled", { count: answer.data.cancelled.length + paused }),
    )
  else showToast("failure", answer.failure.text)
  return answer.ok
}
