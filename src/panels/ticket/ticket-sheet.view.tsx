/**
 * The ticket on a phone: a sheet over the trade screen. Fetched and drawn, closed, once the screen stands and the page is
 * idle, so that the first prices don't wait for it and a press only has to show it.
 */

import { startTransition, useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import type { SpotMarket } from "#core/wire/market.ts"
import { session } from "../../stores/session-store.ts"
import { openTicket, ticket } from "../../stores/ticket-store.ts"
import { useFetchedPart } from "../../ui/fetched-part.ts"
import { whenIdle } from "../../ui/idle.ts"
import { fetchSheet } from "../../ui/sheet.tsx"

const loadTicket = async () => (await import("./ticket-sheet-body.view.tsx")).TicketSheetBody

export function TicketSheet({ market }: { market: SpotMarket }) {
  const { isOpen } = useSnapshot(ticket)
  const isIn = useSnapshot(session).token !== null
  const [isReady, setIsReady] = useState(false)
  // Only users are shown it; one piece after the other, each a task of its own.
  useEffect(
    () =>
      isIn
        ? whenIdle(() => {
            fetchSheet()
              .then(loadTicket)
              .then(() => startTransition(() => setIsReady(true)))
              .catch(() => undefined)
          })
        : undefined,
    [isIn],
  )
  const Body = useFetchedPart(loadTicket, isOpen || isReady, () => openTicket(false))
  return Body ? <Body market={market} /> : null
}
