/** How does a list of logins or sessions grow? Only the rows in view are drawn; the next page comes as one scrolls. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Virtuoso } from "react-virtuoso"
import { ListFoot, type Paging } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import styles from "./access-rows.module.css"

interface AccessListProps<Row extends { id: string }> {
  rows: readonly Row[]
  /** Left out: what is there is all. */
  paging?: Paging
  children: (row: Row) => ReactNode
}

export function AccessList<Row extends { id: string }>({ rows, paging, children }: AccessListProps<Row>) {
  const { t } = useTranslation("security")
  const scroller = useMainScroller()
  if (!scroller) return null
  return (
    <Virtuoso
      className={styles.list}
      customScrollParent={scroller}
      data={rows}
      defaultItemHeight={80}
      increaseViewportBy={400}
      computeItemKey={(_, row) => row.id}
      endReached={() => paging?.loadMore()}
      context={{ paging, failed: t("face.moreFailed") }}
      components={{ Footer: ListFoot }}
      itemContent={(_, row) => children(row)}
    />
  )
}
