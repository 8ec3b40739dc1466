/** What does the list say when there are no rows to show? Loading, failed, empty (design.md, four faces). */

import { useTranslation } from "react-i18next"
import { wakeMarket } from "../../feed/connect-market-worker.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { SearchX, Star } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import type { MarketListState } from "./list-state.ts"
import { emptyReason } from "./market-list.model.ts"

/** Enough to fill a tall phone; the box around cuts what is too much. */
const SKELETON_ROWS = 14

export function ListFaces({ list }: { list: MarketListState }) {
  const { t } = useTranslation("market")
  if (list.face === "loading") return <SkeletonRows count={SKELETON_ROWS} />
  if (list.face === "failed") {
    return (
      <ErrorState title={t("list.failed")} detail={t("list.failedSafe")} onRetry={() => void wakeMarket()} />
    )
  }
  const reason = emptyReason(list.choice)
  if (reason === "search") {
    return (
      <EmptyState
        glyph={SearchX}
        action={
          <Button tone="quiet" onClick={() => list.search("")}>
            {t("list.clearSearch")}
          </Button>
        }
      >
        {t("list.emptySearch", { query: list.choice.query.trim() })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      {...(reason === "favourites" ? { glyph: Star } : {})}
      action={
        <Button tone="quiet" onClick={() => list.chooseChip("all")}>
          {t("list.showAll")}
        </Button>
      }
    >
      {t(reason === "favourites" ? "list.emptyFavourites" : "list.emptyFilter")}
    </EmptyState>
  )
}
