/** The list on a phone: rows with name and turnover, sparkline, price and change; contracts with a line of terms below. */

import { useTranslation } from "react-i18next"
import { Virtuoso } from "react-virtuoso"
import { useSnapshot } from "valtio"
import type { MarketKind } from "#workers/market/market.api.ts"
import { ScreenLink } from "../../app/screen-link.tsx"
import { market, marketList, sparklineOf, tickerOf } from "../../stores/market-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { FlashCell } from "../../ui/flash-cell.tsx"
import { PriceText } from "../../ui/price-text.tsx"
import { Sparkline } from "../../ui/sparkline.tsx"
import { CoinName, LeverageTag } from "./contract-figures.view.tsx"
import { ListFaces } from "./list-faces.view.tsx"
import type { MarketListState } from "./list-state.ts"
import { marketName } from "./market-name.ts"
import { type MarketPlace, marketPlace } from "./market-place.ts"
import styles from "./phone-list.module.css"
import { PhoneTerms } from "./phone-terms.view.tsx"
import { SortHead } from "./sort-head.view.tsx"
import { StarButton } from "./star.view.tsx"

export type { MarketPlace } from "./market-place.ts"

interface PhoneListProps {
  list: MarketListState
  /** Pressed a row: a sheet around the list closes. */
  onChoose?: () => void
  /** Where a row leads; the usual place of its kind when left out. */
  to?: MarketPlace | undefined
}

export function PhoneList({ list, onChoose, to = marketPlace(list.kind) }: PhoneListProps) {
  const { t } = useTranslation("market")
  const isStale = useSnapshot(market).freshness.list.state !== "live"
  return (
    <div className={styles.list} data-stale={isStale || undefined} {...list.holding}>
      <div className={styles.heads}>
        <span />
        <span className={styles.pairHead}>
          <SortHead list={list} by="name">
            {t("list.name")}
          </SortHead>
          {HAS_TURNOVER[list.kind] ? (
            <SortHead list={list} by="turnover">
              {t("list.turnoverShort")}
            </SortHead>
          ) : null}
        </span>
        <span className={styles.dayHead}>{t("list.day")}</span>
        <span className={styles.priceHead}>
          <SortHead list={list} by="last">
            {t("list.price")}
          </SortHead>
          <SortHead list={list} by="change">
            {t("list.change")}
          </SortHead>
        </span>
      </div>
      <div className={styles.rows}>
        {list.face === "full" ? (
          <Virtuoso
            key={`${list.choice.chip} ${list.choice.query}`}
            data={list.ids}
            defaultItemHeight={list.kind === "spot" ? 56 : 76}
            initialTopMostItemIndex={list.firstRow}
            computeItemKey={(_, id) => id}
            rangeChanged={list.showRange}
            itemContent={(_, id) => <PhoneRow id={id} kind={list.kind} to={to} onChoose={onChoose} />}
          />
        ) : (
          <ListFaces list={list} />
        )}
      </div>
    </div>
  )
}

/** Nothing is traded in second contracts' own markets: they have no turnover. */
const HAS_TURNOVER = { spot: true, perpetual: true, second: false } as const

const SIGNS = { "-1": styles.down, "0": undefined, "1": styles.up } as const

interface PhoneRowProps {
  id: string
  kind: MarketKind
  to: MarketPlace
  onChoose: (() => void) | undefined
}

function PhoneRow({ id, kind, to, onChoose }: PhoneRowProps) {
  const cells = useSnapshot(tickerOf(id))
  const { points } = useSnapshot(sparklineOf(id))
  const { isTooLively } = useSnapshot(marketList)
  const isStale = useSnapshot(market).freshness.list.state !== "live"
  const { base, quote } = marketName(id)
  return (
    <div className={styles.row}>
      <StarButton id={id} size={16} className={styles.star} />
      <div className={styles.name}>
        <ScreenLink
          to={to}
          search={{ symbol: id }}
          className={styles.link}
          {...(onChoose ? { onClick: onChoose } : {})}
        >
          {base}
          <small className={styles.quote}>/{quote}</small>
        </ScreenLink>
        <div className={styles.second}>
          {HAS_TURNOVER[kind] ? (cells.turnover ?? "–") : <CoinName id={id} />}
          <LeverageTag id={id} />
        </div>
      </div>
      <Sparkline
        points={points ?? undefined}
        sign={isStale ? 0 : cells.sign}
        width={72}
        height={28}
        className={styles.spark}
      />
      <div className={styles.figures}>
        <div className={styles.price}>
          <FlashCell value={cells.last} moved={cells.moved} isQuiet={isTooLively || isStale}>
            <PriceText text={cells.last} />
          </FlashCell>
        </div>
        <div className={classNames(styles.change, SIGNS[cells.sign])}>{cells.changePercent ?? "–"}</div>
      </div>
      <PhoneTerms id={id} kind={kind} />
    </div>
  )
}
