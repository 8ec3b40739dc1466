/** The market at a glance. Three leading coins and the count of rising and falling, above the desk's list. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Market } from "#core/wire/market.ts"
import type { MarketKind } from "#workers/market/market.api.ts"
import { useView } from "../../feed/view.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { market, marketList, sparklineOf, tickerOf } from "../../stores/market-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { classNames } from "../../ui/class-names.ts"
import { PriceText } from "../../ui/price-text.tsx"
import { Sparkline } from "../../ui/sparkline.tsx"
import { LEADING, leadingMarkets } from "./leading-markets.ts"
import styles from "./market-cards.module.css"
import { marketPlace } from "./market-place.ts"

export function MarketCards({ kind }: { kind: MarketKind }) {
  const catalogue = useSnapshot(market).catalogue
  const leading = leadingMarkets(catalogue?.all ?? [], kind)
  useView({ tickers: leading.map((row) => row.id) })
  return (
    <div className={styles.cards}>
      {leading.map((row) => (
        <CoinCard key={row.id} market={row} />
      ))}
      {leading.length === 0 ? LEADING.map((pair) => <div key={pair} className={styles.card} />) : null}
      <BreadthCard />
    </div>
  )
}

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

function CoinCard({ market: row }: { market: Market }) {
  const cells = useSnapshot(tickerOf(row.id))
  const { points } = useSnapshot(sparklineOf(row.id))
  const isStale = useSnapshot(market).freshness.ticker.state !== "live"
  return (
    <ScreenLink to={marketPlace(row.kind)} search={{ symbol: row.id }} className={styles.card}>
      <span className={styles.words}>
        <span className={styles.name}>{row.name}</span>
        <span className={classNames(styles.figure, isStale && styles.stale)}>
          <PriceText text={cells.last} />
          <span className={classNames(styles.change, isStale ? undefined : SIGNS[cells.sign])}>
            {cells.changePercent ?? "–"}
          </span>
        </span>
      </span>
      <Sparkline
        points={points ?? undefined}
        sign={isStale ? 0 : cells.sign}
        width={96}
        height={32}
        className={styles.spark}
      />
    </ScreenLink>
  )
}

function BreadthCard() {
  const { t, i18n } = useTranslation("market")
  const { rising, falling, total } = useSnapshot(marketList)
  const written = (count: number) => formatNumber(count, i18n.language)
  const moving = rising + falling
  return (
    <div className={styles.card}>
      <span className={styles.words}>
        <span className={styles.name}>{t("list.risingFalling")}</span>
        <span className={styles.figure}>
          {written(rising)} / {written(falling)}
          <span className={styles.change}>{t("list.ofTotal", { total: written(total) })}</span>
        </span>
      </span>
      <span className={styles.breadth} aria-hidden="true">
        <i style={{ width: moving === 0 ? "50%" : `${(rising / moving) * 100}%` }} />
        <i />
      </span>
    </div>
  )
}
