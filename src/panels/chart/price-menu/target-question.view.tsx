/** Sets take-profit or stop-loss of a position at a price of the chart: asked about where orders are, with what it would realise. */

import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { unitsOf } from "#core/money/steps.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { useOwnAmounts } from "../../../amounts/own-amount.tsx"
import { realisedAt } from "../../../amounts/realised-at.ts"
import { forgetAction, positionActions, setTargets } from "../../../order-news/position-actions.ts"
import { choices, chosen } from "../../../stores/choices-store.ts"
import { formatDecimal } from "../../../text/numbers.ts"
import { Dialog } from "../../../ui/dialog.tsx"
import { showToast } from "../../../ui/toaster.ts"
import { type TargetAt, targetRequest } from "./targets-at.ts"

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
  const isAsked = chosen(choices.all, "confirmOrders") === "on"
  const send = () => {
    onOver()
    void set(target, price)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where nobody wants to be asked
  useEffect(() => {
    if (!isAsked) send()
  }, [])
  const name = t(`targets.${kind}`)
  const realised = realisedAt(position, unitsOf(position.quantity), price)
  return (
    <Dialog
      isOpen={isAsked}
      title={`${name} · ${t(position.side)}: ${formatDecimal(price, i18n.language)}\u00a0${market.quote}?`}
      safeAnswer={trade("confirm.change")}
      onSafe={onOver}
      answer={name}
      onAnswer={send}
    >
      <p className="num">{trade("chart.realises", { amount: amount(realised, market.quote) })}</p>
    </Dialog>
  )
}

/** A toast says that it is set, or why not. */
async function set(target: TargetAt, price: string): Promise<void> {
  const { id } = target.position
  if (await setTargets(id, targetRequest(target, price))) return
  const text = positionActions.byId[id]?.text
  if (text !== undefined) showToast("failure", text)
  forgetAction(id)
}
