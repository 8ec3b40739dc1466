/** The market list without rows. Loading, failed, empty. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Market } from "#core/wire/market.ts"
import { wakeMarket } from "../../feed/connect-market-worker.ts"
import { useGo } from "../../places/screen-link.tsx"
import { writeListPlace } from "../../stores/list-places.ts"
import { market } from "../../stores/market-store.ts"
import { STAR_LIST } from "../../stores/watch-lists-store.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { SearchX, Star } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./list-faces.module.css"
import { useListName } from "./list-name.ts"
import type { MarketListState } from "./list-state.ts"
import { emptyReason, firstChoice, hitsElsewhere, isFound } from "./market-list.model.ts"
import { LIST_PLACES } from "./market-place.ts"

/** Enough to fill a tall phone; the box around cuts what is too much. */
const SKELETON_ROWS = 14

export function ListFaces({ list }: { list: MarketListState }) {
  const { t } = useTranslation("market")
  const nameOf = useListName()
  if (list.face === "loading") return <SkeletonRows count={SKELETON_ROWS} />
  if (list.face === "failed") {
    return (
      <ErrorState title={t("list.failed")} detail={t("list.failedSafe")} onRetry={() => void wakeMarket()} />
    )
  }
  const reason = emptyReason(list.choice)
  const query = list.choice.query.trim()
  if (reason === "search") {
    return (
      <EmptyState
        glyph={SearchX}
        action={
          <Ways list={list} isHit={(row) => isFound(row, query)} query={query}>
            <Button tone="quiet" onClick={() => list.search("")}>
              {t("app:field.clear")}
            </Button>
          </Ways>
        }
      >
        <Highlighted text={t("list.emptySearch", { query: PLACE })} word={query} />
      </EmptyState>
    )
  }
  const { ids } = list.watched
  const words = {
    favourites:
      list.watched.id === STAR_LIST
        ? t("list.emptyFavourites")
        : t("list.emptyList", { list: nameOf(list.watched) }),
    recent: t("list.emptyRecent"),
    new: t("list.emptyNew"),
    filter: t("list.emptyFilter"),
  }
  return (
    <EmptyState
      {...(reason === "favourites" ? { glyph: Star } : {})}
      action={
        <Ways list={list} isHit={(row) => reason === "favourites" && ids.includes(row.id)}>
          <Button tone="quiet" onClick={() => list.chooseChip("all")}>
            {t("list.showAll")}
          </Button>
        </Ways>
      }
    >
      {words[reason]}
    </EmptyState>
  )
}

/** Stands in a sentence for a word that is set apart; no sentence has it. */
const PLACE = "\u0001"

/** What was searched for, set apart in the sentence that says that there is none. */
function Highlighted({ text, word }: { text: string; word: string }) {
  const [before = "", after = ""] = text.split(PLACE)
  return (
    <>
      {before}
      <mark className={styles.word}>{word}</mark>
      {after}
    </>
  )
}

interface WaysProps {
  list: MarketListState
  isHit: (market: Market) => boolean
  /** Goes along. */
  query?: string
  children: ReactNode
}

/** Other kinds that have what isn't here, as buttons that lead there, and the way back to everything. */
function Ways({ list, isHit, query = "", children }: WaysProps) {
  const { t } = useTranslation("market")
  const go = useGo()
  const all = (useSnapshot(market).catalogue?.all ?? []) as readonly Market[]
  return (
    <span className={styles.ways}>
      {hitsElsewhere(all, list.kind, isHit).map(({ kind, count }) => (
        <Button
          key={kind}
          onClick={() => {
            const place = { ...firstChoice(kind, []), chip: list.choice.chip, list: list.watched.id, query }
            writeListPlace(kind, { choice: place, firstRow: 0 })
            go(LIST_PLACES[kind])
          }}
        >
          {`${t(`list.kind.${kind}`)} (${count})`}
        </Button>
      ))}
      {children}
    </span>
  )
}
