/**
 * What happened to a user's orders, report by report. A batch tells each order once, as it stands behind it, and each of
 * its fills: here both become the steps in between, in order, each once.
 */

import { formatAmount, unitsOf } from "#core/money/steps.ts"
import { isOpen, type OrderStatus } from "#core/order/order-status.ts"
import { type EndedOrder, toldStatus } from "../told-status.ts"

/** `NEW` also where a stop has fired. */
type Execution = "NEW" | "TRADE" | "REPLACED" | "CANCELED" | "REJECTED" | "EXPIRED" | "TRADE_PREVENTION"

interface OrderRow extends EndedOrder {
  id: number
  price: string
  stopPrice: string
  distance: string
  quantity: string
  executedQuote: string
  updated: number
  /** The higher is the newer; a stop that only follows the market is told without a rise. */
  sequence: number
}
interface FillRow {
  order: number
  quantity: string
  turnover: string
}

export interface OrderReport<Order, Fill> {
  execution: Execution
  /** As it stands behind this step. */
  order: Order
  /** Of `TRADE`. */
  fill: Fill | undefined
  /** It was a stop that waited before this batch. */
  wasWaiting: boolean
}

const ENDS: Partial<Record<OrderStatus, Execution>> = {
  ...{ cancelled: "CANCELED", rejected: "REJECTED", expired: "EXPIRED" },
  "expired-in-match": "TRADE_PREVENTION",
}

export class OrderReports<Order extends OrderRow, Fill extends FillRow> {
  /** As told last; open ones only. */
  readonly #known: Map<number, Order>

  /** `open`: orders that were open when reports begin; they are not told as new. */
  constructor(open: Iterable<Order>) {
    this.#known = new Map([...open].map((order) => [order.id, order]))
  }

  /** The steps of one change. */
  take(orders: readonly Order[], fills: readonly Fill[]): OrderReport<Order, Fill>[] {
    return orders.flatMap((order) => {
      const known = this.#known.get(order.id)
      if (known && known.sequence >= order.sequence) return []
      if (isOpen(order)) this.#known.set(order.id, order)
      else this.#known.delete(order.id)
      const own = fills.filter((fill) => fill.order === order.id)
      return stepsOf({ ...order, status: toldStatus(order) }, known, own)
    })
  }
}

function stepsOf<Order extends OrderRow, Fill extends FillRow>(
  order: Order,
  known: Order | undefined,
  fills: readonly Fill[],
): OrderReport<Order, Fill>[] {
  let executed = unitsOf(order.executed) - sumOf(fills, "quantity")
  let executedQuote = unitsOf(order.executedQuote) - sumOf(fills, "turnover")
  const at = (status: OrderStatus): Order => ({
    ...{ ...order, status },
    ...{ executed: formatAmount(executed), executedQuote: formatAmount(executedQuote) },
  })
  const steps: OrderReport<Order, Fill>[] = []
  const step = (execution: Execution, status: OrderStatus, fill?: Fill) =>
    steps.push({ execution, order: at(status), fill, wasWaiting: known?.status === "waiting" })

  const first = firstOf(order, known, fills.length > 0)
  if (first !== undefined) step(first, statusBefore(order, executed))
  fills.forEach((fill, place) => {
    executed += unitsOf(fill.quantity)
    executedQuote += unitsOf(fill.turnover)
    const isLast = place === fills.length - 1
    step("TRADE", isLast && order.status === "filled" ? "filled" : "partly-filled", fill)
  })
  const end = ENDS[order.status]
  if (end !== undefined) step(end, order.status)
  return steps
}

/** What is told before fills and the end; undefined: nothing new. */
function firstOf(order: OrderRow, known: OrderRow | undefined, hasFills: boolean): Execution | undefined {
  if (!known) return order.status === "rejected" ? undefined : "NEW"
  const isWorking = hasFills || (isOpen(order) && order.status !== "waiting") || order.status === "filled"
  if (known.status === "waiting" && isWorking) return "NEW"
  const isChanged = (["price", "stopPrice", "distance", "quantity"] as const).some(
    (field) => order[field] !== known[field],
  )
  return isChanged && (isOpen(order) || hasFills) ? "REPLACED" : undefined
}

function statusBefore(order: OrderRow, executed: bigint): OrderStatus {
  if (order.status === "waiting") return "waiting"
  return executed > 0n ? "partly-filled" : "new"
}

const sumOf = (fills: readonly FillRow[], field: "quantity" | "turnover"): bigint =>
  fills.reduce((sum, fill) => sum + unitsOf(fill[field]), 0n)
