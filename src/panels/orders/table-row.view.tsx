/** A row of a virtual table. */

import type { ReactNode } from "react"
import styles from "./tables.module.css"

interface TableRowProps {
  cells: readonly { key: string; content: ReactNode; className?: string | undefined }[]
  id?: number
}

export function TableRow({ cells, id }: TableRowProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: rows aren't controls
    // biome-ignore lint/a11y/useSemanticElements: rows of a virtual list can't be of a table element
    <div role="row" className={styles.item} data-order={id}>
      <div className={styles.row}>
        {cells.map(({ key, content, className }) => (
          // biome-ignore lint/a11y/useSemanticElements: as the row
          <div key={key} role="cell" className={className}>
            {content}
          </div>
        ))}
      </div>
    </div>
  )
}
