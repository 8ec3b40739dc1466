/** The choice of watch-list in the rail. One choice on a row of its own: the rail is too narrow for tabs of names. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { watchLists } from "../../stores/watch-lists-store.ts"
import { ListPlus } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Select } from "../../ui/select.tsx"
import { useListName } from "./list-name.ts"
import type { MarketListState } from "./list-state.ts"
import { openLists } from "./lists-sheet-state.ts"
import styles from "./rail-list.module.css"

export function RailLists({ list }: { list: MarketListState }) {
  const { t } = useTranslation("lists")
  const { all } = useSnapshot(watchLists)
  const nameOf = useListName()
  if (list.choice.chip !== "favourites") return null
  return (
    <div className={styles.lists}>
      <Select
        label={t("title")}
        options={all.map((one) => ({ value: one.id, label: nameOf(one) }))}
        value={list.watched.id}
        onChange={list.chooseList}
        className={styles.which}
      />
      <IconButton glyph={ListPlus} size={16} label={t("manage")} onClick={() => openLists(null)} />
    </div>
  )
}
