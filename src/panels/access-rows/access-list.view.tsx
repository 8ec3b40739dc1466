/** How does a list of logins or sessions grow? Only the rows in view are drawn; the next page comes as one scrolls. */

import { type ReactNode, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { Virtuoso } from "react-virtuoso"
import type { AskedPages } from "../../api/query.ts"
import { ErrorState } from "../../ui/error-state.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./access-rows.module.css"

type Paging = Pick<AskedPages<unknown>, "moreFailure" | "isLoadingMore" | "loadMore">

interface AccessListProps<Row extends { id: string }> {
  rows: readonly Row[]
  /** Left out: what is there is all. */
  paging?: Paging
  children: (row: Row) => ReactNode
}

export function AccessList<Row extends { id: string }>({ rows, paging, children }: AccessListProps<Row>) {
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
      context={paging ?? null}
      components={{ Footer: ListFoot }}
      itemContent={(_, row) => children(row)}
    />
  )
}

/** The shell's content scrolls, not the list: so the whole page moves, and heads stay where they are. */
function useMainScroller(): HTMLElement | null {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  useEffect(() => setScroller(document.getElementById("main")), [])
  return scroller
}

function ListFoot({ context }: { context?: Paging | null }) {
  const { t } = useTranslation("security")
  if (context?.moreFailure)
    return (
      <ErrorState
        title={t("face.moreFailed")}
        detail={context.moreFailure.text}
        isBusy={context.isLoadingMore}
        onRetry={context.loadMore}
      />
    )
  return context?.isLoadingMore ? <SkeletonRows count={2} /> : null
}
