/** The state that the parts of a market list share. The state that its parts share. */

import { useState } from "react"
import { useSnapshot } from "valtio"
import type { ListSort, MarketKind } from "#workers/market/market.api.ts"
import { useView } from "../../feed/view.ts"
import { favourites } from "../../stores/favourites-store.ts"
import { readListPlace, writeListPlace } from "../../stores/list-places.ts"
import { listedIds, market, marketList } from "../../stores/market-store.ts"
import { recentMarkets } from "../../stores/recent-markets.ts"
import { listOf, STAR_LIST, type WatchList, watchLists } from "../../stores/watch-lists-store.ts"
import { useHeldOrder } from "../../ui/held-order.ts"
import { useIsLate } from "../../ui/late.ts"
import { type Holding, useHolding } from "../../ui/row-holding.ts"
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
  /** The watch-list that the favourites show. */
  watched: WatchList
  /** The row at which the list begins when it is drawn anew. */
  firstRow: number
  /** The order is held: pointed at, touched, or walked by keys. */
  isHeld: boolean
  chooseChip: (chip: ListChip) => void
  chooseList: (id: string) => void
  search: (query: string) => void
  sort: (sort: ListSort) => void
  /** Rows in view changed. */
  showRange: (range: { startIndex: number; endIndex: number }) => void
  /** Spread on the box around the rows. */
  holding: Holding
}

interface ListHabits {
  /** Coming back within the session finds the same chip, order and rows. */
  isRemembered?: boolean
}

export function useMarketList(kind: MarketKind, { isRemembered = false }: ListHabits = {}): MarketListState {
  const { all: lists } = useSnapshot(watchLists)
  const { ids: recent } = useSnapshot(recentMarkets)
  const ids = listedIds(useSnapshot(marketList), kind)
  const hasFailed = useSnapshot(market).failure !== null
  const [known] = useState(() => (isRemembered ? readListPlace(kind) : undefined))
  const [choice, setChoice] = useState<ListChoice>(known?.choice ?? (() => firstChoice(kind, favourites.ids)))
  const [firstRow, setFirstRow] = useState(known?.firstRow ?? 0)
  const [range, setRange] = useState(() => liveRange(firstRow, firstRow + FIRST_ROWS - 1))
  const { isHeld, isPressed, holding } = useHolding()
  const shownIds = useHeldOrder(ids, isPressed)
  const isLate = useIsLate(ids === null)
  // A list that was deleted, in another tab perhaps, gives way to the star's.
  const watched = listOf(lists, choice.list) ?? listOf(lists, STAR_LIST) ?? NO_LIST
  useView({ list: listView({ choice, kind, range, favourites: watched.ids, recent, hold: isHeld }) })

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
    isHeld,
    watched,
    ids: shownIds ?? [],
    face: listFace(shownIds, hasFailed || isLate),
    chooseChip: (chip) => choose(chooseChip(choice, chip, kind)),
    chooseList: (id) => choose({ ...chooseChip(choice, "favourites", kind), list: id }),
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
    holding,
  }
}

const NO_LIST: WatchList = { id: STAR_LIST, name: "", ids: [] }
