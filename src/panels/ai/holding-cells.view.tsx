/** Cells of a holding, the same in cards and tables. */

import { useTranslation } from "react-i18next"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { AiHolding } from "#core/wire/ai.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { CountedDown } from "../../lists/time-left.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { formatNumber } from "../../text/numbers.ts"
import { Badge } from "../../ui/badge.tsx"
import { ShareBar } from "./share-bar.view.tsx"

interface CellProps {
  holding: AiHolding
}

export function HoldingName({
  holding: { name, product },
  className,
}: CellProps & { className?: string | undefined }) {
  return (
    <ScreenLink to="/pages/ai/product" search={{ id: product }} className={className}>
      {name}
    </ScreenLink>
  )
}

/** Days that have been earned, of all. */
export function Days({ holding: { accruedDays, days } }: CellProps) {
  const { t, i18n } = useTranslation("ai")
  return (
    <ShareBar percent={Math.floor((accruedDays * 100) / days)}>
      {t("holding.daysOf", {
        done: formatNumber(accruedDays, i18n.language),
        total: formatNumber(days, i18n.language),
      })}
    </ShareBar>
  )
}

export function NextReward({ holding: { next } }: CellProps) {
  return next === 0 ? "–" : <CountedDown to={next} />
}

export function HoldingState({ holding: { status } }: CellProps) {
  const { t } = useTranslation("ai")
  return <Badge tone={status === "in-progress" ? "accent" : "plain"}>{t(`holding.state.${status}`)}</Badge>
}

/** What came of an ended one beside its principal: the reward, or the fee of an early end. */
export function Result({ holding: { paid, principal, currency } }: CellProps) {
  const result = formatAmount(unitsOf(paid) - unitsOf(principal))
  return <OwnAmount text={result} unit={currency} isSigned isExact />
}
