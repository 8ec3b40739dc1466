/** Chart as large as the screen allows: head, intervals, chart, indicators, and the two actions at the bottom. */

import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import type { Market } from "#core/wire/market.ts"
import { TopBarEnd, TopBarTitle } from "../../app/bar-slots.tsx"
import { ScreenLink } from "../../app/screen-link.tsx"
import { ChartPanel } from "../../panels/chart/chart.view.tsx"
import { intervalsOf } from "../../panels/chart/interval-bar.view.tsx"
import { marketName } from "../../panels/market-list/market-name.ts"
import { PairTitle } from "../../panels/market-list/pair-title.view.tsx"
import { StarButton } from "../../panels/market-list/star.view.tsx"
import { PriceHead, PriceLine } from "../../panels/price-head/price-head.view.tsx"
import { useTitlePrice } from "../../panels/price-head/title-price.ts"
import { market } from "../../stores/market-store.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Camera, SearchX } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./kline.module.css"

interface KlineViewProps {
  symbol: string
  interval: Interval
  onInterval(interval: Interval): void
}

export function KlineView({ symbol, interval, onInterval }: KlineViewProps) {
  const { t } = useTranslation("market")
  const { catalogue } = useSnapshot(market)
  const listed = catalogue?.byId.get(symbol)
  const { pair } = marketName(symbol)
  const picture = useRef<(() => void) | null>(null)
  useTitlePrice(symbol, pair)
  if (catalogue && !listed)
    return (
      <EmptyState
        glyph={SearchX}
        className={styles.face}
        action={
          <ScreenLink to="/pages/spot/index" className={buttonClass({ tone: "outline" })}>
            {t("head.choose")}
          </ScreenLink>
        }
      >
        {t("head.unknownSymbol", { symbol: pair })}
      </EmptyState>
    )
  const title = listed ? (
    <PairTitle market={listed as Market} hasStar={false} to="/pages/kline/index" />
  ) : (
    <span className={styles.pair}>{pair}</span>
  )
  const fitting = intervalsOf(symbol).includes(interval) ? interval : "15m"
  return (
    <div className={styles.page}>
      <TopBarTitle>
        {title}
        {listed && (
          <div className={styles.line}>
            <PriceLine market={listed as Market} />
          </div>
        )}
      </TopBarTitle>
      <TopBarEnd>
        <StarButton id={symbol} />
      </TopBarEnd>
      <div className={styles.head}>
        {listed ? <PriceHead market={listed as Market} /> : <Skeleton width="100%" height={64} />}
      </div>
      <div className={styles.chart}>
        <ChartPanel instrument={symbol} interval={fitting} onInterval={onInterval} picture={picture} />
      </div>
      {listed?.kind === "spot" && (
        <Actions symbol={symbol} base={listed.base} onPicture={() => picture.current?.()} />
      )}
    </div>
  )
}

interface ActionsProps {
  symbol: string
  base: string
  onPicture: () => void
}

/** Buy and Sell lead to the trade screen of this market, where a visitor is asked to log in. */
function Actions({ symbol, base, onPicture }: ActionsProps) {
  const { t } = useTranslation("market")
  const sides = [
    ["positive", "ticket.buyCoin"],
    ["negative", "ticket.sellCoin"],
  ] as const
  return (
    <div className={styles.actions}>
      <IconButton glyph={Camera} label={t("chart.picture")} className={styles.picture} onClick={onPicture} />
      {sides.map(([tone, key]) => (
        <ScreenLink
          key={key}
          to="/pages/spot/trade"
          search={{ symbol }}
          className={buttonClass({ tone, size: "primary", isBlock: true })}
        >
          {t(key, { base })}
        </ScreenLink>
      ))}
    </div>
  )
}
