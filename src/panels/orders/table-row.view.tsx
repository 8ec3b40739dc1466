/** A row of a virtual table: its cells in the order that was chosen for their columns. */

import type { ReactNode } from "react"
import { useColumns } from "../../lists/columns/use-columns.ts"
import { ORDER_COLUMNS, type OrdersTable, tableName } from "./order-columns.ts"
import styles from "./tables.module.css"

export type CellContents = Readonly<Record<string, ReactNode>>

interface CellsProps {
  table: OrdersTable
  /** By the key of the column. */
  contents: CellContents
}

export function Cells({ table, contents }: CellsProps) {
  return useColumns(tableName(table), ORDER_COLUMNS[table]).map(({ key, className }) => (
    // biome-ignore lint/a11y/useSemanticElements: as the row
    <div key={key} role="cell" className={className}>
      {contents[key]}
    </div>
  ))
}

export function TableRow({ id, ...cells }: CellsProps & { id?: number }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: rows aren't controls
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list can't be of a table element
    <div role="row" className={styles.item} data-order={id}>
      <div className={styles.row}>
        <Cells {...cells} />
      </div>
    </div>
  )
}
