/** The list on a desk: a table with the day's range, spread, sparkline and a way to trade. */

import { useTranslation } from "react-i18next"
import { type TableProps, TableVirtuoso } from "react-virtuoso"
import { useSnapshot } from "valtio"
import { market } from "../../stores/market-store.ts"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import styles from "./desk-list.module.css"
import { DeskCells } from "./desk-row.view.tsx"
import { ListFaces } from "./list-faces.view.tsx"
import type { MarketListState } from "./list-state.ts"
import { SortHead, sortState } from "./sort-head.view.tsx"

interface DeskListProps {
  list: MarketListState
}

export function DeskList({ list }: DeskListProps) {
  const isStale = useSnapshot(market).freshness.list.state !== "live"
  return (
    <div className={styles.list} data-stale={isStale || undefined} {...list.holding}>
      {list.face === "full" ? (
        <TableVirtuoso
          key={`${list.choice.chip} ${list.choice.query}`}
          className={styles.scroller}
          data={list.ids}
          defaultItemHeight={40}
          computeItemKey={(_, id) => id}
          rangeChanged={list.showRange}
          components={{ Table: DeskTable }}
          fixedHeaderContent={() => <Heads list={list} />}
          itemContent={(_, id) => <DeskCells id={id} />}
        />
      ) : (
        <ListFaces list={list} />
      )}
    </div>
  )
}

/** Virtuoso hands its own style and rows in; the table only adds its look. */
function DeskTable({ style, children }: TableProps) {
  return (
    <table className={styles.table} style={style}>
      {children}
    </table>
  )
}

function Heads({ list }: DeskListProps) {
  const { t } = useTranslation("market")
  return (
    <tr className={styles.heads}>
      <th scope="col" className={styles.starColumn}>
        <VisuallyHidden>{t("list.favourites")}</VisuallyHidden>
      </th>
      <th scope="col" className={styles.left} aria-sort={sortState(list, "name")}>
        <SortHead list={list} by="name">
          {t("list.pair")}
        </SortHead>
      </th>
      <th scope="col" aria-sort={sortState(list, "last")}>
        <SortHead list={list} by="last">
          {t("list.lastShort")}
        </SortHead>
      </th>
      <th scope="col" aria-sort={sortState(list, "change")}>
        <SortHead list={list} by="change">
          {t("list.change24h")}
        </SortHead>
      </th>
      <th scope="col" className={styles.rangeColumn}>
        {t("list.lowHigh")}
      </th>
      <th scope="col" aria-sort={sortState(list, "turnover")}>
        <SortHead list={list} by="turnover">
          {t("list.turnover")}
        </SortHead>
      </th>
      <th scope="col" aria-sort={sortState(list, "spread")}>
        <SortHead list={list} by="spread">
          {t("list.spread")}
        </SortHead>
      </th>
      <th scope="col" className={styles.sparkColumn}>
        {t("list.day")}
      </th>
      <th scope="col" className={styles.tradeColumn}>
        <VisuallyHidden>{t("list.trade")}</VisuallyHidden>
      </th>
    </tr>
  )
}
