/** Which list of own orders is open and how it is filtered; kept on the device under `saker:orders`. */

import { proxy } from "valtio/vanilla"
import { readDevice, writeDevice } from "./device-storage.ts"
import { ALL_TIME, type Period } from "./period.ts"

const KEY = "saker:orders"

/** Positions are of contracts, balances of spot. */
const ORDER_TABS = ["positions", "open", "history", "fills", "balances"] as const
export type OrdersTab = (typeof ORDER_TABS)[number]

/** How an order can have ended: what the history can be asked for. */
export const ENDED_STATUSES = ["filled", "cancelled", "expired", "expired-in-match", "rejected"] as const

/** What each list is asked for. Side, status and period are for the moment: forgotten with the page. */
export interface OrdersFilter {
  scope: "market" | "all"
  side: "all" | "buy" | "sell"
  status: "all" | (typeof ENDED_STATUSES)[number]
  period: Period
}

interface OrdersView {
  tab: OrdersTab
  filter: OrdersFilter
}

export const ordersView = proxy<OrdersView>(parseOrdersView(readDevice(KEY)))

/** Pure: what isn't sound falls back to positions, and where there are none (spot) to all open orders. */
export function parseOrdersView(text: string | null): OrdersView {
  let stored: { tab?: unknown; scope?: unknown } = {}
  try {
    stored = Object(JSON.parse(text ?? "{}"))
  } catch {
    // Torn or foreign text counts as nothing kept.
  }
  return {
    tab: ORDER_TABS.find((tab) => tab === stored.tab) ?? "positions",
    filter: {
      scope: stored.scope === "market" ? "market" : "all",
      side: "all",
      status: "all",
      period: ALL_TIME,
    },
  }
}

export function showOrdersTab(tab: OrdersTab): void {
  ordersView.tab = tab
  keep()
}

/** The open orders of both sides, whatever was looked at last: what a line that counts them opens. */
export function showOpenOrders(): void {
  ordersView.filter.side = "all"
  showOrdersTab("open")
}

export function filterOrders(change: Partial<OrdersFilter>): void {
  Object.assign(ordersView.filter, change)
  keep()
}

const keep = () => writeDevice(KEY, JSON.stringify({ tab: ordersView.tab, scope: ordersView.filter.scope }))
