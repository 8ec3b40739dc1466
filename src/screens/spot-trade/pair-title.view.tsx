/** Which market is this, and how does one get to another? Its name opens the chooser; the star keeps it. */

import { lazy, Suspense, useState } from "react"
import { useTranslation } from "react-i18next"
import type { SpotMarket } from "#core/wire/market.ts"
import { StarButton } from "../../panels/market-list/star.view.tsx"
import { ChevronDown, Icon } from "../../ui/icon.tsx"
import styles from "./pair-title.module.css"

const loadChooser = () => import("../../panels/market-list/chooser.view.tsx")
const MarketChooser = lazy(() => loadChooser().then((module) => ({ default: module.MarketChooser })))

interface PairTitleProps {
  market: SpotMarket
  /** Left out where the line has no room for it. */
  hasStar?: boolean
}

export function PairTitle({ market, hasStar = true }: PairTitleProps) {
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
        {market.base}/{market.quote}
        <Icon glyph={ChevronDown} size={16} className={styles.chevron} />
      </button>
      {hasStar ? <StarButton id={market.id} /> : null}
      {isChoosing ? (
        <Suspense fallback={null}>
          <MarketChooser onClose={() => setIsChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
