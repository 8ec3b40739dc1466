/** A table of a few figures inside a panel or a sheet: names at the start, figures at the end, small heads. */

import type { ReactNode } from "react"
import styles from "./small-table.module.css"

interface SmallTableProps {
  /** `roomy`: rows of 36 px instead of 28. */
  rows?: "close" | "roomy"
  children: ReactNode
}

export function SmallTable({ rows = "close", children }: SmallTableProps) {
  return (
    <table className={rows === "roomy" ? `${styles.table} ${styles.roomy}` : styles.table}>{children}</table>
  )
}
