/** What an upright trade screen puts into the top bar. The pair with its menu, and the way to the chart's own page. */

import { useTranslation } from "react-i18next"
import type { Interval } from "#core/candle/interval.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { TopBarEnd, TopBarTitle } from "../page-head/bar-slots.tsx"
import { PairTitle } from "../panels/market-list/pair-title.view.tsx"
import { ScreenLink } from "../places/screen-link.tsx"
import { ChartCandlestick, Icon } from "../ui/icon.tsx"
import styles from "./trade-title.module.css"

export function TradeTitle({ market, interval }: { market: TradedMarket; interval: Interval }) {
  const { t } = useTranslation("market")
  return (
    <>
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
    </>
  )
}
