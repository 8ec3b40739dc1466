/** A long list of deposits or withdrawals, the newest first: a table on a desk, rows elsewhere. */

import type { ReactNode } from "react"
import { TableVirtuoso, Virtuoso } from "react-virtuoso"
import { ListFoot, type Paging } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { ListHeads, ListTable } from "../../ui/list-table.tsx"
import styles from "./records.module.css"

export interface Column<Row> {
  head: string
  cell: (row: Row) => ReactNode
  /** Words at the start of the column; figures stand at its end. */
  isText?: boolean
}

interface RecordsListProps<Row> {
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
  const { rows, paging, isTable, label, columns, card } = props
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
          <ListHeads>
            {columns.map((column) => (
              <th key={column.head} className={sideOf(column)}>
                {column.head}
              </th>
            ))}
          </ListHeads>
        )}
        itemContent={(_, row) =>
          columns.map((column) => (
            <td key={column.head} className={sideOf(column)}>
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
