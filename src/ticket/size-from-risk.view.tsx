/** Size from risk, in every ticket and for groups of orders: where the stop is and what one would lose there; the size follows, rounded down to the lot. */

import { type ReactNode, useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { formatAmount } from "#core/money/steps.ts"
import { riskFormOf, riskForm as riskForms, typeRisk } from "../stores/risk-store.ts"
import { formatDecimal } from "../text/numbers.ts"
import { fieldText } from "../text/typed-number.ts"
import { NumberField } from "../ui/number-field.tsx"
import { Select } from "../ui/select.tsx"
import { tradedAt } from "./order-size.ts"
import { type RiskDraft, riskDraft } from "./risk-draft.ts"
import { centsAbove } from "./short-amount.ts"
import own from "./size-from-risk.module.css"
import styles from "./ticket.module.css"
import type { TicketState } from "./ticket-state.ts"
import { useTyped } from "./use-typed.ts"

interface SizeFromRiskProps {
  /** Of the side that is sized. */
  state: TicketState
  /** The taker's fee rate in 1e-8. */
  rate: bigint
  /** What the account is worth, in 1e-8 of the quote; undefined while unknown. */
  worth: bigint | undefined
  /** An own amount as it may be shown now. */
  amount: (text: string, unit: string) => string
  /** On a desk it stands open; elsewhere one line until it is opened. */
  isOpen?: boolean
  /** Above the fields: which side, where a ticket has both. */
  head?: ReactNode
  /** In ticks what it is bought or sold at; left out: as the ticket's own order. */
  entry?: number | undefined
  /** The stop-loss can be set with the size. */
  takesStop?: boolean
  /** Takes the size over, as wire text; left out: the ticket does, as its amount. */
  onUse?: (size: string) => void
  /** Below the size: what else follows from it. */
  children?: (draft: RiskDraft) => ReactNode
}

export function SizeFromRisk(props: SizeFromRiskProps) {
  const { isOpen = false } = props
  const { t } = useTranslation("trade")
  const [hasOpened, setHasOpened] = useState(isOpen)
  return (
    <details className={own.part} open={isOpen} data-risk="" onToggle={() => setHasOpened(true)}>
      <summary className={own.title}>{t("risk.title")}</summary>
      {/* A third of the ticket: a phone's sheet opens without it. */}
      {hasOpened ? <RiskFields {...props} /> : null}
    </details>
  )
}

function RiskFields(props: SizeFromRiskProps) {
  const { state, rate, worth, amount, head, takesStop = false, onUse, children } = props
  const { t, i18n } = useTranslation("trade")
  const { market, input } = state
  const form = riskFormOf(useSnapshot(riskForms), market.id)
  const entry = "entry" in props ? props.entry : tradedAt(input, state.draft.order)
  const { side } = state.form
  const draft = riskDraft({ form, side, entry, worth, rate, instrument: input.instrument, mark: input.mark })
  const percent = (of: bigint) => `${formatDecimal(rough(of), i18n.language)}\u202f%`
  const { away, share, stop, risk } = draft
  const price = stop === undefined ? undefined : formatDecimal(formatAmount(stop), i18n.language)
  const isPercent = { stop: form.stopUnit === "percent", risk: form.riskUnit === "percent" }
  const shareText =
    share !== undefined && worth !== undefined
      ? t("risk.ofAccount", { percent: percent(share), worth: amount(formatAmount(worth), market.quote) })
      : undefined
  const field = (text: string) => fieldText(text, i18n.language)
  return (
    <>
      {head}
      <div className={own.fields}>
        <NumberField
          label={t("risk.stop")}
          value={form.stop}
          state={draft.isStopWrong ? "refused" : "normal"}
          echo={{
            left: isPercent.stop
              ? price && t("risk.stopAt", { price })
              : away && t("risk.away", { percent: percent(away) }),
          }}
          onChange={(text) => typeRisk(market.id, { stop: text })}
          choice={
            <Select
              label={t("risk.stopUnit")}
              className={styles.unit}
              options={[
                { value: "price", label: t("risk.price") },
                { value: "percent", label: "%" },
              ]}
              value={form.stopUnit}
              onChange={(stopUnit) =>
                typeRisk(market.id, {
                  stopUnit,
                  stop: field(
                    (stopUnit === "price" ? stop && formatAmount(stop) : away && rough(away)) || "",
                  ),
                })
              }
            />
          }
        />
        <NumberField
          label={t("risk.risk")}
          value={form.risk}
          state={draft.isRiskWrong ? "refused" : "normal"}
          echo={{
            left: isPercent.risk && worth === undefined ? t("risk.whole") : shareText,
            right:
              isPercent.risk && risk !== undefined ? amount(formatAmount(risk), market.quote) : undefined,
          }}
          onChange={(text) => typeRisk(market.id, { risk: text })}
          choice={
            <Select
              label={t("risk.riskUnit")}
              className={styles.unit}
              options={[
                { value: "money", label: market.quote },
                { value: "percent", label: "%" },
              ]}
              value={form.riskUnit}
              onChange={(riskUnit) =>
                typeRisk(market.id, {
                  riskUnit,
                  risk: field(
                    (riskUnit === "money" ? risk && formatAmount(risk) : share && rough(share)) || "",
                  ),
                })
              }
            />
          }
        />
      </div>
      <Outcome state={state} draft={draft} takesStop={takesStop} onUse={onUse} />
      {children?.(draft)}
    </>
  )
}

/** 0.01 % in 1e-8, of a percentage: no reader needs more. */
const STEP_SHOWN = 1_000_000n

/** A rate as percent for a field, down to 0.01 %. */
const rough = (rate: bigint): string => formatAmount(((rate * 100n) / STEP_SHOWN) * STEP_SHOWN)

interface OutcomeProps {
  state: TicketState
  draft: RiskDraft
  takesStop: boolean
  onUse: ((size: string) => void) | undefined
}

function Outcome({ state, draft, takesStop, onUse }: OutcomeProps) {
  const { t, i18n } = useTranslation("trade")
  const { input, market, form } = state
  const typed = useTyped(market.id)
  const hint = useId()
  const { size: found, stop } = draft
  if (draft.isStopFar || found?.kind === "wrong-side" || found?.kind === "too-little")
    return (
      <p className={own.hint} role="status">
        {draft.isStopFar
          ? t("ticket.targetFar")
          : t(found?.kind === "too-little" ? "risk.tooLittle" : `risk.wrongSide.${form.side}`)}
      </p>
    )
  const { lot, tick } = input.instrument
  const size = found && formatAmount(found.lots * lot, decimalsOf(lot))
  const use = () => {
    if (size === undefined || stop === undefined) return
    if (onUse) return onUse(size)
    const stopLoss = {
      hasTargets: true,
      targetUnit: "price",
      stopLoss: formatAmount(stop, decimalsOf(tick)),
    } as const
    typed({ unit: "base", amount: size, ...(takesStop ? { ...stopLoss, stopLossLimit: "" } : {}) }, "wire")
  }
  return (
    <>
      <dl className={styles.sums} id={hint}>
        <div>
          <dt>{t("risk.loss")}</dt>
          <dd>
            {found
              ? `${formatDecimal(formatAmount(centsAbove(found.loss), 2), i18n.language)}\u00a0${market.quote}`
              : "–"}
          </dd>
        </div>
        <div>
          <dt>{t("risk.size")}</dt>
          <dd>{size === undefined ? "–" : `${formatDecimal(size, i18n.language)}\u00a0${market.base}`}</dd>
        </div>
      </dl>
      <button
        type="button"
        className={own.use}
        disabled={size === undefined}
        aria-describedby={hint}
        onClick={use}
      >
        {t(takesStop ? "risk.useStop" : "risk.use")}
      </button>
    </>
  )
}

/** Of a step in 1e-8: 0.0001 has four. */
const decimalsOf = (step: bigint): number => formatAmount(step).split(".")[1]?.length ?? 0
