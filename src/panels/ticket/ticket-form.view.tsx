/** The fields of the spot ticket. Side, type and validity, price, amount, slider, and what it comes to. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { choices } from "../../stores/choices-store.ts"
import { hotkeysOf } from "../../stores/hotkeys.ts"
import { pickSide, pickType, type Side } from "../../stores/ticket-store.ts"
import { chordWords } from "../../text/chord-words.ts"
import { shareOf } from "../../ticket/order-draft.ts"
import { OrderFields } from "../../ticket/order-fields.view.tsx"
import styles from "../../ticket/ticket.module.css"
import { amountChange } from "../../ticket/ticket-state.ts"
import { useTyped } from "../../ticket/use-typed.ts"
import { Segmented } from "../../ui/segmented.tsx"
import { Slider } from "../../ui/slider.tsx"
import { SPOT_ORDER } from "./spot-order.ts"
import { TicketSums } from "./ticket-sums.view.tsx"
import type { SpotTicketState } from "./use-ticket.ts"

interface TicketFormProps {
  state: SpotTicketState
  /** B and S choose the side: said in the tooltip. */
  hasKeys?: boolean
  /** Little height: the slider goes, and sums fold into one line. */
  isTight?: boolean
}

export function TicketForm({ state, hasKeys = false, isTight = false }: TicketFormProps) {
  const { t } = useTranslation("trade")
  const { t: common } = useTranslation("market")
  const { form, input, draft, market } = state
  const keys = hotkeysOf(useSnapshot(choices).all)
  const keyOf = (side: Side) => ({ key: chordWords(keys[side], t).join(" ") })
  const sideKeyWords = `${t("ticket.sideKeys.buy", keyOf("buy"))}, ${t("ticket.sideKeys.sell", keyOf("sell"))}`
  const typed = useTyped(market.id)
  return (
    <div className={styles.form}>
      <div title={hasKeys ? sideKeyWords : undefined}>
        <Segmented
          className={styles.side}
          label={common("ticket.side")}
          segments={[
            { value: "buy", label: common("ticket.buy"), tone: "positive" },
            { value: "sell", label: common("ticket.sell"), tone: "negative" },
          ]}
          value={form.side}
          onChange={(side) => pickSide(market.id, side)}
        />
      </div>
      <OrderFields state={state} onType={pickType} isTight={isTight} />
      {isTight ? null : (
        <Slider
          label={t("ticket.share")}
          className={styles.slider}
          tone={form.side === "buy" ? "positive" : "negative"}
          value={shareOf(input, SPOT_ORDER, draft.preview)}
          isDisabled={SPOT_ORDER.share(input, draft.order, 100) === undefined}
          onChange={(percent) =>
            typed(amountChange(state, SPOT_ORDER.share(input, draft.order, percent) ?? ""), "wire")
          }
        />
      )}
      <TicketSums state={state} isTight={isTight} />
    </div>
  )
}
