/** What has been chosen in a list of markets, and what is on screen of it? The state that its parts share. */

import { useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import type { ListSort, MarketKind } from "#workers/market/market.api.ts"
import { useView } from "../../feed/view.ts"
import { favourites } from "../../stores/favourites-store.ts"
import { readListPlace, writeListPlace } from "../../stores/list-places.ts"
import { listedIds, market, marketList } from "../../stores/market-store.ts"
import { useIsLate } from "../../ui/late.ts"
import {
  chooseChip,
  firstChoice,
  type ListChip,
  type ListChoice,
  type ListFace,
  listFace,
  listView,
  liveRange,
  sortBy,
} from "./market-list.model.ts"

/** So many rows are live before the list has said what is in view. */
const FIRST_ROWS = 16

export interface MarketListState {
  kind: MarketKind
  choice: ListChoice
  ids: readonly string[]
  face: ListFace
  /** The row at which the list begins when it is drawn anew. */
  firstRow: number
  chooseChip: (chip: ListChip) => void
  search: (query: string) => void
  sort: (sort: ListSort) => void
  /** Rows in view changed. */
  showRange: (range: { startIndex: number; endIndex: number }) => void
  /** Spread on the box around the rows: while a finger or the mouse is down the order is held. */
  holding: {
    onTouchStart: () => void
    onTouchEnd: () => void
    onTouchCancel: () => void
    onMouseDown: () => void
  }
}

interface ListHabits {
  /** Coming back within the session finds the same chip, order and rows. */
  isRemembered?: boolean
}

export function useMarketList(kind: MarketKind, { isRemembered = false }: ListHabits = {}): MarketListState {
  const stars = useSnapshot(favourites).ids
  const ids = listedIds(useSnapshot(marketList), kind)
  const hasFailed = useSnapshot(market).failure !== null
  const [known] = useState(() => (isRemembered ? readListPlace(kind) : undefined))
  const [choice, setChoice] = useState(known?.choice ?? (() => firstChoice(kind, favourites.ids)))
  const [firstRow, setFirstRow] = useState(known?.firstRow ?? 0)
  const [range, setRange] = useState(() => liveRange(firstRow, firstRow + FIRST_ROWS - 1))
  const [isHeld, setIsHeld] = useState(false)
  const isLate = useIsLate(ids === null)
  useView({ list: listView({ choice, kind, range, favourites: stars, hold: isHeld }) })

  const release = () => setIsHeld(false)
  // The mouse may come up anywhere.
  useEffect(() => {
    const up = () => setIsHeld(false)
    window.addEventListener("mouseup", up)
    return () => window.removeEventListener("mouseup", up)
  }, [])

  const remember = (next: ListChoice, row: number) => {
    if (isRemembered) writeListPlace(kind, { choice: next, firstRow: row })
  }
  /** Another list stands in the place of this one: from its top. */
  const choose = (next: ListChoice) => {
    setChoice(next)
    setFirstRow(0)
    remember(next, 0)
  }

  return {
    kind,
    choice,
    firstRow,
    ids: ids ?? [],
    face: listFace(ids, hasFailed || isLate),
    chooseChip: (chip) => choose(chooseChip(choice, chip, kind)),
    search: (query) => choose({ ...choice, query }),
    sort: (sort) => {
      const next = sortBy(choice, sort)
      setChoice(next)
      remember(next, readListPlace(kind)?.firstRow ?? 0)
    },
    showRange: ({ startIndex, endIndex }) => {
      remember(choice, startIndex)
      setRange((old) => {
        const next = liveRange(startIndex, endIndex)
        return next.first === old.first && next.last === old.last ? old : next
      })
    },
    holding: {
      onTouchStart: () => setIsHeld(true),
      onTouchEnd: release,
      onTouchCancel: release,
      onMouseDown: () => setIsHeld(true),
    },
  }
}
