/** A phone lying down: the chart left, the book and its two buttons right; the pair and its price in the top line. */

import { useTranslation } from "react-i18next"
import { TopBarEnd, TopBarTitle } from "../../app/bar-slots.tsx"
import { ScreenLink } from "../../app/screen-link.tsx"
import { BookPanel } from "../../panels/book/book.view.tsx"
import { PairTitle } from "../../panels/market-list/pair-title.view.tsx"
import { PriceLine } from "../../panels/price-head/price-head.view.tsx"
import { Icon, Maximize2 } from "../../ui/icon.tsx"
import { ActionBar } from "./action-bar.view.tsx"
import { LazyChart } from "./lazy-chart.view.tsx"
import { OrdersButton } from "./orders-strip.view.tsx"
import type { TradeShapeProps } from "./spot-trade.view.tsx"
import styles from "./spot-trade-landscape.module.css"

export function SpotTradeLandscape({ market, interval, onInterval, onPick, onTrade }: TradeShapeProps) {
  const { t } = useTranslation("market")
  return (
    <div className={styles.screen}>
      <TopBarTitle>
        <PairTitle market={market} hasStar={false} />
        <PriceLine market={market} />
      </TopBarTitle>
      <TopBarEnd>
        <OrdersButton instrument={market.id} />
        <ScreenLink
          to="/pages/kline/index"
          search={{ symbol: market.id, interval }}
          className={styles.chartLink}
          title={t("head.chart")}
          aria-label={t("head.chart")}
        >
          <Icon glyph={Maximize2} size={16} />
        </ScreenLink>
        <span className={styles.spare} />
      </TopBarEnd>
      <div className={styles.chart}>
        <LazyChart instrument={market.id} interval={interval} onInterval={onInterval} compact />
      </div>
      <div className={styles.side}>
        <BookPanel market={market} place="phone" onPick={onPick} />
        <ActionBar base={market.base} onTrade={onTrade} className={styles.actions} />
      </div>
    </div>
  )
}
