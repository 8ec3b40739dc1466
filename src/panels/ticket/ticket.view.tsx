/**
 * The ticket's column on desk and tablet. A visitor sees the way to log in; the form is fetched for users only, since
 * nothing of the market has to wait for it.
 */

import { lazy, Suspense } from "react"
import { useSnapshot } from "valtio"
import type { SpotMarket } from "#core/wire/market.ts"
import { session } from "../../stores/session-store.ts"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { VisitorTicket } from "./visitor-ticket.view.tsx"

export interface TicketPanelProps {
  market: SpotMarket
  /** Below it the spot account, and size from risk open: a desk has the height for them. */
  hasSide?: boolean
}

const OrderTicket = lazy(() =>
  import("./order-ticket.view.tsx").then((module) => ({ default: module.OrderTicket })),
)

export function TicketPanel(props: TicketPanelProps) {
  const isIn = useSnapshot(session).token !== null
  if (!isIn) return <VisitorTicket market={props.market} />
  return (
    <Suspense fallback={<SkeletonRows count={5} />}>
      <OrderTicket {...props} />
    </Suspense>
  )
}
