/**
 * A virtual list of rows. Only those in view are drawn; more come as one scrolls. Rows keep their places while
 * somebody is at them or has scrolled away from the newest: what is new waits behind a button.
 */

import { type ReactNode, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso"
import { useColumnChoice } from "../../lists/columns/use-columns.ts"
import { ListFoot, type Paging } from "../../lists/list-foot.tsx"
import { useSteadyRows } from "../../lists/steady-rows.ts"
import { Button } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { ArrowUp, Icon } from "../../ui/icon.tsx"
import { useHolding } from "../../ui/row-holding.ts"
import type { ColumnWidths } from "./column-widths.ts"
import { gridOf, type OrdersTable, tableName } from "./order-columns.ts"
import styles from "./rows-list.module.css"
import tables from "./tables.module.css"

/** Rows drawn beyond the view on each side: with 6 a quick wheel outran them in 6 of 200 frames. */
const ROWS_AHEAD = 12

interface RowsListProps<Row> {
  label: string
  rows: readonly Row[]
  /** Stands in the place of the rows where there are none; heads and their filters stay. */
  empty: ReactNode
  keyOf: (row: Row) => string | number
  /** How a row stands that is in `rows` no more, while it is held in its place. */
  latest?: (row: Row) => Row
  /** The heads of a table's columns; left out: the rows are a list of cards. */
  heads?: ReactNode
  /** Left out: what is there is all. */
  paging?: Paging
  /** Of a row, in px at a root of 16: what is not yet in view is reckoned by it. */
  rowHeight: number
  /** Stands behind the last row. */
  foot?: ReactNode
  /** Whose columns they are; left out: cards. */
  table?: OrdersTable | undefined
  /** Their least widths, by what the rows say. */
  widthsOf?: ((rows: readonly Row[]) => ColumnWidths) | undefined
  children: (row: Row) => ReactNode
}

export function RowsList<Row>(props: RowsListProps<Row>) {
  const { label, empty, keyOf, heads, paging, foot, rowHeight, table, widthsOf, children } = props
  const { t } = useTranslation("trade")
  const scroller = useRef<VirtuosoHandle>(null)
  const { isHeld, holding } = useHolding()
  const [isAtTop, setIsAtTop] = useState(true)
  const steady = useSteadyRows(props, isHeld || !isAtTop)
  const isTable = heads !== undefined
  const choice = useColumnChoice(table ? tableName(table) : "")
  const grid = table && choice ? gridOf(table, choice) : undefined
  const isEmpty = steady.rows.length === 0
  return (
    <div
      className={classNames(styles.box, table && tables[table])}
      style={{ ...widthsOf?.(steady.rows), ...grid }}
      data-chosen={grid ? "" : undefined}
      {...(isTable
        ? { role: "table", "aria-label": label, "aria-rowcount": steady.rows.length + 1 }
        : undefined)}
      {...holding}
    >
      {heads}
      {isEmpty ? empty : null}
      <Virtuoso
        ref={scroller}
        role={isTable ? "rowgroup" : "list"}
        aria-label={isTable ? undefined : label}
        hidden={isEmpty}
        className={styles.scroller}
        data={steady.rows}
        defaultItemHeight={rowHeight}
        increaseViewportBy={rowHeight * ROWS_AHEAD}
        computeItemKey={(_, row) => keyOf(row)}
        atTopStateChange={setIsAtTop}
        atTopThreshold={rowHeight / 2}
        endReached={() => paging?.loadMore()}
        context={{ paging, failed: t("orders.failedOlder"), end: foot }}
        components={{ Footer: ListFoot }}
        itemContent={(_, row) => children(row)}
      />
      {steady.waiting > 0 && !isAtTop ? (
        <Button
          size="normal"
          className={styles.fresh}
          icon={<Icon glyph={ArrowUp} size={16} />}
          onClick={() => {
            steady.renew()
            scroller.current?.scrollTo({ top: 0 })
          }}
        >
          {t("orders.newRows", { count: steady.waiting })}
        </Button>
      ) : null}
    </div>
  )
}
