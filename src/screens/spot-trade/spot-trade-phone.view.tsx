/** A phone held upright: price, chart strip, book beside trades, and Buy and Sell under the thumb. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { TopBarEnd, TopBarTitle } from "../../app/bar-slots.tsx"
import { ScreenLink } from "../../app/screen-link.tsx"
import { BookPanel } from "../../panels/book/book.view.tsx"
import { PairTitle } from "../../panels/market-list/pair-title.view.tsx"
import { PriceHead } from "../../panels/price-head/price-head.view.tsx"
import { TapePanel } from "../../panels/tape/tape.view.tsx"
import { ChartCandlestick, Icon } from "../../ui/icon.tsx"
import { ActionBar } from "./action-bar.view.tsx"
import { ChartStrip } from "./chart-strip.view.tsx"
import { OrdersStrip } from "./orders-strip.view.tsx"
import type { TradeShapeProps } from "./spot-trade.view.tsx"
import styles from "./spot-trade-phone.module.css"

export function SpotTradePhone({ market, interval, onInterval, onPick, onTrade }: TradeShapeProps) {
  const { t } = useTranslation("market")
  const [isChartOpen, setIsChartOpen] = useState(false)
  return (
    <div className={styles.screen}>
      <TopBarTitle>
        <PairTitle market={market} />
      </TopBarTitle>
      <TopBarEnd>
        <ScreenLink
          to="/pages/kline/index"
          search={{ symbol: market.id, interval }}
          className={styles.chartLink}
          title={t("head.chart")}
          aria-label={t("head.chart")}
        >
          <Icon glyph={ChartCandlestick} />
        </ScreenLink>
      </TopBarEnd>
      <PriceHead market={market} />
      <div className={styles.scroll}>
        <ChartStrip
          instrument={market.id}
          interval={interval}
          onInterval={onInterval}
          isOpen={isChartOpen}
          onOpenChange={setIsChartOpen}
        />
        <div className={styles.both}>
          <BookPanel market={market} place="phone" onPick={onPick} />
          <TapePanel market={market} place="phone" />
        </div>
        {isChartOpen ? null : <OrdersStrip instrument={market.id} />}
      </div>
      <ActionBar base={market.base} onTrade={onTrade} />
    </div>
  )
}
