/** The line above the chart: star, name, and the day's figures; where the list is folded away, the way to open it. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { Market } from "#core/wire/market.ts"
import { StarButton } from "../panels/market-list/star.view.tsx"
import { openOverlay } from "../stores/overlay-store.ts"
import { Badge } from "../ui/badge.tsx"
import { LayoutDashboard, PanelLeft } from "../ui/icon.tsx"
import { IconButton } from "../ui/icon-button.tsx"
import styles from "./trade-desk.module.css"

interface InstrumentBarProps {
  market: Market
  /** Price and day. */
  figures: ReactNode
  /** Opens the list; undefined where it is always on screen. */
  onList: (() => void) | undefined
}

export function InstrumentBar({ market, figures, onList }: InstrumentBarProps) {
  const { t } = useTranslation("market")
  return (
    <header className={styles.instrument}>
      {onList ? <IconButton glyph={PanelLeft} size={16} label={t("trade.list")} onClick={onList} /> : null}
      <StarButton id={market.id} size={16} />
      <h2 className={styles.pair}>
        {market.base}/{market.quote}{" "}
        {market.kind === "perpetual" ? <Badge>{t("perpetual:tag")}</Badge> : null}
        {market.kind === "second" ? <Badge>{t("option:tag")}</Badge> : null}
      </h2>
      <div className={styles.figures}>{figures}</div>
      {market.kind === "second" ? null : (
        <IconButton
          glyph={LayoutDashboard}
          size={16}
          label={t("workspace:desk.title")}
          aria-haspopup="dialog"
          onClick={() => openOverlay("desk")}
        />
      )}
    </header>
  )
}
