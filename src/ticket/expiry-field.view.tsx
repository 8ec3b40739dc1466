/** Until when the order is good: a span, or a date and a time of one's own. */

import { useTranslation } from "react-i18next"
import { EXPIRY_MOST_MS } from "#core/order/order-expiry.ts"
import { market as markets } from "../stores/market-store.ts"
import type { GoodFor } from "../stores/ticket-store.ts"
import { offsetText } from "../text/moments.ts"
import { Select } from "../ui/select.tsx"
import { TextField } from "../ui/text-field.tsx"
import { fieldTime, GOOD_FOR, isTimed } from "./good-till.ts"
import styles from "./ticket.module.css"
import type { TicketState } from "./ticket-state.ts"
import { useTyped } from "./use-typed.ts"

const DAY_MS = 86_400_000

export function ExpiryField({ state: { form, draft, market } }: { state: TicketState }) {
  const { t } = useTranslation("trade")
  const typed = useTyped(market.id)
  if (!isTimed(form)) return null
  const now = Date.now() + markets.connection.clockOffset
  const choose = (goodFor: GoodFor) =>
    typed(goodFor === "date" ? { goodFor, goodTill: fieldTime(now + DAY_MS) } : { goodFor })
  return (
    <div className={styles.expiry}>
      <div className={styles.expirySpan}>
        <span aria-hidden="true">{t("ticket.expires")}</span>
        <Select<GoodFor>
          label={t("ticket.expires")}
          className={styles.validity}
          options={GOOD_FOR.map((value) => ({ value, label: t(`ticket.goodFor.${value}`) }))}
          value={form.goodFor}
          onChange={choose}
        />
      </div>
      {form.goodFor === "date" ? (
        <TextField
          label={t("ticket.expiresAt")}
          name="expires"
          type="datetime-local"
          autoComplete="off"
          value={form.goodTill}
          min={fieldTime(now)}
          max={fieldTime(now + EXPIRY_MOST_MS)}
          isRefused={draft.wrong?.field === "expiry"}
          hint={offsetText(draft.order.expiresAt || now)}
          onChange={(goodTill) => typed({ goodTill })}
        />
      ) : null}
    </div>
  )
}
