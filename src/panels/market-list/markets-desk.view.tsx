/** The markets of one kind on a desk: the leading coins, one line of tools, and the table. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { MarketKind } from "#workers/market/market.api.ts"
import { market, marketList } from "../../stores/market-store.ts"
import { formatNumber } from "../../text/numbers.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { ChipBar } from "../../ui/chip.tsx"
import { SearchField } from "../../ui/search-field.tsx"
import { TabPanel } from "../../ui/tabs.tsx"
import { DeskColumnsButton } from "./desk-columns.view.tsx"
import { DeskList } from "./desk-list.view.tsx"
import { FaceSwitch, MarketFaceView, useMarketFace } from "./face-switch.view.tsx"
import { FundingColumnsButton } from "./funding/funding-columns.view.tsx"
import { KindTabs } from "./kind-tabs.view.tsx"
import { focusFirstRow, openFirstRow } from "./list-keys.ts"
import { useMarketList } from "./list-state.ts"
import { ListsBar } from "./lists-bar.view.tsx"
import { MarketCards } from "./market-cards.view.tsx"
import { LIST_CHIPS } from "./market-list.model.ts"
import styles from "./markets.module.css"

export function MarketsDesk({ kind }: { kind: MarketKind }) {
  const { t, i18n } = useTranslation("market")
  const list = useMarketList(kind, { isRemembered: true })
  const face = useMarketFace(kind)
  const shown = useSnapshot(marketList)
  const total = shown.kind === kind ? shown.total : 0
  const freshness = useSnapshot(market).freshness.list
  const chips = LIST_CHIPS.map((chip) => ({
    value: chip,
    label:
      chip === "all" && total > 0
        ? `${t("list.all")} ${formatNumber(total, i18n.language)}`
        : t(`list.${chip}`),
  }))
  return (
    <div className={styles.desk}>
      <MarketCards kind={kind} />
      <div className={styles.tools}>
        <KindTabs kind={kind} className={styles.kinds} />
        {face === "list" ? (
          <ChipBar
            label={t("list.filter")}
            className={styles.deskChips}
            chips={chips}
            value={list.choice.chip}
            onChange={list.chooseChip}
          />
        ) : null}
        <AgeMark freshness={freshness} isAnnounced className={styles.age} />
        <FaceSwitch kind={kind} />
        {face === "list" ? <DeskColumnsButton kind={kind} /> : null}
        {face === "funding" ? <FundingColumnsButton /> : null}
        {face === "list" ? (
          <SearchField
            className={styles.deskField}
            value={list.choice.query}
            onChange={list.search}
            onDown={() => focusFirstRow(document.getElementById(`kind-panel-${kind}`))}
            onEnter={() => openFirstRow(document.getElementById(`kind-panel-${kind}`))}
            placeholder={t("list.searchBy")}
          />
        ) : null}
      </div>
      <TabPanel id="kind" value={kind} className={styles.table}>
        <MarketFaceView kind={kind}>
          <ListsBar list={list}>
            <DeskList list={list} />
          </ListsBar>
        </MarketFaceView>
      </TabPanel>
    </div>
  )
}
