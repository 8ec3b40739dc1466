/** Types and states of orders, and which states are open. */

export const ORDER_TYPES = ["limit", "market", "stop-limit", "stop-market", "trailing-stop"] as const
export type OrderType = (typeof ORDER_TYPES)[number]

/** It waits for a price before it enters (S8, S9). */
export const isStopType = (type: OrderType): boolean =>
  type === "stop-limit" || type === "stop-market" || type === "trailing-stop"

/** It trades at the prices of the book, without a limit of its own (S4). */
export const isMarketType = (type: OrderType): boolean =>
  type === "market" || type === "stop-market" || type === "trailing-stop"

/** Which price a stop, a take-profit or a stop-loss waits for. */
export const TRIGGER_SOURCES = ["last", "mark"] as const
export type TriggerSource = (typeof TRIGGER_SOURCES)[number]

export const ORDER_STATUSES = [
  "waiting",
  "new",
  "partly-filled",
  "filled",
  "cancelled",
  "expired",
  "expired-in-match",
  "rejected",
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Of orders that can still fill; `waiting` is a stop that hasn't fired. */
export const OPEN_STATUSES: readonly OrderStatus[] = ["waiting", "new", "partly-filled"]

/** The order can still fill, or be amended or cancelled. */
export const isOpen = ({ status }: { status: OrderStatus }): boolean => OPEN_STATUSES.includes(status)
