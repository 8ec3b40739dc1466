/** The amount of an order, in coins or in what they come to; under it what was understood, and the step. */

import { useTranslation } from "react-i18next"
import { formatAmount, formatSteps } from "#core/money/steps.ts"
import { readTypedAmount } from "#core/money/typed-decimal.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import { type AmountUnit, fixedUnit } from "../stores/ticket-store.ts"
import { formatDecimal } from "../text/numbers.ts"
import { fieldText } from "../text/typed-number.ts"
import { NumberField } from "../ui/number-field.tsx"
import { Select } from "../ui/select.tsx"
import styles from "./ticket.module.css"
import { amountChange, type TicketState } from "./ticket-state.ts"
import { previewMoney } from "./ticket-words.ts"
import { useIsRefused } from "./use-is-refused.ts"
import { useTyped } from "./use-typed.ts"

export function AmountField({ state, isFolded }: { state: TicketState; isFolded: boolean }) {
  const { t, i18n } = useTranslation("trade")
  const { form, input, draft, market, guards } = state
  const typed = useTyped(market.id)
  const { lot } = input.instrument
  const unit = form.unit === "base" ? market.base : market.quote
  const { amount } = draft.readings
  const isRefused = useIsRefused(state)("amount")
  const isWarned = guards.some((guard) => "mend" in guard && guard.mend?.field === "amount")
  const step = (steps: number) => typed(amountChange(state, stepped(state, steps)), "wire")
  return (
    <NumberField
      label={t("ticket.amount")}
      value={form.amount}
      unit={unit}
      placeholder="0"
      isFolded={isFolded}
      state={isRefused ? "refused" : isWarned ? "warned" : "normal"}
      echo={{
        left: worthOf(state, i18n.language, t),
        right:
          form.unit === "base"
            ? t("ticket.step", { step: formatDecimal(formatAmount(lot), i18n.language) })
            : undefined,
      }}
      onChange={(text) => typed(amountChange(state, text))}
      onBlur={() => {
        if (form.unit === "base" && amount.text && fieldText(amount.text, i18n.language) !== form.amount)
          typed(amountChange(state, amount.text), "wire")
      }}
      onStep={step}
      choice={
        fixedUnit(market.kind, form) ? undefined : (
          <Select<AmountUnit>
            label={t("ticket.unit")}
            className={styles.unit}
            options={[
              { value: "base", label: market.base },
              { value: "quote", label: market.quote },
            ]}
            value={form.unit}
            onChange={(next) => typed({ unit: next, amount: converted(state, next) }, "wire")}
          />
        )
      }
    />
  )
}

/** What was understood, both ways: "0.0190 BTC = 1,278.377 USDT"; by market only about. */
function worthOf(
  { draft, input, market }: TicketState,
  language: string,
  t: (
    key: "ticket.worth" | "ticket.worthAbout" | "ticket.worthFound",
    values: Record<string, string>,
  ) => string,
): string | undefined {
  const { preview, order } = draft
  if (!preview || draft.readings.amount.problem) return undefined
  const { walk } = preview
  // A budget is spent or it isn't; of a quantity the rest that the book doesn't hold has no price.
  const isPart = order.quantity !== undefined && walk !== undefined && walk.end !== "filled"
  if (isPart && preview.lots === 0) return undefined
  const lots = walk ? preview.lots : (order.quantity ?? preview.lots)
  const amount = `${formatDecimal(formatSteps(lots, input.instrument.lot), language)}\u00a0${market.base}`
  const sum = { amount: order.budget ?? preview.turnover, currency: market.quote }
  const value = previewMoney(preview, sum, market, language)
  if (isPart) return t("ticket.worthFound", { amount, value })
  const isAbout = order.orderType === "market" || order.orderType === "trailing-stop"
  return t(isAbout ? "ticket.worthAbout" : "ticket.worth", { amount, value })
}

/** The same amount in the other unit, as near as its steps allow; nothing where it can't be told. */
function converted({ form, draft, input }: TicketState, unit: AmountUnit): string {
  const { preview, order } = draft
  if (form.amount === "" || !preview || unit === form.unit) return form.amount
  if (unit === "quote") return preview.turnover > 0n ? formatAmount(preview.turnover) : ""
  const lots = order.quantity ?? preview.lots
  return lots > 0 ? formatSteps(lots, input.instrument.lot) : ""
}

function stepped({ form, draft, input }: TicketState, steps: number): string {
  const { lot, minQuantity } = input.instrument
  if (form.unit === "base") {
    const from = draft.readings.amount.steps
    return formatSteps(from === undefined ? minQuantity : Math.max(minQuantity, from + steps), lot)
  }
  const typed = readTypedAmount(form.amount, input.mark)
  // In the quote currency a step is one whole of it.
  const next = (typed.kind === "number" ? typed.units : 0n) + BigInt(steps) * UNITS_PER_COIN
  return formatAmount(next > 0n ? next : 0n)
}
