/** A long list of deposits or withdrawals, the newest first: a table on a desk, rows elsewhere. */

import type { ReactNode } from "react"
import { TableVirtuoso, Virtuoso } from "react-virtuoso"
import { ColumnHead } from "../../lists/columns/column-head.tsx"
import type { NamedColumn } from "../../lists/columns/columns-button.tsx"
import { useColumns } from "../../lists/columns/use-columns.ts"
import { ListFoot, type Paging } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import styles from "./records.module.css"

export interface Column<Row> extends NamedColumn {
  cell: (row: Row) => ReactNode
  /** Words at the start of the column; figures stand at its end. */
  isText?: boolean
}

interface RecordsListProps<Row> {
  /** Which list it is: its columns are chosen by themselves. */
  table: string
  rows: readonly Row[]
  paging: Paging
  isTable: boolean
  label: string
  /** Said when the next rows didn't come. */
  failed: string
  columns: readonly Column<Row>[]
  card: (row: Row) => ReactNode
}

export function RecordsList<Row extends { id: number }>(props: RecordsListProps<Row>) {
  const { table, rows, paging, isTable, label, card } = props
  const columns = useColumns(table, props.columns)
  const scroller = useMainScroller()
  if (!scroller) return null
  const foot = { paging, failed: props.failed }
  const shared = {
    customScrollParent: scroller,
    data: rows,
    increaseViewportBy: 400,
    computeItemKey: (_: number, { id }: Row) => id,
    endReached: paging.loadMore,
  }
  const sideOf = ({ isText }: Column<Row>) => (isText ? styles.start : undefined)
  if (!isTable)
    return (
      <section aria-label={label}>
        <Virtuoso
          {...shared}
          defaultItemHeight={72}
          context={foot}
          components={{ Footer: ListFoot }}
          itemContent={(_, row) => card(row)}
        />
      </section>
    )
  return (
    <section className={styles.sideways} aria-label={label}>
      <TableVirtuoso
        {...shared}
        defaultItemHeight={40}
        components={{ Table: ListTable }}
        fixedHeaderContent={() => (
          <ListHeads data-table={table}>
            {columns.map((column) => (
              <ColumnHead key={column.key} table={table} column={column.key} className={sideOf(column)}>
                {column.name}
              </ColumnHead>
            ))}
          </ListHeads>
        )}
        itemContent={(_, row) =>
          columns.map((column) => (
            <td key={column.key} className={sideOf(column)}>
              {column.cell(row)}
            </td>
          ))
        }
      />
      <ListFoot context={foot} />
    </section>
  )
}

/** The button at the end of a table's row. */
export function OpenRecord({ children, onOpen }: { children: ReactNode; onOpen: () => void }) {
  return (
    <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onOpen}>
      {children}
    </button>
  )
}
