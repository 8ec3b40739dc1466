/** The question before take-profit or stop-loss of a position is set at a price of the chart: with what it would realise. */

import { useTranslation } from "react-i18next"
import { unitsOf } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { useOwnAmounts } from "../../../amounts/own-amount.tsx"
import { realisedAt } from "../../../amounts/realised-at.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import { Dialog } from "../../../ui/dialog.tsx"
import { setTarget } from "./set-target.ts"
import type { TargetAt } from "./targets-at.ts"

interface TargetQuestionProps {
  target: TargetAt
  /** Wire text. */
  price: string
  market: TradedMarket
  /** It was answered, either way. */
  onOver: () => void
}

export function TargetQuestion({ target, price, market, onOver }: TargetQuestionProps) {
  const { t, i18n } = useTranslation("perpetual")
  const { t: trade } = useTranslation("trade")
  const amount = useOwnAmounts()
  const { position, kind } = target
  const name = t(`targets.${kind}`)
  const realised = realisedAt(position, unitsOf(position.quantity), price)
  return (
    <Dialog
      isOpen
      title={`${name} · ${t(position.side)}: ${formatDecimal(price, i18n.language)}\u00a0${market.quote}?`}
      safeAnswer={trade("confirm.change")}
      onSafe={onOver}
      answer={name}
      onAnswer={() => {
        onOver()
        void setTarget(target, price)
      }}
    >
      <p className="num">{trade("chart.realises", { amount: amount(realised, market.quote) })}</p>
    </Dialog>
  )
}
