/** The form of one's own orders as a column beside the book; with calls and checks the heaviest part of the screen. */

import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { ScreenSkip } from "../../page-head/skip.tsx"
import { pickSide } from "../../stores/ticket-store.ts"
import { PriceOrders } from "../../ticket/price-orders.view.tsx"
import { focusAmount, focusFirstField, useAmountNext, useSideKeys } from "../../ticket/side-keys.ts"
import styles from "../../ticket/ticket.module.css"
import { TicketOptions } from "../../ticket/ticket-options.view.tsx"
import { orderTerms } from "./order-terms.ts"
import { SpotAccount } from "./spot-account.view.tsx"
import { spotOrderWords } from "./spot-order-words.ts"
import { SpotRisk } from "./spot-risk.view.tsx"
import { sendSpotOrder } from "./spot-sending.ts"
import type { TicketPanelProps } from "./ticket.view.tsx"
import { TicketActions } from "./ticket-actions.view.tsx"
import { TicketForm } from "./ticket-form.view.tsx"
import { useTicket } from "./use-ticket.ts"

export function OrderTicket({ market, hasSide = false }: TicketPanelProps) {
  const { t, i18n } = useTranslation("trade")
  const state = useTicket(market)
  const place = useRef<HTMLElement>(null)
  useSideKeys(place, (side) => {
    pickSide(market.id, side)
    focusAmount(place.current)
  })
  useAmountNext(place)
  return (
    <section ref={place} className={styles.ticket} aria-label={t("ticket.title")}>
      <ScreenSkip onPress={() => focusFirstField(place.current)}>{t("keys.toTicket")}</ScreenSkip>
      <TicketForm state={state} hasKeys />
      <TicketOptions market={market} form={state.form} />
      <TicketActions state={state} />
      <PriceOrders
        market={market}
        form={state.form}
        judge={state.at}
        send={sendSpotOrder}
        words={(from) => spotOrderWords(from, t, i18n.language)}
        terms={(from) => orderTerms(from, t, i18n.language)}
      />
      {hasSide ? <SpotAccount market={market} /> : null}
      <SpotRisk state={state} isOpen={hasSide} />
    </section>
  )
}
