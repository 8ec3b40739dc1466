/** A contract's ticket as a column: beside the book on desk and tablet, beside the chart of a phone that lies down, and narrow on an upright one. */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { ScreenSkip } from "../../page-head/skip.tsx"
import { focusAmount, focusFirstField, useAmountNext, useSideKeys } from "../../ticket/side-keys.ts"
import styles from "../../ticket/ticket.module.css"
import { TicketOptions } from "../../ticket/ticket-options.view.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Settings2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { ContractAccount } from "./contract-account.view.tsx"
import { ContractActions } from "./contract-actions.view.tsx"
import { ClosePosition, ContractFields, ReduceOnly } from "./contract-fields.view.tsx"
import { ContractPriceOrders } from "./contract-price-orders.view.tsx"
import { ContractRisk } from "./contract-risk.view.tsx"
import { useTicketHere } from "./contract-scope.view.tsx"
import { ContractSums, FreeMargin } from "./contract-sums.view.tsx"

/** @param hasSide below it the contract account: a desk has the height for it */
export function ContractTicketPanel({ hasSide = false }: { hasSide?: boolean }) {
  const { t } = useTranslation("trade")
  const { both, market } = useTicketHere()
  const place = useRef<HTMLElement>(null)
  // Both sides are there: either key leads to the amount, and from there on to the buttons.
  useSideKeys(place, () => focusAmount(place.current))
  useAmountNext(place)
  return (
    <section ref={place} className={styles.ticket} aria-label={t("ticket.title")}>
      <ScreenSkip onPress={() => focusFirstField(place.current)}>{t("keys.toTicket")}</ScreenSkip>
      <ContractFields />
      <TicketOptions market={market} form={both.form}>
        <ReduceOnly />
        <ClosePosition />
      </TicketOptions>
      <FreeMargin />
      <ContractSums />
      <ContractActions />
      <ContractPriceOrders />
      {hasSide ? <ContractAccount quote={market.quote} /> : null}
      <ContractRisk isOpen={hasSide} />
    </section>
  )
}

/** Beside the book on an upright phone; sums and buttons stand below both. */
export function ContractTicketNarrow() {
  const { t } = useTranslation("trade")
  const { both, market } = useTicketHere()
  const [hasOptions, setHasOptions] = useState(false)
  return (
    <section className={classNames(styles.form, styles.narrow)} aria-label={t("ticket.title")}>
      <ContractFields isNarrow />
      <ClosePosition />
      <div className={styles.narrowTypes}>
        <ReduceOnly />
        <IconButton
          glyph={Settings2}
          size={16}
          label={t("ticket.options")}
          aria-expanded={hasOptions}
          onClick={() => setHasOptions(!hasOptions)}
        />
      </div>
      {hasOptions ? <TicketOptions market={market} form={both.form} /> : null}
      <FreeMargin />
      <ContractRisk />
    </section>
  )
}
