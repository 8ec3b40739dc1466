/** The foot of a list that loads more rows as one scrolls. The next rows on their way, or why they didn't come. */

import type { ReactNode } from "react"
import type { AskedPages } from "../api/query.ts"
import { ErrorState } from "../ui/error-state.tsx"
import { SkeletonRows } from "../ui/skeleton.tsx"

export type Paging = Pick<AskedPages<unknown>, "moreFailure" | "isLoadingMore" | "loadMore">

/** The `context` of a virtual list that has this foot. */
interface ListFootContext {
  /** Undefined: what is there is all. */
  paging: Paging | undefined
  /** Said when the next rows didn't come. */
  failed: string
  /** Stands there while they are on their way; left out: two plain rows. */
  skeleton?: ReactNode
  /** Stands behind the last row otherwise. */
  end?: ReactNode
}

export function ListFoot({ context }: { context?: ListFootContext }) {
  const { paging, failed = "", skeleton = <SkeletonRows count={2} />, end = null } = context ?? {}
  if (paging?.moreFailure)
    return (
      <ErrorState
        title={failed}
        detail={paging.moreFailure.text}
        isBusy={paging.isLoadingMore}
        onRetry={paging.loadMore}
      />
    )
  return paging?.isLoadingMore ? skeleton : end
}
