/** A long list as a table on a desk. Rows of 40 px, figures at the end of their columns, small heads. */

import type { ComponentProps } from "react"
import { classNames } from "./class-names.ts"
import styles from "./list-table.module.css"

/** The table of a virtual list. */
export function ListTable({ className, ...rest }: ComponentProps<"table">) {
  return <table {...rest} className={classNames(styles.table, className)} />
}

export function ListHeads(props: ComponentProps<"tr"> & { "data-table"?: string }) {
  return <tr {...props} className={styles.heads} />
}
