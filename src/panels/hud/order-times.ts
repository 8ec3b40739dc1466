/** Where the time of the newest order sent from this page went. From the press to its row from the stream painted. */

import { behindPaint } from "../../feed/after-tasks.ts"
import { onAccountNews } from "../../stores/account-store.ts"
import { onOrderHop } from "../../stores/order-hops.ts"

/** Moments of one order, ms of the page's clock (`performance.now()`); null: not yet. */
export interface OrderTimes {
  clientOrderId: string
  /** Time stamp of the press or key that sent it, which the browser gives before the page is free for it. */
  pressed: number
  sent: number
  /** Its answer was read. */
  accepted: number | null
  /** The frame was painted that shows what the private stream said of it. */
  row: number | null
}

/** The newest order since {@link followOrderTimes}; null: none was sent. */
export const orderTimes: { newest: OrderTimes | null } = { newest: null }

const PRESSES = ["click", "keydown"] as const

/** Begins to listen; returns the way to stop. */
export function followOrderTimes(): () => void {
  let pressed = 0
  const press = ({ timeStamp }: Event) => {
    pressed = timeStamp
  }
  for (const type of PRESSES) addEventListener(type, press, { capture: true, passive: true })
  const endHops = onOrderHop((hop, clientOrderId) => {
    const now = performance.now()
    if (hop === "sent") orderTimes.newest = { clientOrderId, pressed, sent: now, accepted: null, row: null }
    else if (orderTimes.newest?.clientOrderId === clientOrderId) orderTimes.newest.accepted = now
  })
  const endNews = onAccountNews(({ orders }) => {
    const times = orderTimes.newest
    if (!times || times.row !== null) return
    if (orders.some(({ clientOrderId }) => clientOrderId === times.clientOrderId))
      behindPaint(() => {
        times.row ??= performance.now()
      })
  })
  return () => {
    for (const type of PRESSES) removeEventListener(type, press, { capture: true })
    endHops()
    endNews()
  }
}
