/** Lists of the journal, read to their end (or a limit), page after page. */

import { useEffect } from "react"
import { closedPositions } from "#core/wire/contract-position-calls.ts"
import { positionNotes } from "#core/wire/journal-calls.ts"
import { type AskedPages, usePages } from "../../../api/query.ts"
import type { ClosedRow, queryOf } from "../history.model.ts"
import type { PositionNote } from "./journal.model.ts"

const PAGE_ROWS = 500
/** Positions that statistics count at most, and notes that are read: the newest. */
export const ROWS_MAX = 5000

function useToItsEnd(asked: AskedPages<unknown>): void {
  const { hasMore, isLoadingMore, moreFailure, loadMore } = asked
  const isWanted = hasMore && !isLoadingMore && !moreFailure && (asked.data?.length ?? 0) < ROWS_MAX
  useEffect(() => {
    if (isWanted) loadMore()
  })
}

/** The own closed positions of a query, as far as they are read. */
export function useClosed(query: ReturnType<typeof queryOf>): AskedPages<ClosedRow> {
  const asked = usePages(closedPositions, { ...query, limit: PAGE_ROWS })
  useToItsEnd(asked)
  return asked
}

export interface Notes {
  of: (position: number) => PositionNote | undefined
  /** Reads them anew: one was changed. */
  readAgain: () => void
}

/** The own notes by position. */
export function useNotes(): Notes {
  const asked = usePages(positionNotes, { limit: PAGE_ROWS })
  useToItsEnd(asked)
  const byPosition = new Map(asked.data?.map((row) => [row.position, row]))
  return { of: (position) => byPosition.get(position), readAgain: asked.retry }
}
