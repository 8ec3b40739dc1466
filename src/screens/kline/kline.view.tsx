/** Chart as large as the screen allows: head, intervals, chart, indicators, and the two actions at the bottom. */

import { lazy, type ReactNode, Suspense, useCallback, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Interval } from "#core/candle/interval.ts"
import type { Market, TradedMarket } from "#core/wire/market.ts"
import { TopBarEnd, TopBarTitle } from "../../page-head/bar-slots.tsx"
import { ChartPanel } from "../../panels/chart/chart.view.tsx"
import { intervalsOf } from "../../panels/chart/interval-bar.view.tsx"
import { PairTitle } from "../../panels/market-list/pair-title.view.tsx"
import { StarButton } from "../../panels/market-list/star.view.tsx"
import { InstrumentFigures, PriceHead, PriceLine } from "../../panels/price-head/price-head.view.tsx"
import { useTitlePrice } from "../../panels/price-head/title-price.ts"
import { ScreenLink, useGo } from "../../places/screen-link.tsx"
import { TRADE_PLACES } from "../../places/trade-address.ts"
import { market } from "../../stores/market-store.ts"
import { isLoggedIn } from "../../stores/session-store.ts"
import { openTicket, pickPrice, pickSide, type Side } from "../../stores/ticket-store.ts"
import { marketTitle } from "../../text/market-title.ts"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Camera, SearchX } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import { useIsDesk } from "../../ui/width.ts"
import styles from "./kline.module.css"

/** Its resizable panels weigh more than all of a phone's page. */
const ChartDesk = lazy(() =>
  import("../../trade-layout/chart-desk.view.tsx").then((module) => ({ default: module.ChartDesk })),
)

interface KlineViewProps {
  symbol: string
  interval: Interval
  onInterval(interval: Interval): void
}

export function KlineView({ symbol, interval, onInterval }: KlineViewProps) {
  const { t } = useTranslation("market")
  const { catalogue } = useSnapshot(market)
  const listed = catalogue?.byId.get(symbol)
  const pair = marketTitle(symbol)
  const picture = useRef<(() => void) | null>(null)
  const isDesk = useIsDesk()
  const fitting = intervalsOf(symbol).includes(interval) ? interval : "15m"
  const go = useGo()
  // The ticket is on the trade screen.
  const toTicket = (kind: TradedMarket["kind"]) => {
    if (!isDesk && isLoggedIn()) openTicket(true)
    go(TRADE_PLACES[kind], { symbol, interval: fitting })
  }
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
  const onTicket = listed && listed.kind !== "second" ? () => toTicket(listed.kind) : undefined
  const title = listed ? (
    <PairTitle market={listed as Market} hasStar={false} to="/pages/kline/index" />
  ) : (
    <span className={styles.pair}>{pair}</span>
  )
  const chart = (
    <ChartPanel
      instrument={symbol}
      interval={fitting}
      onInterval={onInterval}
      onTicket={onTicket}
      picture={picture}
    />
  )
  return (
    <>
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
      {isDesk && listed && listed.kind !== "second" ? (
        <Desk market={listed as TradedMarket} chart={chart} />
      ) : (
        <div className={styles.page}>
          <div className={styles.head}>
            {listed ? <PriceHead market={listed as Market} /> : <Skeleton width="100%" height={64} />}
          </div>
          {/* A desk waits for the market: its chart is made once, in its place. */}
          <div className={styles.chart}>{isDesk && !listed ? null : chart}</div>
          {listed && listed.kind !== "second" && (
            <Actions market={listed as TradedMarket} size="primary">
              <IconButton
                glyph={Camera}
                label={t("chart.picture")}
                className={styles.picture}
                onClick={() => picture.current?.()}
              />
            </Actions>
          )}
        </div>
      )}
    </>
  )
}

/** On a desk a level of the book leads to the trade screen too, with its price in the ticket. */
function Desk({ market, chart }: { market: TradedMarket; chart: ReactNode }) {
  const go = useGo()
  const { id, kind } = market
  const onPick = useCallback(
    (side: Side, price: string) => {
      pickPrice(id, { side, price }, { keepsSide: false })
      go(TRADE_PLACES[kind], { symbol: id })
    },
    [go, id, kind],
  )
  return (
    <Suspense fallback={null}>
      <ChartDesk
        market={market}
        figures={<InstrumentFigures market={market} />}
        actions={<Actions market={market} size="normal" />}
        chart={chart}
        onPick={onPick}
      />
    </Suspense>
  )
}

interface ActionsProps {
  market: TradedMarket
  size: "primary" | "normal"
  /** Before them. */
  children?: ReactNode
}

/** Buy and Sell lead to the trade screen of this market, where a visitor is asked to log in. */
function Actions({ market: { id, base, kind }, size, children }: ActionsProps) {
  const { t } = useTranslation("market")
  const sides = [
    ["positive", "buy", kind === "spot" ? t("ticket.buyCoin", { base }) : t("perpetual:ticket.openLong")],
    ["negative", "sell", kind === "spot" ? t("ticket.sellCoin", { base }) : t("perpetual:ticket.openShort")],
  ] as const
  const links = sides.map(([tone, side, word]) => (
    <ScreenLink
      key={side}
      onClick={() => pickSide(id, side)}
      to={TRADE_PLACES[kind]}
      search={{ symbol: id }}
      className={buttonClass({ tone, size, isBlock: size === "primary" })}
    >
      {word}
    </ScreenLink>
  ))
  if (size === "normal") return links
  return (
    <div className={styles.actions}>
      {children}
      {links}
    </div>
  )
}
