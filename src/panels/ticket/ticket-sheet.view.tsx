/**
 * How is an order made on a phone? A sheet over the trade screen that repeats the price, follows the keyboard, and keeps
 * its button in sight; what is rarely needed is behind the sliders.
 */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { SpotMarket } from "#core/wire/market.ts"
import { choices, chosen } from "../../stores/choices-store.ts"
import { tickerOf } from "../../stores/market-store.ts"
import { openTicket, ticket } from "../../stores/ticket-store.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Settings2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import styles from "./ticket.module.css"
import { TicketActions } from "./ticket-actions.view.tsx"
import { TicketForm } from "./ticket-form.view.tsx"
import { TicketOptions } from "./ticket-options.view.tsx"
import { useIsTight } from "./use-is-tight.ts"
import { type TicketState, useTicket } from "./use-ticket.ts"

export function TicketSheet({ market }: { market: SpotMarket }) {
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
      headExtra={<HeadPrice state={state} />}
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
    >
      <div className={classNames(styles.inSheet, isTight && styles.tight, isLeft && styles.leftHanded)}>
        {hasOptions ? <TicketOptions state={state} /> : null}
        <TicketForm state={state} isTight={isTight} />
      </div>
    </Sheet>
  )
}

/** The price above is hidden by the scrim: here it is again, with its age. */
function HeadPrice({ state }: { state: TicketState }) {
  const { last, sign } = useSnapshot(tickerOf(state.market.id))
  const isLive = state.freshness.state === "live"
  return (
    <span className={styles.headPrice}>
      <span className={isLive ? SIGNS[sign] : styles.stale}>
        <PriceText text={last} />
      </span>
      <AgeMark freshness={state.freshness} isCompact />
    </span>
  )
}

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const
