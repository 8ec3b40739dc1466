/** The last question before money is locked: how much, for how long, and what an early end costs. */

import { useTranslation } from "react-i18next"
import { rewardAfter } from "#core/ai/reward.ts"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { AiProduct } from "#core/wire/ai.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { percentOf } from "./ai-words.ts"

interface BuyQuestionProps {
  product: AiProduct
  /** As it is sent. */
  amount: string
  isOpen: boolean
  onLeave: () => void
  onBuy: () => void
}

export function BuyQuestion({ product, amount, isOpen, onLeave, onBuy }: BuyQuestionProps) {
  const { t, i18n } = useTranslation("ai")
  const { name, currency, days, rate, earlyFee } = product
  const written = (text: string) => `${formatDecimal(text, i18n.language)}\u00a0${currency}`
  return (
    <Dialog
      isOpen={isOpen}
      title={t("buy.ask", { amount: written(amount), name })}
      safeAnswer={t("buy.leave")}
      onSafe={onLeave}
      answer={t("buy.title")}
      onAnswer={onBuy}
      tone="accent"
    >
      {t("buy.askText", {
        days: t("days", { count: days }),
        reward: written(formatAmount(rewardAfter(unitsOf(amount), unitsOf(rate), days))),
        fee: percentOf(earlyFee, i18n.language),
      })}
    </Dialog>
  )
}
