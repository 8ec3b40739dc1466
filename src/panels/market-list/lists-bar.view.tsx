/**
 * The bar of watch-lists. Tabs below the filters while the favourites are on, and the way to make and arrange lists.
 */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { watchLists } from "../../stores/watch-lists-store.ts"
import { ListPlus } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { TabPanel, Tabs } from "../../ui/tabs.tsx"
import { useListName } from "./list-name.ts"
import type { MarketListState } from "./list-state.ts"
import styles from "./lists-bar.module.css"
import { openLists } from "./lists-sheet-state.ts"
import { countOfKind } from "./market-list.model.ts"

interface ListsBarProps {
  list: MarketListState
  /** The rows. */
  children: ReactNode
}

/** The rows, under the tabs of the watch-lists while one of those is shown. */
export function ListsBar({ list, children }: ListsBarProps) {
  const { t } = useTranslation("lists")
  const { all } = useSnapshot(watchLists)
  const nameOf = useListName()
  if (list.choice.chip !== "favourites" || list.choice.query.trim() !== "") return children
  return (
    <>
      <Tabs
        id="lists"
        size="small"
        label={t("title")}
        className={styles.bar}
        tabs={all.map((one) => ({
          value: one.id,
          label: <bdi className={styles.name}>{nameOf(one)}</bdi>,
          count: countOfKind(one.ids, list.kind),
        }))}
        value={list.watched.id}
        onChange={list.chooseList}
        end={<IconButton glyph={ListPlus} label={t("manage")} onClick={() => openLists(null)} />}
      />
      <TabPanel id="lists" value={list.watched.id} className={styles.panel}>
        {children}
      </TabPanel>
    </>
  )
}
