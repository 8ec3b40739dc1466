/** The pair of buttons at the bottom of a phone, always in sight; that prices are old is said on them. */

import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { market } from "../stores/market-store.ts"
import type { Side } from "../stores/ticket-store.ts"
import { elapsedText } from "../text/relative-time.ts"
import { Button } from "../ui/button.tsx"
import { useEachSecond } from "../ui/each-second.ts"
import styles from "./action-bar.module.css"
import { priceWarning } from "./trade-layout.model.ts"

interface ActionBarProps {
  labels: Readonly<Record<Side, string>>
  onTrade: (side: Side) => void
}

export function ActionBar({ labels, onTrade }: ActionBarProps) {
  const { t } = useTranslation("market")
  const { t: word } = useTranslation("app")
  const freshness = useSnapshot(market).freshness.ticker
  const isCounting = freshness.state === "old" || freshness.state === "offline"
  const now = useEachSecond(isCounting)
  const second = warningText(priceWarning(freshness, now), t, word)
  return (
    <div className={styles.actions}>
      <Button tone="positive" size="primary" second={second} onClick={() => onTrade("buy")}>
        {labels.buy}
      </Button>
      <Button tone="negative" size="primary" second={second} onClick={() => onTrade("sell")}>
        {labels.sell}
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
