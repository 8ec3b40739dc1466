/** The name of the market on screen. Its name opens the chooser; the star keeps it. */

import { lazy, Suspense, useState } from "react"
import { useTranslation } from "react-i18next"
import type { MarketKind } from "#workers/market/market.api.ts"
import { Badge } from "../../ui/badge.tsx"
import { ChevronDown, Icon } from "../../ui/icon.tsx"
import { marketName } from "./market-name.ts"
import styles from "./pair-title.module.css"
import type { MarketPlace } from "./phone-list.view.tsx"
import { StarButton } from "./star.view.tsx"

const loadChooser = () => import("./chooser.view.tsx")
const MarketChooser = lazy(() => loadChooser().then((module) => ({ default: module.MarketChooser })))

interface PairTitleProps {
  market: { id: string; kind: MarketKind }
  /** Left out where the line has no room for it. */
  hasStar?: boolean
  /** Where a chosen market is shown; its trade screen when left out. */
  to?: MarketPlace
}

export function PairTitle({ market, hasStar = true, to }: PairTitleProps) {
  const { t } = useTranslation("market")
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.pair}
        title={t("head.choose")}
        aria-haspopup="dialog"
        onPointerDown={() => void loadChooser()}
        onClick={() => setIsChoosing(true)}
      >
        {marketName(market.id).pair}
        {market.kind === "perpetual" ? <Badge>{t("perpetual:tag")}</Badge> : null}
        {market.kind === "second" ? <Badge>{t("option:tag")}</Badge> : null}
        <Icon glyph={ChevronDown} size={16} className={styles.chevron} />
      </button>
      {hasStar ? <StarButton id={market.id} /> : null}
      {isChoosing ? (
        <Suspense fallback={null}>
          <MarketChooser kind={market.kind} to={to} onClose={() => setIsChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
