/** Where a login leads. To the place that asked for it, whole with its search, else home. */

import { parseSearch, placeOf, readSearch, type ScreenSearch } from "../../places/screen-search.ts"
import { type ScreenPath, site } from "../../places/site.ts"

export interface WayOn {
  path: ScreenPath
  search: ScreenSearch
}

const ENTRANCE: readonly ScreenPath[] = ["/login", "/register", "/forgot"]

/** Pure. An address outside the app, or one of the entrance itself, leads home. */
export function wayOn(to: string | undefined): WayOn {
  const path = placeOf(to ?? "")
  if (!to || !path || ENTRANCE.includes(path)) return { path: "/", search: {} }
  const question = to.indexOf("?")
  return { path, search: readSearch(path, parseSearch(question < 0 ? "" : to.slice(question + 1))) }
}

/** Pure: the address itself where a login should lead back to it; undefined of home, the entrance, and what is none of ours. */
export const wayBack = (address: string): string | undefined => wayOnWords(wayOn(address)) && address

/** Pure: what is said of it: the key of the screen's name, and the pair it is about; undefined for home. */
export function wayOnWords({ path, search }: WayOn): { screen: string; pair: string } | undefined {
  if (site[path].name === "home") return undefined
  return { screen: site[path].name, pair: (search.symbol ?? "").split("_").slice(0, 2).join("/") }
}
