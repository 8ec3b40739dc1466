/** The list on a desk: a table with the columns of its kind of market. */

import { useTranslation } from "react-i18next"
import { type TableBodyProps, type TableProps, TableVirtuoso, type TableVirtuosoHandle } from "react-virtuoso"
import { useSnapshot } from "valtio"
import type { MarketKind } from "#workers/market/market.api.ts"
import { ColumnHead } from "../../lists/columns/column-head.tsx"
import { market, marketList } from "../../stores/market-store.ts"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { deskTable, useDeskColumns, useLeastWidth } from "./desk-columns.view.tsx"
import styles from "./desk-list.module.css"
import { DeskCells } from "./desk-row.view.tsx"
import { HeldMark } from "./held-mark.view.tsx"
import { ListFaces } from "./list-faces.view.tsx"
import { type ListStop, useListKeys } from "./list-keys.ts"
import type { MarketListState } from "./list-state.ts"
import type { ListChip } from "./market-list.model.ts"
import { SortHead, sortState } from "./sort-head.view.tsx"

interface DeskListProps {
  list: MarketListState
}

export function DeskList({ list }: DeskListProps) {
  const isStale = useSnapshot(market).freshness.list.state !== "live"
  const { scroller, stop } = useListKeys<TableVirtuosoHandle>(list.ids)
  return (
    <div className={styles.list} data-stale={isStale || undefined} {...list.holding}>
      {list.face === "full" ? (
        <TableVirtuoso
          key={`${list.choice.chip} ${list.watched.id} ${list.choice.query}`}
          ref={scroller}
          className={styles.scroller}
          // The heads lie inside of the scroller: they come before the rows.
          tabIndex={-1}
          context={{ kind: list.kind, chip: list.choice.chip, stop }}
          data={list.ids}
          defaultItemHeight={40}
          computeItemKey={(_, id) => id}
          initialTopMostItemIndex={list.firstRow}
          rangeChanged={list.showRange}
          components={{ Table: DeskTable, TableBody: DeskBody }}
          fixedHeaderContent={() => <Heads list={list} />}
          itemContent={(_, id) => <DeskCells id={id} list={list} />}
        />
      ) : (
        <ListFaces list={list} />
      )}
    </div>
  )
}

/** Virtuoso hands its own style and rows in; the table only adds its look. */
function DeskTable({ context, style, children }: TableProps & { context: DeskContext }) {
  const least = useLeastWidth(context.kind, context.chip)
  const minWidth = least === undefined ? undefined : `${least}rem`
  return (
    <ListTable className={styles.table} style={{ ...style, minWidth }} data-chosen={least && ""}>
      {children}
    </ListTable>
  )
}

interface DeskContext {
  kind: MarketKind
  chip: ListChip
  stop: ListStop
}

function DeskBody({ context, ...rest }: TableBodyProps & { context: DeskContext }) {
  return <tbody {...rest} {...context.stop} />
}

function Heads({ list }: DeskListProps) {
  const { t } = useTranslation("market")
  const { worthIn } = useSnapshot(marketList)
  return (
    <ListHeads data-table={deskTable(list.kind)}>
      {useDeskColumns(list.kind, list.choice.chip).map((column, at) => {
        const { key, least, head, isHeadHidden = false, hasCurrency = false, sort, className } = column
        const words = `${t(`list.${head}`)}${hasCurrency && worthIn ? ` ${worthIn}` : ""}`
        return (
          <ColumnHead
            key={key}
            table={deskTable(list.kind)}
            column={key}
            least={least}
            className={className}
            aria-sort={sort && sortState(list, sort)}
          >
            {isHeadHidden ? (
              <VisuallyHidden>{words}</VisuallyHidden>
            ) : sort ? (
              <SortHead list={list} by={sort} isInTable>
                {words}
              </SortHead>
            ) : (
              words
            )}
            {at === 0 ? <HeldMark isHeld={list.isHeld} /> : null}
          </ColumnHead>
        )
      })}
    </ListHeads>
  )
}
