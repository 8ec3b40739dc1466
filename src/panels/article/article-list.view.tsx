/** Which articles are there? Rows with title, summary and day; the next page comes as one scrolls. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Virtuoso } from "react-virtuoso"
import type { ArticleRow } from "#core/wire/content.ts"
import type { AskedPages } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ListFoot } from "../../lists/list-foot.tsx"
import { useMainScroller } from "../../lists/main-scroller.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./article-list.module.css"
import { ArticleRowView } from "./article-row.view.tsx"

interface ArticleListProps {
  list: AskedPages<ArticleRow>
  /** Said, and perhaps done, where there is no article. */
  empty: ReactNode
}

export function ArticleList({ list, empty }: ArticleListProps) {
  const { t } = useTranslation("article")
  return (
    <AskedFace asked={list} skeleton={<ListSkeleton />} failed={t("face.failed")}>
      {(rows) => (rows.length === 0 ? <EmptyState>{empty}</EmptyState> : <Rows rows={rows} list={list} />)}
    </AskedFace>
  )
}

function Rows({ rows, list }: { rows: ArticleRow[]; list: AskedPages<ArticleRow> }) {
  const { t } = useTranslation("article")
  const scroller = useMainScroller()
  if (!scroller) return null
  return (
    <Virtuoso
      className={styles.list}
      customScrollParent={scroller}
      data={rows}
      defaultItemHeight={92}
      increaseViewportBy={400}
      computeItemKey={(_, row) => row.id}
      endReached={list.loadMore}
      context={{ paging: list, failed: t("list.moreFailed"), skeleton: <ListSkeleton rows={2} /> }}
      components={{ Footer: ListFoot }}
      itemContent={(_, row) => <ArticleRowView row={row} />}
    />
  )
}

function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div className={styles.list} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without identity
        <div key={index} className={styles.ghost}>
          <Skeleton width={`${46 + ((index * 13) % 30)}%`} hasSheen={index === 1} />
          <Skeleton width={`${70 + ((index * 7) % 20)}%`} height={8} />
          <Skeleton width={72} height={8} />
        </div>
      ))}
    </div>
  )
}
