/** What the sheet of watch-lists is opened for. To choose the lists of one market, or to arrange them all. */

import { proxy } from "valtio/vanilla"
import { openOverlay } from "../../stores/overlay-store.ts"

export const listsSheet = proxy<{ market: string | null }>({ market: null })

/** `market`: choose its lists; null: create, name and arrange lists. */
export function openLists(market: string | null): void {
  listsSheet.market = market
  openOverlay("lists")
}
