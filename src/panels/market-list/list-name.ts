/** The name of a watch-list on screen. */

import { useTranslation } from "react-i18next"
import type { WatchList } from "../../stores/watch-lists-store.ts"

/** Its own name; the star's list has one in the reader's language until it gets another. */
export function useListName(): (list: Pick<WatchList, "name">) => string {
  const { t } = useTranslation("market")
  return ({ name }) => name || t("list.favourites")
}
