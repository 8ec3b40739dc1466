/** The markets of one kind on a phone: kinds, filters or search, and the list below them. */

import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { MarketKind } from "#workers/market/market.api.ts"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { FACES_OF, type MarketFace, showFace } from "../../stores/market-face.ts"
import { market } from "../../stores/market-store.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { ChipBar } from "../../ui/chip.tsx"
import { Search, X } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { SearchField } from "../../ui/search-field.tsx"
import { TabPanel } from "../../ui/tabs.tsx"
import { useListColumns } from "./columns.ts"
import { MarketFaceView, useMarketFace } from "./face-switch.view.tsx"
import { KindTabs } from "./kind-tabs.view.tsx"
import { focusFirstRow, openFirstRow } from "./list-keys.ts"
import { useMarketList } from "./list-state.ts"
import { ListsBar } from "./lists-bar.view.tsx"
import { LIST_CHIPS, type ListChip } from "./market-list.model.ts"
import styles from "./markets.module.css"
import { PhoneList } from "./phone-list.view.tsx"

type OtherFace = Exclude<MarketFace, "list">

/** A phone has no room for a switch of its own: map and funding are chips, behind those of the whole list. */
const FACES_AT = LIST_CHIPS.indexOf("all") + 1
const isFace = (chip: ListChip | OtherFace): chip is OtherFace => chip === "map" || chip === "funding"

export function MarketsPhone({ kind }: { kind: MarketKind }) {
  const { t } = useTranslation("market")
  const list = useMarketList(kind, { isRemembered: true })
  const face = useMarketFace(kind)
  const faces = (FACES_OF[kind] as readonly MarketFace[]).filter((each) => each !== "list")
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
        {face === "list" ? (
          <IconButton
            glyph={isSearching ? X : Search}
            label={t(isSearching ? "list.searchClose" : "list.search")}
            onClick={() => {
              if (isSearching) return leaveSearch()
              setIsAsked(true)
              setIsSearching(true)
            }}
          />
        ) : null}
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
            <ChipBar<ListChip | OtherFace>
              label={t("list.filter")}
              className={styles.chips}
              chips={[...LIST_CHIPS.slice(0, FACES_AT), ...faces, ...LIST_CHIPS.slice(FACES_AT)].map(
                (chip) => ({
                  value: chip,
                  label: isFace(chip) ? t(`overview:face.${chip}`) : t(`list.${chip}`),
                }),
              )}
              value={face === "list" ? list.choice.chip : face}
              onChange={(chip) => {
                showFace(isFace(chip) ? chip : "list")
                if (!isFace(chip)) list.chooseChip(chip)
              }}
            />
          )}
          <AgeMark freshness={freshness} isAnnounced className={styles.age} />
        </div>
        <MarketFaceView kind={kind}>
          <ListsBar list={list}>
            <PhoneList list={list} columns={columns} />
          </ListsBar>
        </MarketFaceView>
      </TabPanel>
    </div>
  )
}
