/** The list on a phone: star, name with turnover, 24 h line, price with change; the whole row leads to its screen. */

import { useTranslation } from "react-i18next"
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso"
import { useSnapshot } from "valtio"
import { market, marketList } from "../../stores/market-store.ts"
import { HeldMark } from "./held-mark.view.tsx"
import { ListFaces } from "./list-faces.view.tsx"
import { useListKeys } from "./list-keys.ts"
import type { MarketListState } from "./list-state.ts"
import { type MarketPlace, marketPlace } from "./market-place.ts"
import styles from "./phone-list.module.css"
import { HAS_TURNOVER, PhoneRow } from "./phone-row.view.tsx"
import { SortHead } from "./sort-head.view.tsx"

export type { MarketPlace } from "./market-place.ts"

interface PhoneListProps {
  list: MarketListState
  /** A row was pressed: a sheet around the list closes. */
  onChoose?: () => void
  /** Where a row leads; the screen of its kind when left out. */
  to?: MarketPlace | undefined
  /** Markets side by side. */
  columns?: 1 | 2
}

export function PhoneList({ list, onChoose, to = marketPlace(list.kind), columns = 1 }: PhoneListProps) {
  const isStale = useSnapshot(market).freshness.list.state !== "live"
  const { scroller, stop } = useListKeys<VirtuosoHandle>(list.ids, { columns })
  const places = Array.from({ length: columns }, (_, at) => at)
  const idsOf = (row: number) => list.ids.slice(row * columns, (row + 1) * columns)
  return (
    <div className={styles.list} data-stale={isStale || undefined} data-columns={columns} {...list.holding}>
      <div className={styles.line}>
        {places.map((place) => (
          <Heads key={place} list={list} isCopy={place > 0} />
        ))}
      </div>
      <div className={styles.rows}>
        {list.face === "full" ? (
          <Virtuoso
            key={`${list.choice.chip} ${list.watched.id} ${list.choice.query} ${columns}`}
            ref={scroller}
            {...stop}
            totalCount={Math.ceil(list.ids.length / columns)}
            defaultItemHeight={list.kind === "spot" ? 56 : 76}
            initialTopMostItemIndex={Math.floor(list.firstRow / columns)}
            computeItemKey={(row) => idsOf(row).join() || row}
            rangeChanged={({ startIndex, endIndex }) =>
              list.showRange({ startIndex: startIndex * columns, endIndex: (endIndex + 1) * columns - 1 })
            }
            itemContent={(row) => (
              <div className={styles.line}>
                {idsOf(row).map((id) => (
                  <PhoneRow key={id} id={id} list={list} to={to} onChoose={onChoose} />
                ))}
              </div>
            )}
          />
        ) : (
          <ListFaces list={list} />
        )}
      </div>
    </div>
  )
}

/** Above a second column they stand once more, for the eye: they say and do the same. */
function Heads({ list, isCopy }: { list: MarketListState; isCopy: boolean }) {
  const { t } = useTranslation("market")
  const { worthIn } = useSnapshot(marketList)
  const sort = { list, isCopy }
  return (
    <div className={styles.heads} aria-hidden={isCopy || undefined}>
      <HeldMark isHeld={list.isHeld && !isCopy} />
      <span className={styles.pairHead}>
        <SortHead {...sort} by="name">
          {t("list.name")}
        </SortHead>
        {list.choice.chip === "new" ? (
          <SortHead {...sort} by="listed">
            {t("list.listed")}
          </SortHead>
        ) : HAS_TURNOVER[list.kind] ? (
          <SortHead {...sort} by="turnover">
            {`${t("list.turnoverShort")} ${worthIn}`}
          </SortHead>
        ) : null}
      </span>
      <span className={styles.dayHead}>{t("list.day")}</span>
      <span className={styles.priceHead}>
        <SortHead {...sort} by="last">
          {t("list.price")}
        </SortHead>
        <SortHead {...sort} by="change">
          {t("list.change")}
        </SortHead>
      </span>
    </div>
  )
}
