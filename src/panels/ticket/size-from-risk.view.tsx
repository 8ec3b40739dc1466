/** Size from risk, below the ticket on a desk: what one would lose, and where the stop is; the size follows. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { formatAmount, formatSteps } from "#core/money/steps.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { readAmount, readSteps } from "../../ticket/field-reading.ts"
import { centsAbove } from "../../ticket/short-amount.ts"
import styles from "../../ticket/ticket.module.css"
import { useTyped } from "../../ticket/use-typed.ts"
import { NumberField } from "../../ui/number-field.tsx"
import { type RiskSize, riskSize } from "./risk-size.ts"
import own from "./ticket-side.module.css"
import type { SpotTicketState } from "./use-ticket.ts"

export function SizeFromRisk({ state }: { state: SpotTicketState }) {
  const { t } = useTranslation("trade")
  const [stop, setStop] = useState("")
  const [risk, setRisk] = useState("")
  const { market, input } = state
  const stopRead = readSteps(stop, input.mark, input.instrument.tick, "TICK")
  const riskRead = readAmount(risk, input.mark)
  return (
    <details className={own.part} open>
      <summary className={own.title}>{t("risk.title")}</summary>
      <div className={own.fields}>
        <NumberField
          label={t("risk.stop")}
          value={stop}
          unit={market.quote}
          state={stopRead.problem ? "refused" : "normal"}
          onChange={setStop}
        />
        <NumberField
          label={t("risk.risk")}
          value={risk}
          unit={market.quote}
          state={riskRead.problem ? "refused" : "normal"}
          onChange={setRisk}
        />
      </div>
      <Outcome state={state} stop={stopRead.steps} risk={riskRead.units} />
    </details>
  )
}

interface OutcomeProps {
  state: SpotTicketState
  /** In ticks. */
  stop: number | undefined
  /** In 1e-8 of the quote. */
  risk: bigint | undefined
}

function Outcome({ state, stop, risk }: OutcomeProps) {
  const { t, i18n } = useTranslation("trade")
  const { input, market, form, draft } = state
  const typed = useTyped(market.id)
  const best = form.side === "buy" ? input.prices.bestAsk : input.prices.bestBid
  const entry = form.type === "market" ? best : draft.order.price
  const isReady = stop !== undefined && risk !== undefined && entry !== undefined
  const found: RiskSize | undefined = isReady
    ? riskSize(input.instrument, { side: form.side, entry, stop, risk, rate: input.fees.taker })
    : undefined
  if (found?.kind === "wrong-side" || found?.kind === "too-little")
    return (
      <p className={own.hint} role="status">
        {t(found.kind === "too-little" ? "risk.tooLittle" : `risk.wrongSide.${form.side}`)}
      </p>
    )
  const size = found && formatSteps(found.lots, input.instrument.lot)
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t("risk.loss")}</dt>
        <dd>
          {found
            ? `${formatDecimal(formatAmount(centsAbove(found.loss)), i18n.language)}\u00a0${market.quote}`
            : "–"}
        </dd>
      </div>
      <div>
        <dt>{t("risk.size")}</dt>
        <dd>
          {size === undefined ? "–" : `${formatDecimal(size, i18n.language)}\u00a0${market.base}`}{" "}
          {size === undefined ? null : (
            <button
              type="button"
              className={styles.transfer}
              onClick={() => typed({ unit: "base", amount: size }, "wire")}
            >
              {t("risk.use")}
            </button>
          )}
        </dd>
      </div>
    </dl>
  )
}
