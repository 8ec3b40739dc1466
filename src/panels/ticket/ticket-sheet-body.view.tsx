/**
 * What the ticket's sheet shows on a phone. It repeats the price, follows the keyboard, and keeps its
 * button in sight; what is rarely needed is behind the sliders.
 */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SpotMarket } from "#core/wire/market.ts"
import { choices, chosen } from "../../stores/choices-store.ts"
import { openTicket, ticket } from "../../stores/ticket-store.ts"
import { HeadPrice } from "../../ticket/head-price.view.tsx"
import styles from "../../ticket/ticket.module.css"
import { TicketOptions } from "../../ticket/ticket-options.view.tsx"
import { useIsTight } from "../../ticket/use-is-tight.ts"
import { classNames } from "../../ui/class-names.ts"
import { Settings2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { SpotRisk } from "./spot-risk.view.tsx"
import { TicketActions } from "./ticket-actions.view.tsx"
import { TicketForm } from "./ticket-form.view.tsx"
import { useTicket } from "./use-ticket.ts"

export function TicketSheetBody({ market }: { market: SpotMarket }) {
  const { isOpen } = useSnapshot(ticket)
  const state = useTicket(market, isOpen)
  const [hasOptions, setHasOptions] = useState(false)
  const { t } = useTranslation("trade")
  const isTight = useIsTight()
  const isLeft = chosen(useSnapshot(choices).all, "hand") === "left"
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={openTicket}
      title={`${market.base}/${market.quote}`}
      headExtra={<HeadPrice instrument={market.id} freshness={state.freshness} />}
      headEnd={
        <IconButton
          glyph={Settings2}
          label={t("ticket.options")}
          aria-expanded={hasOptions}
          onClick={() => setHasOptions(!hasOptions)}
        />
      }
      footer={<TicketActions state={state} onPlaced={() => openTicket(false)} hasOneGuard />}
      className={styles.sheet}
      isKept
    >
      <div className={classNames(styles.inSheet, isTight && styles.tight, isLeft && styles.leftHanded)}>
        {hasOptions ? <TicketOptions market={market} form={state.form} /> : null}
        <TicketForm state={state} isTight={isTight} />
        <SpotRisk state={state} />
      </div>
    </Sheet>
  )
}
