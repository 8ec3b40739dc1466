/** The fields of a contract's ticket: margin mode and leverage, the order, a share of what is free, reduce-only. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { closesWhole, fillTicket, isStopByMarket } from "../../stores/ticket-store.ts"
import { shareOf } from "../../ticket/order-draft.ts"
import { OrderFields } from "../../ticket/order-fields.view.tsx"
import styles from "../../ticket/ticket.module.css"
import { useTyped } from "../../ticket/use-typed.ts"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { ChevronDown, Icon } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { Slider } from "../../ui/slider.tsx"
import { CONTRACT_ORDER } from "./contract-order.ts"
import { useTicketHere } from "./contract-scope.view.tsx"
import { TargetFields } from "./contract-targets.view.tsx"
import own from "./contract-ticket.module.css"
import { LeverageSheet } from "./leverage-sheet.view.tsx"
import { ModeSheet } from "./mode-sheet.view.tsx"

interface ContractFieldsProps {
  isTight?: boolean
  /** Beside the book on a phone. */
  isNarrow?: boolean
}

export function ContractFields({ isTight = false, isNarrow = false }: ContractFieldsProps) {
  const { t } = useTranslation("perpetual")
  const { market, both, terms, settings } = useTicketHere()
  const typed = useTyped(market.id)
  const { input, draft } = both
  if (settings.failure && !terms)
    return (
      <ErrorState
        title={t("ticket.settingsFailed")}
        detail={settings.failure.text}
        isBusy={settings.isRetrying}
        onRetry={settings.retry}
      />
    )
  if (!terms) return <SkeletonRows count={6} />
  return (
    <div className={styles.form}>
      <TermsChips />
      <OrderFields
        state={both}
        onType={(type) => fillTicket({ type })}
        isTight={isTight}
        isNarrow={isNarrow}
      />
      {isTight || closesWhole("perpetual", both.form) ? null : (
        <Slider
          label={t("trade:ticket.share")}
          className={styles.slider}
          value={shareOf(input, CONTRACT_ORDER, draft.preview)}
          isDisabled={CONTRACT_ORDER.share(input, draft.order, 100) === undefined}
          onChange={(percent) =>
            typed({ amount: CONTRACT_ORDER.share(input, draft.order, percent) ?? "" }, "wire")
          }
        />
      )}
      <TargetFields />
    </div>
  )
}

/** What a stop by market may do instead of trading an amount: shown with these only. */
export function ClosePosition() {
  const { t } = useTranslation("perpetual")
  const { both, market } = useTicketHere()
  const typed = useTyped(market.id)
  if (!isStopByMarket(both.form.type)) return null
  return (
    <Checkbox
      className={styles.option}
      isOn={both.form.closesPosition}
      onChange={(closesPosition) => typed({ closesPosition })}
    >
      {t("closePosition.close")}
    </Checkbox>
  )
}

/** Beside post-only and the like. */
export function ReduceOnly() {
  const { t } = useTranslation("perpetual")
  const { both, market } = useTicketHere()
  const typed = useTyped(market.id)
  return (
    <Checkbox
      className={styles.option}
      isOn={both.form.isReduceOnly}
      isDisabled={closesWhole("perpetual", both.form)}
      onChange={(isReduceOnly) => typed({ isReduceOnly })}
    >
      {t("reduceOnly")}
    </Checkbox>
  )
}

/** Each opens the sheet in which it is set. */
function TermsChips() {
  const { t } = useTranslation("perpetual")
  const ticket = useTicketHere()
  const { terms } = ticket
  const [open, setOpen] = useState<"mode" | "leverage" | null>(null)
  if (!terms) return null
  const mode = t(terms.isIsolated ? "margin.isolated" : "margin.cross")
  const close = () => setOpen(null)
  return (
    <div className={own.chips}>
      <Button
        className={own.chip}
        aria-haspopup="dialog"
        aria-label={`${t("margin.title")}: ${mode}`}
        onClick={() => setOpen("mode")}
      >
        <span className={own.face}>
          {mode}
          <Icon glyph={ChevronDown} size={12} />
        </span>
      </Button>
      <Button
        className={own.chip}
        aria-haspopup="dialog"
        aria-label={`${t("leverage.title")}: ${terms.leverage}×`}
        onClick={() => setOpen("leverage")}
      >
        <span className={own.face}>
          {`${terms.leverage}×`}
          <Icon glyph={ChevronDown} size={12} />
        </span>
      </Button>
      {open === "mode" ? <ModeSheet terms={terms} ticket={ticket} onClose={close} /> : null}
      {open === "leverage" ? <LeverageSheet terms={terms} ticket={ticket} onClose={close} /> : null}
    </div>
  )
}
