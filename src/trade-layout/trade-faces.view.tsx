/** A trade screen without its market: still loading, failed, or asked for one that does not exist. */

import { useTranslation } from "react-i18next"
import type { MarketKind } from "#workers/market/market.api.ts"
import { wakeMarket } from "../feed/connect-market-worker.ts"
import { LIST_PLACES } from "../panels/market-list/market-place.ts"
import { ScreenLink } from "../places/screen-link.tsx"
import { marketTitle } from "../text/market-title.ts"
import { buttonClass } from "../ui/button.tsx"
import { EmptyState } from "../ui/empty-state.tsx"
import { ErrorState } from "../ui/error-state.tsx"
import { SearchX } from "../ui/icon.tsx"
import { useIsLate } from "../ui/late.ts"
import { Skeleton, SkeletonRows } from "../ui/skeleton.tsx"
import styles from "./trade-faces.module.css"

interface TradeFacesProps {
  kind: MarketKind
  face: "waiting" | "unknown"
  symbol: string | undefined
  hasFailed: boolean
}

export function TradeFaces({ kind, face, symbol, hasFailed }: TradeFacesProps) {
  const { t } = useTranslation("market")
  const isLate = useIsLate(face === "waiting")
  if (face === "unknown") {
    return (
      <EmptyState
        glyph={SearchX}
        action={
          <ScreenLink to={LIST_PLACES[kind]} className={buttonClass({ tone: "outline" })}>
            {t("head.choose")}
          </ScreenLink>
        }
      >
        {t("head.unknownSymbol", { symbol: symbol ? marketTitle(symbol) : "–" })}
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
