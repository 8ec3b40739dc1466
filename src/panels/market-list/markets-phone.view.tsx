/** The markets of one kind on a phone: kinds, filters or search, and the list below them. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { MarketKind } from "#workers/market/market.api.ts"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { market } from "../../stores/market-store.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { ChipBar } from "../../ui/chip.tsx"
import { Search, X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { SearchField } from "../../ui/search-field.tsx"
import { TabPanel } from "../../ui/tabs.tsx"
import { useListColumns } from "./columns.ts"
import { KindTabs } from "./kind-tabs.view.tsx"
import { focusFirstRow, openFirstRow } from "./list-keys.ts"
import { useMarketList } from "./list-state.ts"
import { ListsBar } from "./lists-bar.view.tsx"
import { LIST_CHIPS } from "./market-list.model.ts"
import styles from "./markets.module.css"
import { PhoneList } from "./phone-list.view.tsx"

export function MarketsPhone({ kind }: { kind: MarketKind }) {
  const { t } = useTranslation("market")
  const list = useMarketList(kind, { isRemembered: true })
  const freshness = useSnapshot(market).freshness.list
  const columns = useListColumns()
  const [isSearching, setIsSearching] = useState(list.choice.query !== "")
  /** The field was asked for: coming back to a search must not bring the keyboard up. */
  const [isAsked, setIsAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isSearching && isAsked) field.current?.focus()
  }, [isSearching, isAsked])
  const leaveSearch = () => {
    list.search("")
    setIsSearching(false)
  }
  return (
    <div className={styles.phone}>
      <TopBarEnd>
        <IconButton
          glyph={isSearching ? X : Search}
          label={t(isSearching ? "list.searchClose" : "list.search")}
          onClick={() => {
            if (isSearching) return leaveSearch()
            setIsAsked(true)
            setIsSearching(true)
          }}
        />
      </TopBarEnd>
      <KindTabs kind={kind} />
      <TabPanel id="kind" value={kind} className={styles.panel}>
        <div className={styles.filters}>
          {isSearching ? (
            <SearchField
              fieldRef={field}
              className={styles.field}
              value={list.choice.query}
              onChange={list.search}
              onLeave={leaveSearch}
              onDown={() => focusFirstRow(document.getElementById(`kind-panel-${kind}`))}
              onEnter={() => openFirstRow(document.getElementById(`kind-panel-${kind}`))}
              placeholder={t("list.searchBy")}
            />
          ) : (
            <ChipBar
              label={t("list.filter")}
              className={styles.chips}
              chips={LIST_CHIPS.map((chip) => ({ value: chip, label: t(`list.${chip}`) }))}
              value={list.choice.chip}
              onChange={list.chooseChip}
            />
          )}
          <AgeMark freshness={freshness} isAnnounced className={styles.age} />
        </div>
        <ListsBar list={list}>
          <PhoneList list={list} columns={columns} />
        </ListsBar>
      </TabPanel>
    </div>
  )
}
