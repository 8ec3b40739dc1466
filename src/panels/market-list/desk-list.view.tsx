/** The list on a desk: a table with the columns of its kind of market. */

import { useTranslation } from "react-i18next"
import { type TableProps, TableVirtuoso } from "react-virtuoso"
import { useSnapshot } from "valtio"
import { market } from "../../stores/market-store.ts"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { DESK_COLUMNS } from "./desk-columns.view.tsx"
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
          initialTopMostItemIndex={list.firstRow}
          rangeChanged={list.showRange}
          components={{ Table: DeskTable }}
          fixedHeaderContent={() => <Heads list={list} />}
          itemContent={(_, id) => <DeskCells id={id} kind={list.kind} />}
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
      {DESK_COLUMNS[list.kind].map(({ head, isHeadHidden = false, sort, className }) => (
        <th key={head} scope="col" className={className} aria-sort={sort && sortState(list, sort)}>
          {isHeadHidden ? (
            <VisuallyHidden>{t(`list.${head}`)}</VisuallyHidden>
          ) : sort ? (
            <SortHead list={list} by={sort}>
              {t(`list.${head}`)}
            </SortHead>
          ) : (
            t(`list.${head}`)
          )}
        </th>
      ))}
    </tr>
  )
}
