/** The starred markets: the first of the watch-lists. */

import { proxy, subscribe } from "valtio/vanilla"
import { type ListRefusal, listOf, STAR_LIST, setListed, watchLists } from "./watch-lists-store.ts"

const starred = (): readonly string[] => listOf(watchLists.all, STAR_LIST)?.ids ?? []

/** Ids in the order in which they were starred. */
export const favourites = proxy<{ ids: readonly string[] }>({ ids: starred() })

subscribe(
  watchLists,
  () => {
    if (favourites.ids.join() !== starred().join()) favourites.ids = starred()
  },
  true,
)

/** Stars a market, or takes its star away; says why not when the list is full. */
export const toggleFavourite = (id: string): ListRefusal | null =>
  setListed(STAR_LIST, id, !favourites.ids.includes(id))
