/** How is an order made beside the book? The ticket's column on desk and tablet; a visitor sees the way to log in. */

import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SpotMarket } from "#core/wire/market.ts"
import { session } from "../../stores/session-store.ts"
import { pickSide } from "../../stores/ticket-store.ts"
import styles from "./ticket.module.css"
import { TicketActions } from "./ticket-actions.view.tsx"
import { TicketForm } from "./ticket-form.view.tsx"
import { TicketOptions } from "./ticket-options.view.tsx"
import { useTicket } from "./use-ticket.ts"
import { VisitorTicket } from "./visitor-ticket.view.tsx"

interface TicketPanelProps {
  market: SpotMarket
}

export function TicketPanel({ market }: TicketPanelProps) {
  const isIn = useSnapshot(session).token !== null
  return isIn ? <OrderTicket market={market} /> : <VisitorTicket market={market} />
}

function OrderTicket({ market }: TicketPanelProps) {
  const { t } = useTranslation("trade")
  const state = useTicket(market)
  const place = useRef<HTMLElement>(null)
  useSideKeys(market.id)
  return (
    <section ref={place} className={styles.ticket} aria-label={t("ticket.title")}>
      <TicketForm state={state} hasKeys />
      <TicketOptions state={state} />
      <TicketActions state={state} />
    </section>
  )
}

/** B buys and S sells, wherever one isn't typing. */
function useSideKeys(instrument: string): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyping(event.target) || document.querySelector("[role=dialog],[role=alertdialog]")) return
      const key = event.key.toLowerCase()
      if (key === "b") pickSide(instrument, "buy")
      if (key === "s") pickSide(instrument, "sell")
    }
    window.addEventListener("keydown", press)
    return () => window.removeEventListener("keydown", press)
  }, [instrument])
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (target.matches("input,textarea,select") && !target.matches("[type=radio]")))
