/**
 * The ticket as a column beside the book, on desk and tablet. The ticket's column on desk and tablet; a visitor sees
 * the way to log in.
 */

import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SpotMarket } from "#core/wire/market.ts"
import { ScreenSkip } from "../../page-head/skip.tsx"
import { session } from "../../stores/session-store.ts"
import { pickSide } from "../../stores/ticket-store.ts"
import { focusAmount, focusFirstField, useSideKeys } from "../../ticket/side-keys.ts"
import styles from "../../ticket/ticket.module.css"
import { TicketOptions } from "../../ticket/ticket-options.view.tsx"
import { SizeFromRisk } from "./size-from-risk.view.tsx"
import { SpotAccount } from "./spot-account.view.tsx"
import { TicketActions } from "./ticket-actions.view.tsx"
import { TicketForm } from "./ticket-form.view.tsx"
import { useTicket } from "./use-ticket.ts"
import { VisitorTicket } from "./visitor-ticket.view.tsx"

interface TicketPanelProps {
  market: SpotMarket
  /** Below it the spot account and size from risk: a desk has the height for them. */
  hasSide?: boolean
}

export function TicketPanel({ market, hasSide = false }: TicketPanelProps) {
  const isIn = useSnapshot(session).token !== null
  return isIn ? <OrderTicket market={market} hasSide={hasSide} /> : <VisitorTicket market={market} />
}

function OrderTicket({ market, hasSide = false }: TicketPanelProps) {
  const { t } = useTranslation("trade")
  const state = useTicket(market)
  const place = useRef<HTMLElement>(null)
  useSideKeys(place, (side) => {
    pickSide(market.id, side)
    focusAmount(place.current)
  })
  return (
    <section ref={place} className={styles.ticket} aria-label={t("ticket.title")}>
      <ScreenSkip onPress={() => focusFirstField(place.current)}>{t("keys.toTicket")}</ScreenSkip>
      <TicketForm state={state} hasKeys />
      <TicketOptions form={state.form} />
      <TicketActions state={state} />
      {hasSide ? (
        <>
          <SpotAccount market={market} />
          <SizeFromRisk key={market.id} state={state} />
        </>
      ) : null}
    </section>
  )
}
