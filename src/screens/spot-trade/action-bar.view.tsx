/** Buy or sell? The pair of buttons that is always at the bottom; old prices are said on them. */

import type { TFunction } from "i18next"
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
  const isCounting = freshness.state === "old" || freshness.state === "offline"
  const now = useEachSecond(isCounting)
  const second = warningText(priceWarning(freshness, now), t, word)
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

/** Short, so that the bar keeps its height: "Price is 4 s old", "Offline, 14 s", "Catching up". */
function warningText(
  warning: ReturnType<typeof priceWarning>,
  t: TFunction<"market">,
  word: TFunction<"app">,
): string | undefined {
  if (!warning) return undefined
  if (warning.state === "catching-up") return word("age.catchingUp")
  const age = elapsedText(word, warning.ageMs)
  return warning.state === "old" ? t("ticket.priceAge", { age }) : word("age.offline", { age })
}
