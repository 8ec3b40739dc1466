/** What does the trade screen show without a market: still loading, failed, or asked for one that doesn't exist? */

import { useTranslation } from "react-i18next"
import { ScreenLink } from "../../app/screen-link.tsx"
import { wakeMarket } from "../../feed/connect-market-worker.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { SearchX } from "../../ui/icon.tsx"
import { useIsLate } from "../../ui/late.ts"
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./spot-trade-faces.module.css"

interface SpotTradeFacesProps {
  face: "waiting" | "unknown"
  symbol: string | undefined
  hasFailed: boolean
}

export function SpotTradeFaces({ face, symbol, hasFailed }: SpotTradeFacesProps) {
  const { t } = useTranslation("market")
  const isLate = useIsLate(face === "waiting")
  if (face === "unknown") {
    return (
      <EmptyState
        glyph={SearchX}
        action={
          <ScreenLink to="/pages/spot/index" className={buttonClass({ tone: "quiet" })}>
            {t("list.showAll")}
          </ScreenLink>
        }
      >
        {t("head.unknownSymbol", { symbol: symbol ?? "–" })}
      </EmptyState>
    )
  }
  if (hasFailed || isLate) {
    return (
      <ErrorState title={t("list.failed")} detail={t("list.failedSafe")} onRetry={() => void wakeMarket()} />
    )
  }
  return (
    <div className={styles.waiting}>
      <div className={styles.head}>
        <Skeleton width={136} height={24} hasSheen />
        <Skeleton width={96} height={12} />
      </div>
      <SkeletonRows count={10} />
    </div>
  )
}
