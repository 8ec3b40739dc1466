/** What has been chosen in a list of markets, and what is on screen of it? The state that its parts share. */

import { useEffect, useState } from "react"
import { useSnapshot } from "valtio"
import type { ListSort, MarketKind } from "#workers/market/market.api.ts"
import { useView } from "../../feed/view.ts"
import { favourites } from "../../stores/favourites-store.ts"
import { market, marketList } from "../../stores/market-store.ts"
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

/** Rows live before the list has said what is in view. */
const FIRST_RANGE = liveRange(0, 15)

export interface MarketListState {
  choice: ListChoice
  ids: readonly string[]
  face: ListFace
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

export function useMarketList(kind: MarketKind): MarketListState {
  const stars = useSnapshot(favourites).ids
  const { ids } = useSnapshot(marketList)
  const hasFailed = useSnapshot(market).failure !== null
  const [choice, setChoice] = useState(() => firstChoice(favourites.ids.length > 0))
  const [range, setRange] = useState(FIRST_RANGE)
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

  return {
    choice,
    ids: ids ?? [],
    face: listFace(ids, hasFailed || isLate),
    chooseChip: (chip) => setChoice((old) => chooseChip(old, chip)),
    search: (query) => setChoice((old) => ({ ...old, query })),
    sort: (sort) => setChoice((old) => sortBy(old, sort)),
    showRange: ({ startIndex, endIndex }) =>
      setRange((old) => {
        const next = liveRange(startIndex, endIndex)
        return next.first === old.first && next.last === old.last ? old : next
      }),
    holding: {
      onTouchStart: () => setIsHeld(true),
      onTouchEnd: release,
      onTouchCancel: release,
      onMouseDown: () => setIsHeld(true),
    },
  }
}
