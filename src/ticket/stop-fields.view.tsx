/** What only stops have: which stop it is, which price it waits for, and how far a trailing one stays behind. */

import { useTranslation } from "react-i18next"
import { formatAmount } from "#core/money/steps.ts"
import { TRIGGER_SOURCES, type TriggerSource } from "#core/order/order-status.ts"
import { DISTANCE_LEAST, DISTANCE_MOST } from "#core/order/trailing-stop.ts"
import type { TicketType } from "../stores/ticket-store.ts"
import { formatDecimal } from "../text/numbers.ts"
import { fieldText } from "../text/typed-number.ts"
import { NumberField } from "../ui/number-field.tsx"
import { Select } from "../ui/select.tsx"
import { PERCENT_STEP } from "./field-reading.ts"
import styles from "./ticket.module.css"
import type { TicketState } from "./ticket-state.ts"
import { useIsRefused } from "./use-is-refused.ts"
import { useTyped } from "./use-typed.ts"

interface StopKindProps {
  type: TicketType
  /** What the kind of market offers. */
  types: readonly { value: TicketType; label: string }[]
  onType: (type: TicketType) => void
}

export function StopKind({ type, types, onType }: StopKindProps) {
  const { t } = useTranslation("trade")
  return (
    <Select<TicketType>
      label={t("ticket.stopKind")}
      className={styles.type}
      options={types}
      value={type}
      onChange={onType}
    />
  )
}

/** A contract's stop waits for the last or the mark price. */
export function StopSource({ state: { form, market } }: { state: TicketState }) {
  const { t } = useTranslation("trade")
  const typed = useTyped(market.id)
  return (
    <Select<TriggerSource>
      label={t("ticket.stopSource")}
      options={TRIGGER_SOURCES.map((source) => ({ value: source, label: t(`ticket.by.${source}`) }))}
      value={form.stopSource}
      onChange={(stopSource) => typed({ stopSource })}
    />
  )
}

/** A tenth of a percent, a rate in 1e-8. */
const DISTANCE_STEP = 100_000n

export function DistanceField({ state, isFolded }: { state: TicketState; isFolded: boolean }) {
  const { t, i18n } = useTranslation("trade")
  const { form, draft, market } = state
  const typed = useTyped(market.id)
  const isRefused = useIsRefused(state)
  const { steps: rate, text } = draft.readings.distance
  const percent = (value: bigint) => formatAmount(value * PERCENT_STEP)
  const step = (steps: number) => {
    const next = BigInt(rate ?? 0) + BigInt(steps) * DISTANCE_STEP
    const bound = next < DISTANCE_LEAST ? DISTANCE_LEAST : next > DISTANCE_MOST ? DISTANCE_MOST : next
    typed({ distance: percent(bound) }, "wire")
  }
  const written = (value: bigint) => formatDecimal(percent(value), i18n.language)
  return (
    <NumberField
      className={styles.keepsUnit}
      label={t("ticket.distance")}
      value={form.distance}
      unit="%"
      placeholder="0"
      isFolded={isFolded}
      state={isRefused("distance") ? "refused" : "normal"}
      echo={{ right: `${written(DISTANCE_LEAST)} – ${written(DISTANCE_MOST)}\u202f%` }}
      onChange={(distance) => typed({ distance })}
      onBlur={() => {
        if (text && fieldText(text, i18n.language) !== form.distance) typed({ distance: text }, "wire")
      }}
      onStep={step}
    />
  )
}
