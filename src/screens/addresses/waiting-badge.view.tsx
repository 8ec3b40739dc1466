/** How long a new address can't be used yet; nothing once it can. By the server's clock. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { market } from "../../stores/market-store.ts"
import { timeLeft } from "../../text/time-left.ts"
import { Badge } from "../../ui/badge.tsx"
import { useEachSecond } from "../../ui/each-second.ts"

export function WaitingBadge({ until }: { until: number }) {
  const { t } = useTranslation("addresses")
  const { clockOffset } = useSnapshot(market).connection
  const isWaiting = until > Date.now() + clockOffset
  const left = until - (useEachSecond(isWaiting) + clockOffset)
  if (!isWaiting || left <= 0) return null
  return <Badge tone="warn">{t("waiting", { time: timeLeft(left) })}</Badge>
}
