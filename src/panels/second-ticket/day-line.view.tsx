/** Under the stake: what is free, and what the day has cost against the own limit. Pressed, the limit can be changed. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { formatAmount } from "#core/money/steps.ts"
import { countedLoss } from "#core/second/stake-limits.ts"
import { OwnAmount, useOwnAmounts } from "../../amounts/own-amount.tsx"
import { LimitSheet } from "./limit-sheet.view.tsx"
import { useSecondTicket } from "./second-scope.view.tsx"
import styles from "./second-ticket.module.css"

export function DayLine() {
  const { t } = useTranslation("option")
  const { market, available } = useSecondTicket()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.day}>
      <span>
        {t("ticket.available")} <OwnAmount text={available} unit={market.quote} />
      </span>
      <button type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <DaySum />
      </button>
      {isOpen ? <LimitSheet onClose={() => setIsOpen(false)} /> : null}
    </div>
  )
}

/** "Lost today 40 of 200", or what was won; without a limit it says so. */
function DaySum() {
  const { t } = useTranslation("option")
  const shown = useOwnAmounts()
  const { market, standing, limit } = useSecondTicket()
  if (!limit.data) return t("day.limit")
  const won = -standing.dayLoss
  if (won > 0n) return t("day.won", { won: shown(formatAmount(won, 2), market.quote) })
  const lost = shown(formatAmount(countedLoss(standing), 2))
  return limit.data.limit === ""
    ? t("day.lostNoLimit", { lost })
    : t("day.lostOf", { lost, limit: shown(limit.data.limit) })
}
