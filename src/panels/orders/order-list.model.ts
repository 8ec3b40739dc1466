/** The rows of a list of own orders or fills, and their order. */

import { isOpen } from "#core/order/order-status.ts"
import type { OwnFill, OwnOrder } from "#core/wire/private-rows.ts"
import type { OrdersFilter } from "../../stores/orders-view-store.ts"
import { isWithin, type Times } from "../../stores/period.ts"

type Asked = Pick<OrdersFilter, "scope" | "side" | "status">

/** What the list was read for. */
interface Reading {
  /** The market on screen. */
  instrument: string
  within: Times
  hasMore: boolean
}

/** Whether a row is of the market and side asked for. `instrument`: the market on screen. */
function isOfMarketAndSide(
  row: Pick<OwnOrder, "instrument" | "side">,
  { scope, side }: Pick<Asked, "scope" | "side">,
  instrument: string,
): boolean {
  return (scope === "all" || row.instrument === instrument) && (side === "all" || row.side === side)
}

/** Of all open orders, the newest first, those that are asked for. */
export const openRows = (
  orders: readonly OwnOrder[],
  asked: Pick<Asked, "scope" | "side">,
  instrument: string,
): readonly OwnOrder[] =>
  asked.scope === "all" && asked.side === "all"
    ? orders
    : orders.filter((order) => isOfMarketAndSide(order, asked, instrument))

/**
 * Ended orders: the pages that were read, and what has ended since. Of two versions of one order the newer stands.
 * The order that ended last comes first, as the server's pages have it; an end that lies beyond the pages read so far
 * (`hasMore`) waits for its page, or rows would move when it comes.
 */
export function historyRows(
  read: readonly OwnOrder[],
  ended: readonly OwnOrder[],
  asked: Asked,
  { instrument, within, hasMore }: Reading,
): OwnOrder[] {
  const oldest = hasMore ? read.at(-1) : undefined
  const byId = new Map(read.map((order) => [order.id, order]))
  for (const order of ended) {
    const known = byId.get(order.id)
    if (known ? order.sequence <= known.sequence : oldest && newestEnd(oldest, order) < 0) continue
    byId.set(order.id, order)
  }
  return [...byId.values()]
    .filter((order) => !isOpen(order) && isOfMarketAndSide(order, asked, instrument))
    .filter(({ status }) => asked.status === "all" || status === asked.status)
    .filter(({ updated }) => isWithin(updated, within))
    .sort(newestEnd)
}

/** Negative: `a` ended later. Of those that ended by one command the higher id comes first, as in the server's pages. */
const newestEnd = (a: OwnOrder, b: OwnOrder) => b.sequence - a.sequence || b.id - a.id

/** Fills: the pages that were read and what has come since, each once, the newest first. */
export function fillRows(
  read: readonly OwnFill[],
  live: readonly OwnFill[],
  asked: Pick<Asked, "scope" | "side">,
  { instrument, within, hasMore }: Reading,
): OwnFill[] {
  const oldest = hasMore ? read.at(-1) : undefined
  const byKey = new Map(read.map((fill) => [fillKey(fill), fill]))
  for (const fill of live) if (!oldest || newestFill(oldest, fill) > 0) byKey.set(fillKey(fill), fill)
  return [...byKey.values()]
    .filter((fill) => isOfMarketAndSide(fill, asked, instrument) && isWithin(fill.time, within))
    .sort(newestFill)
}

const newestFill = (a: OwnFill, b: OwnFill) => b.time - a.time || b.trade - a.trade || b.order - a.order

/** One side of one trade: an own order may meet an own order, and a trade's number counts within its market. */
export const fillKey = ({ instrument, trade, order }: OwnFill): string => `${instrument} ${trade} ${order}`
