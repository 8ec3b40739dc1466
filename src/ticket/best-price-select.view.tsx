/** Inside the price field: whether the price is typed, or named as the best one of a side (S18). */

import { useTranslation } from "react-i18next"
import { BEST_PRICES, type BestPrice } from "#core/order/best-price.ts"
import { Select } from "../ui/select.tsx"
import styles from "./ticket.module.css"
import type { TicketState } from "./ticket-state.ts"
import { useTyped } from "./use-typed.ts"

/** Short, so that the price keeps its room: what it means stands under the field. */
const FACE = "BBO"

export function BestPriceSelect({ state: { form, draft, market } }: { state: TicketState }) {
  const { t } = useTranslation("trade")
  const typed = useTyped(market.id)
  const choose = (bestPrice: BestPrice | "typed") => {
    if (bestPrice !== "typed") typed({ bestPrice })
    // What was named last is a price to begin with.
    else if (form.bestPrice) typed({ price: draft.readings.price.text ?? form.price }, "wire")
  }
  return (
    <Select<BestPrice | "typed">
      label={t("ticket.best.label")}
      className={form.bestPrice ? styles.named : styles.nameable}
      face={FACE}
      options={[
        { value: "typed", label: t("ticket.best.typed") },
        ...BEST_PRICES.map((value) => ({ value, label: t(`ticket.best.${value}`) })),
      ]}
      value={form.bestPrice || "typed"}
      onChange={choose}
    />
  )
}
