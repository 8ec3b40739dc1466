/** What is chosen once and then forgotten? Post-only, asking before sending, and the way to the ticket's limits. */

import { useId } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { ScreenLink } from "../../app/screen-link.tsx"
import { choices, choose, chosen } from "../../stores/choices-store.ts"
import { fillTicket } from "../../stores/ticket-store.ts"
import styles from "./ticket.module.css"
import type { TicketState } from "./use-ticket.ts"

export function TicketOptions({ state: { form } }: { state: TicketState }) {
  const { t } = useTranslation("trade")
  const { all } = useSnapshot(choices)
  const hint = useId()
  return (
    <div className={styles.options}>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={form.type === "limit" && form.isPostOnly}
          disabled={form.type !== "limit"}
          aria-describedby={hint}
          onChange={(event) => fillTicket({ isPostOnly: event.target.checked })}
        />
        {t("ticket.postOnly")}
      </label>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={chosen(all, "confirmOrders") === "on"}
          onChange={(event) => choose("confirmOrders", event.target.checked ? "on" : "off")}
        />
        {t("ticket.ask")}
      </label>
      <span id={hint} className={styles.hint}>
        {t("ticket.postOnlyHint")}
      </span>
      <ScreenLink to="/pages/user/preferences" className={styles.more}>
        {t("ticket.preferences")}
      </ScreenLink>
    </div>
  )
}
