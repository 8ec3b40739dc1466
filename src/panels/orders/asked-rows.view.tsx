/** A list that is read page by page as one scrolls. Order history and fills alike. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { AskedPages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { useAfterGap } from "../../lists/use-after-gap.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import type { ColumnWidths } from "./column-widths.ts"
import type { OrdersTable } from "./order-columns.ts"
import { RowsList } from "./rows-list.view.tsx"
import { ShowAll } from "./show-all.view.tsx"
import styles from "./tables.module.css"

interface AskedRowsProps<Row> {
  label: string
  failed: string
  /** Said where there is nothing at all; where filters leave nothing, a way out of them stands there instead. */
  none: string
  asked: AskedPages<Row>
  /** What was read, with what came over the stream meanwhile. */
  rowsOf: (read: Row[]) => readonly Row[]
  /** What narrows this list, as asked of the server; empty: nothing does. */
  query: Readonly<Record<string, string | number>>
  keyOf: (row: Row) => string | number
  /** The heads of a table's columns; undefined: cards. */
  heads: ReactNode | undefined
  table: OrdersTable
  /** Of a table: its columns by what its rows say. */
  widthsOf: (rows: readonly Row[]) => ColumnWidths
  children: (row: Row) => ReactNode
}

export function AskedRows<Row>(props: AskedRowsProps<Row>) {
  const { label, failed, none, asked, rowsOf, query, keyOf, heads, table, widthsOf, children } = props
  const { t } = useTranslation("trade")
  useAfterGap(asked.retry)
  const isFiltered = Object.keys(query).length > 0
  const isTable = heads !== undefined
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={4} />} failed={failed}>
      {(read) => (
        <RowsList<Row>
          key={JSON.stringify(query)}
          label={label}
          table={isTable ? table : undefined}
          rows={rowsOf(read)}
          empty={
            <EmptyState className={styles.empty} action={isFiltered ? <ShowAll /> : undefined}>
              {isFiltered ? t("orders.nothingSo") : none}
            </EmptyState>
          }
          keyOf={keyOf}
          paging={asked}
          rowHeight={isTable ? 32 : 88}
          widthsOf={isTable ? widthsOf : undefined}
          {...(isTable ? { heads } : {})}
        >
          {children}
        </RowsList>
      )}
    </AskedFace>
  )
}
