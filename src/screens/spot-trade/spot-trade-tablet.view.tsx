/** A tablet: chart, book and trades left, the ticket docked at the right instead of a sheet. */

import { useTranslation } from "react-i18next"
import { TopBarEnd, TopBarTitle } from "../../app/bar-slots.tsx"
import { ScreenLink } from "../../app/screen-link.tsx"
import { BookPanel } from "../../panels/book/book.view.tsx"
import { PairTitle } from "../../panels/market-list/pair-title.view.tsx"
import { PriceHead } from "../../panels/price-head/price-head.view.tsx"
import { TapePanel } from "../../panels/tape/tape.view.tsx"
import { TicketPanel } from "../../panels/ticket/ticket.view.tsx"
import { ChartCandlestick, Icon } from "../../ui/icon.tsx"
import { LazyChart } from "./lazy-chart.view.tsx"
import { OrdersPanel } from "./orders-strip.view.tsx"
import type { TradeShapeProps } from "./spot-trade.view.tsx"
import styles from "./spot-trade-tablet.module.css"

export function SpotTradeTablet({ market, interval, onInterval, onPick }: TradeShapeProps) {
  const { t } = useTranslation("market")
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
      <div className={styles.left}>
        <PriceHead market={market} />
        <div className={styles.chart}>
          <LazyChart instrument={market.id} interval={interval} onInterval={onInterval} compact />
        </div>
        <div className={styles.both}>
          <BookPanel market={market} place="phone" onPick={onPick} />
          <TapePanel market={market} place="phone" />
        </div>
      </div>
      <div className={styles.right}>
        <TicketPanel market={market} />
        <div className={styles.orders}>
          <OrdersPanel instrument={market.id} />
        </div>
      </div>
    </div>
  )
}
