/** Options that are rarely changed. Post-only, asking before sending, and the ticket's limits. */

import { type ReactNode, useId } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { TradedMarket } from "#core/wire/market.ts"
import { choices, choose, chosen } from "../stores/choices-store.ts"
import { openOverlay } from "../stores/overlay-store.ts"
import { fillTicket, openTicket, showMarket, type TicketForm } from "../stores/ticket-store.ts"
import { Checkbox } from "../ui/checkbox.tsx"
import { EditSizes } from "./size-chips.view.tsx"
import styles from "./ticket.module.css"

interface TicketOptionsProps {
  market: TradedMarket
  form: Pick<TicketForm, "type" | "isPostOnly">
  /** Further options of the kind. */
  children?: ReactNode
}

export function TicketOptions({ market, form, children }: TicketOptionsProps) {
  const { t } = useTranslation("trade")
  const { all } = useSnapshot(choices)
  const hint = useId()
  return (
    <div className={styles.options}>
      <Checkbox
        className={styles.option}
        isOn={form.type === "limit" && form.isPostOnly}
        isDisabled={form.type !== "limit"}
        describedBy={hint}
        onChange={(isPostOnly) => fillTicket({ isPostOnly })}
      >
        {t("ticket.postOnly")}
      </Checkbox>
      {children}
      <Checkbox
        className={styles.option}
        isOn={chosen(all, "confirmOrders") === "on"}
        onChange={(isOn) => choose("confirmOrders", isOn ? "on" : "off")}
      >
        {t("ticket.ask")}
      </Checkbox>
      <span id={hint} className={styles.hint}>
        {t("ticket.postOnlyHint")}
      </span>
      <button
        type="button"
        className={styles.more}
        aria-haspopup="dialog"
        onClick={() => openOverlay("limits")}
      >
        {t("ticket.preferences")}
      </button>
      <button
        type="button"
        className={styles.more}
        aria-haspopup="dialog"
        onClick={() => {
          showMarket(market.id)
          // Of a phone: one sheet in place of the other, not over it.
          openTicket(false)
          openOverlay("groups")
        }}
      >
        {t("groups.open")}
      </button>
      <EditSizes market={market} />
    </div>
  )
}
