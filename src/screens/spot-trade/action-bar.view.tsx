/** Buy or sell? The pair of buttons that is always at the bottom; old prices are said on them. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { market } from "../../stores/market-store.ts"
import type { Side } from "../../stores/ticket-store.ts"
import { elapsedText } from "../../text/relative-time.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { useEachSecond } from "../../ui/each-second.ts"
import styles from "./action-bar.module.css"
import { priceWarning } from "./spot-trade.model.ts"

interface ActionBarProps {
  base: string
  onTrade: (side: Side) => void
  className?: string | undefined
}

export function ActionBar({ base, onTrade, className }: ActionBarProps) {
  const { t } = useTranslation("market")
  const { t: word } = useTranslation("app")
  const freshness = useSnapshot(market).freshness.ticker
  const now = useEachSecond(freshness.state === "old")
  const warning = priceWarning(freshness, now)
  const second = warning
    ? t(warning.key, warning.key === "ticket.priceAge" ? { age: elapsedText(word, warning.ageMs) } : {})
    : undefined
  return (
    <div className={classNames(styles.actions, className)}>
      <Button tone="positive" size="primary" second={second} onClick={() => onTrade("buy")}>
        {t("ticket.buyCoin", { base })}
      </Button>
      <Button tone="negative" size="primary" second={second} onClick={() => onTrade("sell")}>
        {t("ticket.sellCoin", { base })}
      </Button>
    </div>
  )
}
