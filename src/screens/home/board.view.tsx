/** The rows of one board: a place for each, whatever market stands in it at the moment. */

import { ScreenLink } from "../../places/screen-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Star } from "../../ui/icon.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import { useFirstWords } from "../../words/first-words.ts"
import styles from "./board.module.css"
import type { HomeBoard } from "./home.model.ts"
import { HomeRow } from "./home-row.view.tsx"

interface BoardProps {
  board: HomeBoard
  /** Null before the first frame. */
  ids: readonly string[] | null
  /** How many rows there may be: their room is kept, but for the watch list, whose length is known. */
  rows: number
  isStale: boolean
  hasFailed: boolean
}

/** Rows are keyed by their place: markets that change places would else drag their rows across the page. */
export function Board({ board, ids, rows, isStale, hasFailed }: BoardProps) {
  const t = useFirstWords()
  const places = Array.from({ length: rows }, (_, place) => place)
  const isWaiting = ids === null && !hasFailed
  return (
    <div style={board === "favourites" ? {} : { minHeight: `calc(${rows} * (var(--home-row) + 1px))` }}>
      {isWaiting ? (
        <ul aria-hidden="true">
          {places.map((place) => (
            <li key={place} className={styles.waiting}>
              <Skeleton width={72 + ((place * 8) % 24)} hasSheen={place === 1} />
              <Skeleton width={64} height={16} />
              <Skeleton width={68 + ((place * 8) % 24)} />
            </li>
          ))}
        </ul>
      ) : ids && ids.length > 0 ? (
        <ul>
          {ids.slice(0, rows).map((id, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what stays
            <li key={place} className={styles.place}>
              <HomeRow key={id} id={id} isStale={isStale} />
            </li>
          ))}
        </ul>
      ) : board === "favourites" ? (
        <EmptyState
          glyph={Star}
          className={styles.empty}
          action={
            <ScreenLink to="/pages/spot/index" className={styles.action}>
              {t("home.markets")}
            </ScreenLink>
          }
        >
          {t("home.noFavourites")}
        </EmptyState>
      ) : (
        <EmptyState className={styles.empty}>{t(ids ? `home.none.${board}` : "home.failed")}</EmptyState>
      )}
    </div>
  )
}
